package example

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

// CheckExpectedAnswers reports fields that an example's questions name and that
// none of its expected results has. It needs no run.
func CheckExpectedAnswers(e *Example) diag.List {
	var list diag.List
	for _, q := range questionsOf(e) {
		var results []bson.RawValue
		for _, i := range q.steps {
			s := &e.Steps[i]
			if s.Expect == nil && s.ExpectError == nil {
				results = nil // the database fills it in
				break
			}
			if s.Expect != nil {
				results = append(results, s.Expect.Value)
			}
		}
		for i, field := range q.fields {
			if isMissing(results, field) {
				list.Add(noField(e, q, i, results))
			}
		}
	}
	return list
}

// question is one example's question: the steps that answer it, by their indexes,
// and the fields that the first of them names.
type question struct {
	id     string
	fields []string
	pos    diag.Pos
	steps  []int
}

// questionsOf returns the questions that an example answers, in order.
func questionsOf(e *Example) []question {
	var questions []question
	for i, s := range e.Steps {
		if s.Answers == nil {
			continue
		}
		at := slices.IndexFunc(questions, func(q question) bool { return q.id == s.Answers.ID })
		if at < 0 {
			at, questions = len(questions), append(questions, question{s.Answers.ID, s.Answers.Fields, s.Answers.Pos, nil})
		}
		questions[at].steps = append(questions[at].steps, i)
	}
	return questions
}

// noField reports that no result has the nth field of a question.
func noField(e *Example, q question, n int, results []bson.RawValue) diag.Message {
	field := q.fields[n]
	names := fieldNames(results, strings.Count(field, ".")+1)
	hint := "a question about whole values has the field \".\", one that compares nothing none"
	if len(names) > 0 {
		hint = cmp.Or(diag.DidYouMean(field, names), "it has "+strings.Join(names[:min(len(names), mostNames)], ", "))
	}
	return e.Message(e.Within(q.pos, "fields", fmt.Sprint(n)), fmt.Sprintf("nothing that answers %q has a field %q, so models would not be compared by it", q.id, field), hint)
}

// mostNames is how many names a hint lists.
const mostNames = 12

// isMissing reports whether no result has a field, though one of them has
// something in it.
func isMissing(results []bson.RawValue, field string) bool {
	return slices.ContainsFunc(results, hasContent) && !slices.ContainsFunc(results, func(v bson.RawValue) bool { return hasField(v, field) })
}

// hasContent reports whether a result is more than null, an empty document, or an
// array of nothing else.
func hasContent(v bson.RawValue) bool {
	switch v.Type {
	case 0, bson.TypeNull:
		return false
	case bson.TypeEmbeddedDocument:
		return len(children(v)) > 0
	case bson.TypeArray:
		return slices.ContainsFunc(children(v), hasContent)
	}
	return true
}

// hasField reports whether a field is anywhere in a value, with any content; "."
// is the value itself.
func hasField(v bson.RawValue, field string) bool {
	if field == "." {
		return true
	}
	return beginsPath(v, strings.Split(field, ".")) ||
		slices.ContainsFunc(children(v), func(child bson.RawValue) bool { return hasField(child, field) })
}

// beginsPath reports whether a value has a field at a path. Where a matcher
// leaves a value open, any field may be.
func beginsPath(v bson.RawValue, path []string) bool {
	if key, argument, ok := matcherIn(v); ok {
		switch key {
		case MatchExists:
			return argument.Boolean()
		case MatchUnset:
			return beginsPath(argument, path)
		}
		return len(path) == 0 || mayHaveFields(argument)
	}
	switch {
	case len(path) == 0:
		return true
	case v.Type == bson.TypeArray:
		return slices.ContainsFunc(children(v), func(child bson.RawValue) bool { return beginsPath(child, path) })
	case v.Type == bson.TypeEmbeddedDocument:
		value, err := v.Document().LookupErr(path[0])
		return err == nil && beginsPath(value, path[1:])
	}
	return false
}

// mayHaveFields reports whether a type that $$type names, or one of several, is
// that of documents or arrays.
func mayHaveFields(types bson.RawValue) bool {
	if types.Type == bson.TypeArray {
		return slices.ContainsFunc(children(types), mayHaveFields)
	}
	name := types.StringValue()
	return name == "object" || name == "array"
}

// matcherIn returns the matcher that a value of an expected result is.
func matcherIn(v bson.RawValue) (key string, argument bson.RawValue, ok bool) {
	if v.Type != bson.TypeEmbeddedDocument {
		return "", bson.RawValue{}, false
	}
	first, err := v.Document().IndexErr(0)
	if err != nil || !strings.HasPrefix(first.Key(), "$$") {
		return "", bson.RawValue{}, false
	}
	return first.Key(), first.Value(), true
}

// fieldNames returns the names of fields that results have at any depth, in the
// order in which they come: each as the last of so many parts of its path.
func fieldNames(results []bson.RawValue, parts int) []string {
	var names []string
	seen := map[string]bool{}
	var collect func(v bson.RawValue, path []string)
	collect = func(v bson.RawValue, path []string) {
		if _, argument, ok := matcherIn(v); ok {
			collect(argument, path)
			return
		}
		if v.Type == bson.TypeArray {
			for _, child := range children(v) {
				collect(child, path)
			}
			return
		}
		if v.Type != bson.TypeEmbeddedDocument {
			return
		}
		elements, _ := v.Document().Elements()
		for _, e := range elements {
			if !beginsPath(e.Value(), nil) {
				continue // it is expected to be absent
			}
			to := append(slices.Clone(path), e.Key())
			if len(to) >= parts {
				if name := strings.Join(to[len(to)-parts:], "."); !seen[name] {
					seen[name], names = true, append(names, name)
				}
			}
			collect(e.Value(), to)
		}
	}
	for _, v := range results {
		collect(v, nil)
	}
	return names
}

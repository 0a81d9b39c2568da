package example

import (
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// answer is the answer of one example to a question.
type answer struct {
	question
	example   *Example
	isUnclear bool            // it has a reported mistake, and is not compared
	found     [][][]string    // by run and field the values as they are printed, sorted
	results   []bson.RawValue // of its steps at the first size
}

// CheckAnswers compares examples that answer the same question: their costs are
// comparable only if the fields that they name have the same values, as often, in
// any documents. Several steps of an example make one answer. A field that none
// of them finds compares nothing. Examples that did not pass are left out.
func CheckAnswers(results []Result) diag.List {
	var list diag.List
	byQuestion := map[string][]*answer{}
	for _, result := range results {
		if result.Status == Passed {
			for _, a := range answersOf(result, &list) {
				byQuestion[a.id] = append(byQuestion[a.id], a)
			}
		}
	}
	for _, id := range sortedKeys(byQuestion) {
		answers := byQuestion[id]
		checkFields(answers, &list)
		answers = slices.DeleteFunc(answers, func(a *answer) bool { return a.isUnclear })
		for i, a := range answers {
			if i > 0 {
				compareAnswers(id, answers[0], a, &list)
			}
		}
	}
	return list
}

// answersOf returns an example's answers to each of its questions.
func answersOf(result Result, list *diag.List) []*answer {
	var answers []*answer
	for _, q := range questionsOf(result.Example) {
		a := &answer{question: q, example: result.Example}
		for _, i := range q.steps {
			of := result.Example.Steps[i].Answers
			if !slices.Equal(a.fields, of.Fields) {
				a.isUnclear = true
				list.Add(result.Example.Message(of.Pos, fmt.Sprintf("the steps that answer %q name different fields", a.id),
					fmt.Sprintf("line %d has %s", a.pos.Line, quoted(a.fields))))
				continue
			}
			a.take(result.Runs, i)
		}
		answers = append(answers, a)
	}
	return answers
}

// checkFields reports the fields that no answer to a question has a value of. If
// one answer has some, the comparison reports the others.
func checkFields(answers []*answer, list *diag.List) {
	isFound := map[string]bool{}
	for _, a := range answers {
		for _, run := range a.found {
			for i, field := range a.fields {
				isFound[field] = isFound[field] || len(run[i]) > 0
			}
		}
	}
	for _, a := range answers {
		if a.isUnclear {
			continue
		}
		for i, field := range a.fields {
			if !isFound[field] && isMissing(a.results, field) {
				list.Add(noField(a.example, a.question, i, a.results))
				a.isUnclear = true
			}
		}
	}
}

func quoted(fields []string) string { return `["` + strings.Join(fields, `", "`) + `"]` }

// take adds the findings of a step in each run.
func (a *answer) take(runs []Run, step int) {
	if a.found == nil {
		a.found = make([][][]string, len(runs))
	}
	for i, run := range runs {
		if i == 0 {
			a.results = append(a.results, run.Steps[step].Value)
		}
		if a.found[i] == nil {
			a.found[i] = make([][]string, len(a.fields))
		}
		for field, values := range run.Steps[step].Found {
			a.found[i][field] = slices.Sorted(slices.Values(append(a.found[i][field], values...)))
		}
	}
}

// Found returns the values of fields in a step's result, as Result keeps them.
func Found(value bson.RawValue, fields []string) [][]string {
	found := make([][]string, len(fields))
	for i, field := range fields {
		for _, v := range valuesNamed(value, field) {
			found[i] = append(found[i], ejson.Print(v))
		}
		slices.Sort(found[i])
	}
	return found
}

func compareAnswers(id string, a, b *answer, list *diag.List) {
	report := func(hint, format string, args ...any) {
		list.Add(b.example.Message(b.pos, fmt.Sprintf("%q "+format, append([]any{id}, args...)...), hint))
	}
	switch {
	case !slices.Equal(a.fields, b.fields):
		report("there they are "+quoted(a.fields), "is answered here in other fields than in %s", a.example.Name)
		return
	case !slices.Equal(a.example.Sizes, b.example.Sizes):
		report("models are compared size by size", "is answered here at other sizes than in %s", a.example.Name)
		return
	}
	for run := range a.found {
		for i, field := range a.fields {
			there, here := apart(a.found[run][i], b.found[run][i])
			if len(there)+len(here) > 0 {
				report(fmt.Sprintf("only there: %s; only here: %s", shown(there), shown(here)),
					"finds another %q than %s%s, so their costs can't be compared", field, a.example.Name, a.example.atSize(run))
				return
			}
		}
	}
}

// atSize says which of the example's sizes a run has.
func (e *Example) atSize(run int) string {
	if len(e.Sizes) == 0 {
		return ""
	}
	return fmt.Sprintf(" at the size %d", e.Sizes[run])
}

// apart returns the values of each of two sorted lists that the other lacks.
func apart(a, b []string) (onlyA, onlyB []string) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			onlyA, a = append(onlyA, a[0]), a[1:]
		default:
			onlyB, b = append(onlyB, b[0]), b[1:]
		}
	}
	return append(onlyA, a...), append(onlyB, b...)
}

// shown returns the first few values.
func shown(values []string) string {
	const most = 5
	switch {
	case len(values) == 0:
		return "nothing"
	case len(values) > most:
		return strings.Join(values[:most], ", ") + ", …"
	}
	return strings.Join(values, ", ")
}

// Differ compares the values that two examples have found for a field, both sorted.
// It returns those that only one of them has, in words, and whether there are any.
func Differ(a, b []string) (onlyA, onlyB string, differ bool) {
	there, here := apart(a, b)
	return shown(there), shown(here), len(there)+len(here) > 0
}

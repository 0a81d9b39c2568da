package example

import (
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// answer is what one example found for a question.
type answer struct {
	example *Example
	fields  []string
	pos     diag.Pos
	unclear bool                // the steps name different fields, which was told
	found   map[string][]string // values by field, printed, sorted, as often as they occur
}

// CheckAnswers holds examples that answer the same question to each other:
// comparing what they cost means something only if the fields they name have
// the same values, as often, in whatever documents. Several steps of an example
// make one answer. Examples that did not pass are left out.
func CheckAnswers(results []Result) diag.List {
	var list diag.List
	first := map[string]*answer{}
	for _, result := range results {
		if result.Status != Passed || len(result.Steps) != len(result.Example.Steps) {
			continue
		}
		answers := answersOf(result, &list)
		for _, id := range sortedKeys(answers) {
			switch {
			case answers[id].unclear:
			case first[id] == nil:
				first[id] = answers[id]
			default:
				compareAnswers(id, first[id], answers[id], &list)
			}
		}
	}
	return list
}

func answersOf(result Result, list *diag.List) map[string]*answer {
	answers := map[string]*answer{}
	for i, step := range result.Example.Steps {
		if step.Answers == nil {
			continue
		}
		a := answers[step.Answers.ID]
		if a == nil {
			a = &answer{example: result.Example, fields: step.Answers.Fields, pos: step.Answers.Pos, found: map[string][]string{}}
			answers[step.Answers.ID] = a
		}
		if !slices.Equal(a.fields, step.Answers.Fields) {
			a.unclear = true
			list.Add(result.Example.Message(step.Answers.Pos, fmt.Sprintf("the steps that answer %q name different fields", step.Answers.ID),
				fmt.Sprintf("line %d has %s", a.pos.Line, quoted(a.fields))))
		}
		a.take(result.Steps[i].Value)
	}
	return answers
}

func quoted(fields []string) string { return `["` + strings.Join(fields, `", "`) + `"]` }

func (a *answer) take(value bson.RawValue) {
	for _, field := range a.fields {
		for _, v := range valuesNamed(value, field) {
			a.found[field] = append(a.found[field], ejson.Print(v))
		}
		slices.Sort(a.found[field])
	}
}

func compareAnswers(id string, a, b *answer, list *diag.List) {
	if !slices.Equal(a.fields, b.fields) {
		list.Add(b.example.Message(b.pos, fmt.Sprintf("%q is answered here in other fields than in %s", id, a.example.Name), "there they are "+quoted(a.fields)))
		return
	}
	for _, field := range a.fields {
		if there, here := apart(a.found[field], b.found[field]); len(there)+len(here) > 0 {
			list.Add(b.example.Message(b.pos, fmt.Sprintf("%q finds another %q than %s, so their costs can't be compared", id, field, a.example.Name),
				fmt.Sprintf("only there: %s; only here: %s", shown(there), shown(here))))
		}
	}
}

// apart gives what each of two sorted lists has that the other lacks.
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

// shown gives the first few values.
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

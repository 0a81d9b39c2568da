package render

import (
	"fmt"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

func rawOf(t *testing.T, text string) bson.Raw {
	t.Helper()
	if text == "" {
		return nil
	}
	raw, err := bson.Marshal(document(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func printedChange(lines []figure.Line) string {
	var b strings.Builder
	for _, line := range lines {
		switch {
		case line.LeftOut > 0:
			fmt.Fprintf(&b, "%s// %d", []string{"  ", "+ ", "- "}[line.Change], line.LeftOut)
		default:
			b.WriteString([]string{"  ", "+ ", "- "}[line.Change] + line.Text())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestChangedLines(t *testing.T) {
	for name, c := range map[string]struct{ before, after, want string }{
		"a field": {`{"_id": 1, "a": 1, "b": 2, "c": 3, "d": 4, "e": 5}`, `{"_id": 1, "a": 1, "b": 2, "c": 3, "d": 40, "e": 5}`, `
  {
    _id: 1,
  // 2
    c: 3,
-   d: 4,
+   d: 40,
    e: 5
  }
`},
		"the last element": {`{"_id": 1, "r": [{"a": 1}, {"a": 2}, {"a": 3}, {"a": 4}]}`, `{"_id": 1, "r": [{"a": 1}, {"a": 2}, {"a": 3}, {"a": 4}, {"a": 5}]}`, `
  {
    _id: 1,
  // 4
      { a: 4 },
+     { a: 5 }
    ]
  }
`},
		"new":  {``, `{"_id": 1, "a": 2}`, "+ {\n+   _id: 1,\n+   a: 2\n+ }\n"},
		"gone": {`{"_id": 1}`, ``, "- {\n-   _id: 1\n- }\n"},
		"a field comes and one goes": {`{"_id": 1, "a": 1, "b": 2}`, `{"_id": 1, "b": 2, "c": 3}`, `
  {
    _id: 1,
-   a: 1,
    b: 2,
+   c: 3
  }
`},
	} {
		sheet, err := changedSheet(example.Change{Before: rawOf(t, c.before), After: rawOf(t, c.after)})
		if err != nil {
			t.Fatal(err)
		}
		if got := printedChange(sheet.Lines); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
		if sheet.Before != len(rawOf(t, c.before)) || sheet.After != len(rawOf(t, c.after)) {
			t.Errorf("%s: %d, %d bytes", name, sheet.Before, sheet.After)
		}
	}
}

// TestManyLinesThatWent: of an emptied array the first elements are shown, and the
// number of lines that follow. A single line too many is not left out.
func TestManyLinesThatWent(t *testing.T) {
	for elements, want := range map[int]string{39: "+     { a: 38 }\n", 100: "+     { a: 38 },\n+ // 62\n"} {
		var list []string
		for i := range elements {
			list = append(list, fmt.Sprintf(`{"a": %d}`, i))
		}
		sheet, err := changedSheet(example.Change{Before: rawOf(t, `{"_id": 1}`), After: rawOf(t, `{"_id": 1, "r": [`+strings.Join(list, ",")+`]}`)})
		if err != nil {
			t.Fatal(err)
		}
		got := printedChange(sheet.Lines)
		if !strings.Contains(got, want) || strings.Contains(got, "+ //") != (elements == 100) {
			t.Errorf("%d elements:\n%s", elements, got)
		}
	}
}

// TestChangesOfAKind: changes of one kind in one collection are shown together, by
// their first documents.
func TestChangesOfAKind(t *testing.T) {
	var changes []example.Change
	for i := range 5 {
		changes = append(changes, example.Change{Collection: "tours", Before: rawOf(t, fmt.Sprintf(`{"_id": %d}`, i)), After: rawOf(t, fmt.Sprintf(`{"_id": %d, "a": 1}`, i))})
	}
	changes = append(changes, example.Change{Collection: "tours", After: rawOf(t, `{"_id": 9}`)})
	got, err := Changes(changes)
	if err != nil || len(got) != 2 || got[0].Kind != DocumentChanged || got[0].Total != 5 || len(got[0].Sheets) != 2 || got[1].Kind != DocumentNew || got[1].Total != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestChangeStandsForAnAcknowledgement: the changes of a step are shown in place of
// the counts that it returns, and beside a document that it returns.
func TestChangeStandsForAnAcknowledgement(t *testing.T) {
	change := []example.Change{{Collection: "ferries", Before: rawOf(t, `{"_id": 1}`), After: rawOf(t, `{"_id": 1, "a": 1}`)}}
	for operation, code := range map[string]bool{"updateOne": false, "findOneAndUpdate": true} {
		r := stepOf(t, operation, `{"v": {"_id": 1}}`)
		r.Runs[0].Steps[0].Changes = change
		step, err := StepOf(r, "one")
		if err != nil || len(step.Changes) != 1 || len(step.Result.Code.Lines) > 0 != code {
			t.Errorf("%s: %+v, %v", operation, step, err)
		}
	}
}

package render

import (
	"testing"

	"modelbook/generator/figure"
)

// copiesOf returns the number of copies of each embedded document that is shown, 0 if
// it is no copy.
func copiesOf(documents []*figure.Box) []int {
	var found []int
	var visit func(box *figure.Box)
	visit = func(box *figure.Box) {
		switch {
		case box.Kind != figure.Embedded:
		case box.Copies == nil:
			found = append(found, 0)
		default:
			found = append(found, box.Copies.Count)
		}
		for _, row := range box.Rows {
			if row.Inside != nil {
				visit(row.Inside)
			}
		}
	}
	for _, box := range documents {
		visit(box)
	}
	return found
}

func TestCopies(t *testing.T) {
	for _, c := range []struct {
		name      string
		documents []string
		want      []int
	}{
		{"one object in two documents", []string{`{"_id": 1, "in": {"_id": 7, "a": 1}}`, `{"_id": 2, "in": {"_id": 7, "a": 1}}`}, []int{2, 2}},
		{"and in an array", []string{`{"_id": 1, "in": [{"_id": 7, "a": 1}, {"_id": 8, "a": 1}]}`, `{"_id": 2, "in": [{"_id": 7, "a": 1}]}`}, []int{2, 0, 2}},
		{"equal without an _id", []string{`{"_id": 1, "in": {"a": 1, "b": 2}}`, `{"_id": 2, "in": {"a": 1, "b": 2}}`}, []int{0, 0}},
		{"one of three differs", []string{`{"_id": 1, "in": {"_id": 7, "a": 1}}`, `{"_id": 2, "in": {"_id": 7, "a": 1}}`, `{"_id": 3, "in": {"_id": 7, "a": 2}}`}, []int{0, 0, 0}},
		{"an _id of another type", []string{`{"_id": 1, "in": {"_id": 7}}`, `{"_id": 2, "in": {"_id": "7"}}`}, []int{0, 0}},
		{"elsewhere in the document", []string{`{"_id": 1, "in": {"_id": 7}, "of": {"_id": 7}}`}, []int{0, 0}},
		{"inside of one", []string{`{"_id": 1, "in": {"a": {"_id": 7}}}`, `{"_id": 2, "in": {"a": {"_id": 7}}}`}, []int{0, 2, 0, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := DataOf(collectionOf(t, c.documents...), "ferries")
			if err != nil {
				t.Fatal(err)
			}
			got := copiesOf(data.Documents)
			if len(got) != len(c.want) {
				t.Fatalf("got %v, want %v", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("got %v, want %v", got, c.want)
				}
			}
		})
	}
}

// TestCopiesOfWhatIsNotShown: copies in generated documents that are not shown count
// as well, or the sheet would have too small a number. If there are more documents
// than are sampled, it has none.
func TestCopiesOfWhatIsNotShown(t *testing.T) {
	for documents, want := range map[int]int{5: 5, sampled: sampled, sampled + 1: 0} {
		texts := make([]string, documents)
		for i := range texts {
			texts[i] = `{"in": {"_id": 7, "a": 1}}`
		}
		e := collectionOf(t, texts...)
		for i := range e.Collections[0].Written {
			e.Collections[0].Written[i].Generated = true
		}
		data, err := DataOf(e, "ferries")
		if err != nil {
			t.Fatal(err)
		}
		if got := copiesOf(data.Documents); len(got) != ShownGenerated || got[0] != want {
			t.Errorf("of %d documents: %v", documents, got)
		}
	}
}

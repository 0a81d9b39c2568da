package render

import (
	"fmt"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

func int32Value(n int32) bson.RawValue {
	_, data, _ := bson.MarshalValue(n)
	return bson.RawValue{Type: bson.TypeInt32, Value: data}
}

// scanned returns an example with a question "q" that was answered by reading an index.
func scanned(keys int64, scans ...example.IndexScan) *example.Result {
	return &example.Result{
		Example: &example.Example{Name: "a", Steps: []example.Step{{ID: "one", Answers: &example.Answers{ID: "q"}}, {ID: "two"}}},
		Runs:    []example.Run{{Steps: []example.StepResult{{Cost: example.Cost{KeysRead: example.Measured(keys)}, Scans: scans}, {}}}},
	}
}

func indexed() example.IndexScan {
	return example.IndexScan{
		Collection: "c", Index: "n_t", Fields: []example.IndexField{{Path: "n"}, {Path: "t", Descending: true}}, Bounds: []string{"[1, 2]"},
		Entries: 9, LeftOut: 3, IsMultikey: true, Examined: 3, Documents: 2, Returned: 1,
		Rows: []example.EntryRow{
			{LeftOut: 5},
			{Values: []bson.RawValue{int32Value(7), {}}, State: example.Returned},
			{Values: []bson.RawValue{{Type: bson.TypeObjectID, Value: []byte("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c")}, int32Value(1)}},
			{LeftOut: 2, LeftOutExamined: 2, LeftOutReturned: 1, State: example.Examined},
			{Values: []bson.RawValue{{Type: bson.TypeArray, Value: []byte{5, 0, 0, 0, 0}}, {Type: bson.TypeString, Value: text(strings.Repeat("x", 99))}}, State: example.Within},
		},
	}
}

func text(s string) []byte {
	_, data, _ := bson.MarshalValue(s)
	return data
}

// TestIndexScansOf: entries have their values and states, a gap its numbers, and what
// the index is and how much was read is said.
func TestIndexScansOf(t *testing.T) {
	for _, subject := range []string{"q", "one"} {
		scans, err := IndexScansOf([]*example.Result{scanned(3, indexed()), scanned(0, example.IndexScan{Collection: "c", Documents: 9, Returned: 1})}, subject, 0)
		if err != nil {
			t.Fatal(err)
		}
		scan := scans.Models[0].Scans[0]
		var rows []string
		for _, entry := range scan.Entries {
			row := fmt.Sprint(entry.LeftOut, entry.Examined, entry.Returned)
			for _, value := range entry.Values {
				row += " " + figure.Line{Tokens: value}.Text()
			}
			rows = append(rows, strings.TrimSpace(row+" "+entry.State))
		}
		want := "5 0 0; 0 0 0 7  returned; 0 0 0 …0a0b0c 1; 2 2 1 examined; 0 0 0 [] '" + strings.Repeat("x", longestKey) + "…' within"
		if got := strings.Join(rows, "; "); got != want {
			t.Errorf("%s, want\n%s", got, want)
		}
		want = "measures.keysRead: scan-words.of; measures.documentsRead: 2; scan-words.found: 1; scan-words.multikey; scan-words.left-out: 3"
		if got := spokenAll(append(scan.Counts, scan.Remarks...), "; "); got != want {
			t.Errorf("%s, want\n%s", got, want)
		}
		if got := fmt.Sprint(scan.Fields); got != "[{n false [1, 2]} {t true }]" {
			t.Error(got)
		}
		if without := scans.Models[1].Scans[0]; without.Fields != nil || spokenAll(without.Counts, "; ") != "measures.documentsRead: 9; scan-words.found: 1" {
			t.Errorf("%+v", without)
		}
		if names := fmt.Sprint(scanNames(scans)); names != "[IXSCAN n t COLLSCAN]" {
			t.Error(names)
		}
	}
}

// TestIndexScansRefuse: what reads no index, or not certainly, is told.
func TestIndexScansRefuse(t *testing.T) {
	uncertain, wide, repeated := indexed(), indexed(), scanned(3, indexed(), indexed())
	uncertain.Why, wide.Fields = "it joins", make([]example.IndexField, 5)
	several := scanned(3, indexed())
	for range 2 {
		several.Example.Steps = append(several.Example.Steps, several.Example.Steps[0])
		several.Runs[0].Steps = append(several.Runs[0].Steps, several.Runs[0].Steps[0])
	}
	for name, c := range map[string]struct {
		subject string
		results []*example.Result
		want    string
	}{
		"a scan of the collection": {"q", []*example.Result{scanned(0, example.IndexScan{Collection: "c"})}, `"q" uses no index: whole collections are read, and there are no entries to show`},
		"a write":                  {"q", []*example.Result{scanned(0)}, "the step one of the example a: it looks for no document, and so reads no index"},
		"not measured":             {"two", []*example.Result{scanned(3, indexed())}, `the step two of the example a: it is not measured, and so it is not known what it reads; give it "answers", or an "expectCost" with "keysRead"`},
		"not certain":              {"q", []*example.Result{scanned(3, uncertain)}, "the step one of the example a: no index entries can be shown: it joins"},
		"wide":                     {"q", []*example.Result{scanned(3, wide)}, "the step one of the example a: an index of 5 fields is too wide; at most 4 are shown"},
		"repeated":                 {"q", []*example.Result{repeated}, "the step one of the example a: it is sent several times; the entries of one query are shown"},
		"many steps":               {"q", []*example.Result{several}, `3 steps of the example a answer "q"; a figure of index scans shows at most 2`},
		"many models":              {"q", make([]*example.Result, 5), "5 models are too many for one figure of index scans, which shows at most 4"},
		"another number":           {"q", []*example.Result{scanned(4, indexed())}, "the step one of the example a: 3 entries would be shown as read, but 4 were measured"},
	} {
		if _, err := IndexScansOf(c.results, c.subject, 0); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	notRun := scanned(3)
	notRun.Runs = nil
	if scans, err := IndexScansOf([]*example.Result{notRun}, "q", 0); err != nil || len(scans.Models) != 1 || scans.Models[0].Scans != nil {
		t.Errorf("not run: %+v, %v", scans, err)
	}
}

package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// moving returns an example with these documents, and a step "move" that changes some of
// them.
func moving(t *testing.T, name string, before []string, after ...string) *example.Result {
	t.Helper()
	text := fmt.Sprintf(`{ "$schema": "./example.schema.json", "description": "x", "schema": { "places": { "validator": null } },
  "initialData": [{ "collectionName": "places", "documents": [%s] }],
  "steps": [{ "id": "move", "operation": { "name": "updateMany", "object": "places", "arguments": { "filter": {}, "update": { "$set": { "a": 1 } } } } }] }`, strings.Join(before, ", "))
	e, messages := example.Parse(diag.NewText("examples/"+name+".json", []byte(text)))
	if messages != nil {
		t.Fatal(messages[0].Text)
	}
	var changes []example.Change
	for _, text := range after {
		changed := example.Document{Raw: rawOf(t, text)}
		for stored := range e.Data(0).Documents("places") {
			if stored.Key() == changed.Key() {
				changes = append(changes, example.Change{Collection: "places", Before: stored.Raw, After: changed.Raw})
			}
		}
	}
	return &example.Result{Example: e, Runs: []example.Run{{Steps: []example.StepResult{{
		Cost: example.Cost{DocumentsWritten: example.Measured(int64(len(changes)))}, Changes: changes,
	}}}}}
}

// movingIn is one tree as each model stores it: 1 has 2 and 3, and 4 with 5 moves from 2 to 3.
func movingIn(t *testing.T) map[string]*example.Result {
	t.Helper()
	documents := func(field string, values ...string) []string {
		var all []string
		for i, value := range values {
			if value != "" {
				all = append(all, fmt.Sprintf(`{"_id": %d, "name": "Place %d", %s}`, i+1, i+1, fmt.Sprintf(field, value)))
			}
		}
		return all
	}
	return map[string]*example.Result{
		"parent":    moving(t, "parent", documents(`"p": %s`, "null", "1", "1", "2", "4"), documents(`"p": %s`, "", "", "", "3")...),
		"children":  moving(t, "children", documents(`"c": [%s]`, "2, 3", "4", " ", "5", " "), documents(`"c": [%s]`, "", " ", "4")...),
		"ancestors": moving(t, "ancestors", documents(`"a": [%s]`, " ", "1", "1", "1, 2", "1, 2, 4"), documents(`"a": [%s]`, "", "", "", "1, 3", "1, 3, 4")...),
		"path":      moving(t, "path", documents(`"path": "%s"`, "/1/", "/1/2/", "/1/3/", "/1/2/4/", "/1/2/4/5/"), documents(`"path": "%s"`, "", "", "", "/1/3/4/", "/1/3/4/5/")...),
		"numbers": moving(t, "numbers", documents(`%s`, `"l": 1, "r": 10`, `"l": 2, "r": 7`, `"l": 8, "r": 9`, `"l": 3, "r": 6`, `"l": 4, "r": 5`),
			documents(`%s`, "", `"l": 2, "r": 3`, `"l": 4, "r": 9`, `"l": 5, "r": 8`, `"l": 6, "r": 7`)...),
	}
}

// TestTreeInEachModel: however a model stores it, the rows are the same, and those that the
// move rewrites have what they stored before and after.
func TestTreeInEachModel(t *testing.T) {
	results := movingIn(t)
	for model, want := range map[string]string{
		"parent":    "1 null|.2 1|..4* 2→3|...5 4|.3 1",
		"children":  "1 [2,3]|.2* [4]→[]|..4 [5]|...5 []|.3* []→[4]",
		"ancestors": "1 []|.2 [1]|..4* [1,2]→[1,3]|...5* [1,2,4]→[1,3,4]|.3 [1]",
		"path":      "1 /1/|.2 /1/2/|..4* /1/2/4/→/1/3/4/|...5* /1/2/4/5/→/1/3/4/5/|.3 /1/3/",
		"numbers":   "1 1 – 10|.2* 2 – 7→2 – 3|..4* 3 – 6→5 – 8|...5* 4 – 5→6 – 7|.3* 8 – 9→4 – 9",
	} {
		tree, err := TreeOf(results[model], []*example.Result{results["parent"], results[model]}, "move", 0)
		if err != nil {
			t.Errorf("%s: %v", model, err)
			continue
		}
		if got := drawnTree(tree); got != want {
			t.Errorf("%s: %s, want %s", model, got, want)
		}
		if tree.All != 5 || tree.Written != strings.Count(want, "*") {
			t.Errorf("%s: %d of %d are rewritten", model, tree.Written, tree.All)
		}
		if want := (figure.TreeMove{Node: "Place 4", From: "Place 2", To: "Place 3", Field: "name"}); tree.Move != want {
			t.Errorf("%s: %+v", model, tree.Move)
		}
	}
}

func drawnTree(tree figure.Tree) string {
	var rows []string
	for _, row := range tree.Rows {
		text := strings.Repeat(".", len(row.Lines)) + row.ID
		if row.LeftOut > 0 {
			text += fmt.Sprintf("+%d", row.LeftOut)
		}
		if row.Written > 0 {
			text += "*"
		}
		text += " " + row.Before()
		if row.After() != row.Before() {
			text += "→" + row.After()
		}
		rows = append(rows, strings.TrimSpace(text))
	}
	return strings.Join(rows, "|")
}

// TestLargeTree: of a large tree only the subtree, its two parents and what is above them
// have rows; others are counted in their place, and so are those that are rewritten.
func TestLargeTree(t *testing.T) {
	documents := []string{`{"_id": 1, "p": null}`, `{"_id": 2, "p": 1}`}
	for i := range 20 {
		documents = append(documents, fmt.Sprintf(`{"_id": %d, "p": 1}`, 3+i))
	}
	documents = append(documents, `{"_id": 30, "p": 2}`, `{"_id": 31, "p": 2}`)
	tree, err := TreeOf(moving(t, "large", documents, `{"_id": 30, "p": 22}`), nil, "move", 0)
	if want := "1 null|.2 1|..30* 2→22|.+20|.22 1"; err != nil || drawnTree(tree) != want {
		t.Errorf("%s, %v, want %s", drawnTree(tree), err, want)
	}
}

// TestTreeRefuses: data that form no tree, and moves that can't be drawn, are errors that
// name the documents.
func TestTreeRefuses(t *testing.T) {
	numbers := []string{`{"_id": 1, "l": 1, "r": 6}`, `{"_id": 2, "l": 2, "r": 4}`, `{"_id": 3, "l": 3, "r": 5}`}
	parents := []string{`{"_id": 1, "p": null}`, `{"_id": 2, "p": 1}`, `{"_id": 3, "p": 1}`, `{"_id": 4, "p": 2}`}
	with := func(more ...string) []string { return append(slices.Clone(parents), more...) }
	var wide []string
	for i := range 20 {
		wide = append(wide, fmt.Sprintf(`{"_id": %d, "p": 4}`, 10+i))
	}
	for _, c := range []struct {
		before, after []string
		want          string
	}{
		{with(`{"_id": 5, "p": 9}`), []string{`{"_id": 4, "p": 3}`}, "places 5 is an orphan: its p has 9, which is not there"},
		{with(`{"_id": 5, "p": 6}`, `{"_id": 6, "p": 5}`), []string{`{"_id": 4, "p": 3}`}, "places 6 is below itself"},
		{with(`{"_id": 5, "p": null}`), []string{`{"_id": 4, "p": 3}`}, "nothing is above places 1, nor above places 5: the documents are no tree"},
		{with(), []string{`{"_id": 2, "p": 4}`}, "after move of the example refused: places 4 is below itself"},
		{with(), []string{`{"_id": 4, "p": 3}`, `{"_id": 3, "p": 2}`}, "moves places 3 and places 4: a drawing shows one move"},
		{with(), []string{`{"_id": 4, "p": 2, "x": 1}`}, "no field that changes says what is below what"},
		{with(), nil, "move of the example refused rewrites nothing: it is no move"},
		{with(wide...), []string{`{"_id": 4, "p": 3}`}, "the move of places 4 needs 24 rows: a tree is drawn with at most 16"},
		{[]string{`{"_id": 1, "c": [2, 3]}`, `{"_id": 2, "c": [4]}`, `{"_id": 3, "c": [4]}`, `{"_id": 4, "c": []}`}, []string{`{"_id": 2, "c": []}`}, "places 4 is below two: places 2 and places 3"},
		{[]string{`{"_id": 1, "c": [2, 3]}`, `{"_id": 2, "c": [9]}`, `{"_id": 3, "c": []}`}, []string{`{"_id": 2, "c": []}`}, "c of places 2 name 9, which is not there"},
		{[]string{`{"_id": 1, "a": []}`, `{"_id": 2, "a": [1]}`, `{"_id": 3, "a": [1]}`, `{"_id": 4, "a": [1, 2]}`, `{"_id": 5, "a": [1, 3, 4]}`}, []string{`{"_id": 4, "a": [1, 3]}`}, "a of places 5 don't continue those of places 4"},
		{[]string{`{"_id": 1, "w": "/1"}`, `{"_id": 2, "w": "/1/2"}`, `{"_id": 3, "w": "/7/3"}`}, []string{`{"_id": 2, "w": "/1/3/2"}`}, "places 3 is an orphan: its w has 7, which is not there"},
		{[]string{`{"_id": 1, "w": "/1"}`, `{"_id": 2, "w": "/1/2"}`, `{"_id": 3, "w": "/1/8/2/3"}`}, []string{`{"_id": 2, "w": "/1/3/2"}`}, "the w \"/1/8/2/3\" of places 3 doesn't continue that of places 2"},
		{[]string{`{"_id": 1, "w": "/1"}`, `{"_id": 2, "w": "/1/2"}`, `{"_id": 3, "w": "/1/9"}`}, []string{`{"_id": 2, "w": "/1/3/2"}`}, "the w \"/1/9\" of places 3 does not end in its _id"},
		{[]string{`{"_id": 1, "c": [2, 3]}`, `{"_id": 2, "c": []}`, `{"_id": 3, "c": []}`}, []string{`{"_id": 1, "c": [3, 2]}`}, "moves nothing: each document is below the same as before"},
		{numbers, []string{`{"_id": 1, "l": 2, "r": 7}`}, "the numbers of places 2 and places 3 overlap"},
		{[]string{`{"_id": 1, "p": null, "a": []}`, `{"_id": 2, "p": 1, "a": [1]}`, `{"_id": 3, "p": 1, "a": [1]}`, `{"_id": 4, "p": 3, "a": [1, 2]}`}, []string{`{"_id": 4, "p": 2, "a": [1, 3]}`}, "p and a say different trees: places 4 is below 3, and below 2"},
	} {
		_, err := TreeOf(moving(t, "refused", c.before, c.after...), nil, "move", 0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nto %v\ngives %v\nwant %s", c.before, c.after, err, c.want)
		}
	}
}

// TestModelsHaveOneTree: a model whose tree or move is another than the first one's is
// refused, and so is a step of which not all changes are known.
func TestModelsHaveOneTree(t *testing.T) {
	first := movingIn(t)["parent"]
	for want, after := range map[string][]string{
		"another tree than that of parent: places 5 is below 2, and there below 4": {`{"_id": 4, "p": 3}`},
		"another move than that of parent: places 5 to 3, and there places 4 to 3": {`{"_id": 5, "p": 3}`},
	} {
		last := "4"
		if strings.Contains(want, "tree") {
			last = "2"
		}
		other := moving(t, "other", []string{`{"_id": 1, "p": null}`, `{"_id": 2, "p": 1}`, `{"_id": 3, "p": 1}`, `{"_id": 4, "p": 2}`, `{"_id": 5, "p": ` + last + `}`}, after...)
		if _, err := TreeOf(other, []*example.Result{first, other}, "move", 0); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	first.Runs[0].Steps[0].Cost.DocumentsWritten = example.Measured(2)
	if _, err := TreeOf(first, nil, "move", 0); err == nil || !strings.Contains(err.Error(), "writes 2 documents, and how each changes is known of 1") {
		t.Errorf("unknown changes: %v", err)
	}
	if tree, err := TreeOf(&example.Result{Example: first.Example}, nil, "move", 0); err != nil || tree.Rows != nil {
		t.Errorf("an example that did not run: %+v, %v", tree, err)
	}
}

// TestTreeValuesFit: what a row stores is cut where there is no room, never what changes.
func TestTreeValuesFit(t *testing.T) {
	ids := func(from, to int) []string {
		var all []string
		for id := from; id <= to; id++ {
			all = append(all, fmt.Sprint(id))
		}
		return all
	}
	for _, c := range []struct {
		before, after []string
		want          string
	}{
		{ids(1001, 1003), ids(1001, 1003), "1001,1002,1003"},
		{ids(1001, 1030), ids(1001, 1030), "1001,1002,1003,1004…"},
		{ids(1001, 1030), slices.Concat(ids(1001, 1014), ids(1016, 1030)), "…1014,-1015,-1016,1017…"},
		{ids(1001, 1005), ids(1001, 1004), "…1002,1003,1004-,1005-"},
		{[]string{"1", "2"}, []string{"1", "3"}, "1,-2-+3+"},
		{nil, []string{"4"}, "+4+"},
		{ids(1001, 1009), []string{"7"}, "-1001,…,1009-+7+"},
	} {
		text := ""
		for _, piece := range pieces(c.before, c.after, ",") {
			mark := [...]string{figure.Same: "", figure.Added: "+", figure.Removed: "-"}[piece.Change]
			text += mark + piece.Text + mark
		}
		if text != c.want {
			t.Errorf("%v to %v: %s, want %s", c.before, c.after, text, c.want)
		}
	}
}

package render

import (
	"fmt"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// blockOf makes an example with nine generated huts, two written guests who refer to
// two of them, and a step for each list of huts, which it returns; then its block.
func blockOf(t *testing.T, steps ...[]int) (*example.Result, []guide.Target) {
	t.Helper()
	var huts []string
	for i := range 9 {
		huts = append(huts, fmt.Sprintf(`{"_id": %d}`, i+1))
	}
	e := modelOf(t, map[string][]string{"huts": huts, "guests": {`{"_id": "Ana", "hut": 8}`, `{"_id": "Bo", "hut": 3}`}}, "guests.hut -> huts._id")
	for i := range e.Collection("huts").Written {
		e.Collection("huts").Written[i].Generated = true
	}
	r := &example.Result{Example: e, Runs: make([]example.Run, 1)}
	block := []guide.Target{{Kind: "data", Collection: "huts"}, {Kind: "data", Collection: "guests"}}
	for i, ids := range steps {
		found := bson.A{}
		for _, id := range ids {
			found = append(found, bson.D{{Key: "_id", Value: int32(id)}})
		}
		addStep(t, r, "huts", found)
		block = append(block, guide.Target{Kind: "steps", Step: fmt.Sprint("step-", i)})
	}
	return r, block
}

func addStep(t *testing.T, r *example.Result, collection string, found bson.A) {
	t.Helper()
	raw, err := bson.Marshal(bson.D{{Key: "v", Value: found}})
	if err != nil {
		t.Fatal(err)
	}
	id := fmt.Sprint("step-", len(r.Example.Steps))
	r.Example.Steps = append(r.Example.Steps, example.Step{ID: id, Operation: example.Operation{Name: "find", Object: collection, Arguments: bson.D{}}})
	r.Runs[0].Steps = append(r.Runs[0].Steps, example.StepResult{Value: bson.Raw(raw).Lookup("v")})
}

// shownBeside returns the documents of a collection that a block shows, those that its
// steps touch with a star.
func shownBeside(t *testing.T, r *example.Result, collection string, c *Choice) string {
	t.Helper()
	data, err := dataOf(r.Example, collection, c)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, box := range data.Documents {
		id := box.ID
		if len(box.Touched) > 0 {
			id += "*"
		}
		shown = append(shown, id)
	}
	return strings.Join(shown, " ")
}

// TestChoice: of generated documents a block shows those that its steps touch, one of
// each step if there is room.
func TestChoice(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps [][]int
		want  string
		apart string
	}{
		{"nothing is touched", nil, "1 2", ""},
		{"nothing is known", [][]int{{}}, "1 2", ""},
		{"one is touched", [][]int{{5}}, "1 5*", ""},
		{"a step touches many", [][]int{{5, 6, 7}}, "5* 6*", ""},
		{"one for each step", [][]int{{5, 6}, {7}}, "5* 7*", ""},
		{"one for two steps", [][]int{{5, 6}, {6, 7}, {9}}, "6* 9*", ""},
		{"too little room", [][]int{{5}, {6}, {7}}, "5* 6*", "step-2 huts 7"},
		{"what is not stored yet", [][]int{{5}, {6}, {70}}, "5* 6*", ""},
	} {
		r, block := blockOf(t, c.steps...)
		choice := Choose(r, block)
		if got := shownBeside(t, r, "huts", choice); got != c.want {
			t.Errorf("%s: %s is shown, not %s", c.name, got, c.want)
		}
		var apart []string
		for _, a := range choice.Apart() {
			apart = append(apart, a.Step+" "+a.Collection+" "+a.ID)
		}
		if got := strings.Join(apart, ", "); got != c.apart {
			t.Errorf("%s: %q is reported, not %q", c.name, got, c.apart)
		}
	}
}

// What a touched document refers to is shown before what is only first.
func TestChoiceFollowsReferences(t *testing.T) {
	r, block := blockOf(t)
	addStep(t, r, "guests", bson.A{bson.D{{Key: "_id", Value: "Ana"}}})
	block = append(block, guide.Target{Kind: "steps", Step: "step-0"})
	choice := Choose(r, block)
	if got := shownBeside(t, r, "guests", choice) + ", " + shownBeside(t, r, "huts", choice); got != "'Ana'* 'Bo', 1 8" {
		t.Errorf("%s are shown", got)
	}
	if got := shownBeside(t, r, "huts", Choose(r, block[:1])); got != "1 2" {
		t.Errorf("without the guests, %s are shown", got)
	}
}

package render

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// storing returns an example with documents of that many bytes in each collection, and
// a question "q" whose steps touch them.
func storing(name string, steps []example.Step, costs []example.StepResult, collections ...[]int) *example.Result {
	e := &example.Example{Name: name, Steps: steps}
	for i, sizes := range collections {
		c := example.Collection{Name: fmt.Sprint("c", i)}
		for _, size := range sizes {
			c.Written = append(c.Written, example.Document{Raw: make(bson.Raw, size)})
		}
		e.Collections = append(e.Collections, c)
	}
	return &example.Result{Example: e, Runs: []example.Run{{Steps: costs}}}
}

func touching(collection, operation string, read, bytes, written int64) (example.Step, example.StepResult) {
	return example.Step{Answers: &example.Answers{ID: "q"}, Operation: example.Operation{Name: operation, Object: collection}},
		example.StepResult{Cost: example.Cost{DocumentsRead: example.Measured(read), BytesRead: example.Measured(bytes), DocumentsWritten: example.Measured(written)}}
}

// area is the area of a drawn cell.
type area struct{ x, y, wide, high float64 }

var drawnCell = regexp.MustCompile(`M([0-9]+) ([0-9]+)h([0-9]+)v([0-9]+)h-[0-9]+z`)

func areas(t *testing.T, shapes []figure.Shape, class string) []area {
	t.Helper()
	var all []area
	for _, shape := range shapes {
		if shape.Attributes[1] != class {
			continue
		}
		for _, m := range drawnCell.FindAllStringSubmatch(shape.Attributes[3], -1) {
			var n [4]float64
			for i := range n {
				n[i], _ = strconv.ParseFloat(m[i+1], 64)
			}
			all = append(all, area{n[0], n[1], n[2], n[3]})
		}
	}
	return all
}

func total(all []area) float64 {
	sum := 0.0
	for _, a := range all {
		sum += a.wide * a.high
	}
	return sum
}

// TestByteHasOneArea: in all drawings the areas of stored, read and changed documents
// are in proportion to their bytes, whatever the numbers are. Cells are inside the
// drawing, and none is over another.
func TestByteHasOneArea(t *testing.T) {
	many := slices.Repeat([]int{82}, 104)
	for name, c := range map[string]struct {
		collections [][]int
		read, bytes int64
	}{
		"one of many":          {[][]int{many, {62, 62, 62, 62}}, 1, 82},
		"some of many":         {[][]int{many, {62}}, 27, 2214},
		"all":                  {[][]int{{227, 853, 700}}, 3, 1780},
		"the largest of two":   {[][]int{{50, 5000}}, 1, 5000},
		"the largest of three": {[][]int{{40, 40, 9000}, {5}}, 1, 9000},
		"nearly all":           {[][]int{{10, 1000, 1000, 1000, 1000}}, 4, 4000},
		"a prime":              {[][]int{slices.Repeat([]int{100}, 61)}, 30, 3000},
	} {
		step, cost := touching("c0", "find", c.read, c.bytes, 0)
		r := storing("a", []example.Step{step}, []example.StepResult{cost}, c.collections...)
		other := storing("b", nil, nil, []int{30_000})
		m, err := TouchMapOf([]*example.Result{r, other}, "q", 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		scale := total(areas(t, m.Stored[1].Shapes, "stored")) / 30_000
		stored := areas(t, m.Stored[0].Shapes, "stored")
		bytes := 0
		for _, sizes := range c.collections {
			for _, size := range sizes {
				bytes += size
			}
		}
		lit := areas(t, m.Operations[0][0].Shapes, "read")
		if int64(len(lit)) != c.read {
			t.Errorf("%s: %d cells for %d documents", name, len(lit), c.read)
		}
		for i, sizes := range c.collections {
			linesBetweenColumns(t, name, m.Stored[0].Shapes[i].Attributes[3], len(sizes))
		}
		holdsArea(t, name+", stored", total(stored), float64(bytes)*scale)
		holdsArea(t, name+", read", total(lit), float64(c.bytes)*scale)
		apart(t, name+", stored", stored, m.Stored[0])
		apart(t, name+", read", lit, m.Stored[0])
	}
}

var drawnLine = regexp.MustCompile(`M[0-9]+ [0-9]+v[0-9]+`)

// TestJoinIsLitInItsCollection: documents that a join reads are those of the collection
// that it joins.
func TestJoinIsLitInItsCollection(t *testing.T) {
	step, read := touching("c0", "aggregate", 4, 400, 0)
	read.Cost.Joined = []example.JoinedRead{{Collection: "c1", Documents: 3, Bytes: 300}}
	r := storing("a", []example.Step{step}, []example.StepResult{read}, []int{100, 100}, slices.Repeat([]int{100}, 9))
	m, err := TouchMapOf([]*example.Result{r}, "q", 0)
	if err != nil {
		t.Fatal(err)
	}
	var lit []int
	for _, shape := range m.Operations[0][0].Shapes {
		lit = append(lit, len(areas(t, []figure.Shape{shape}, "read")))
	}
	if !slices.Equal(lit, []int{1, 3}) {
		t.Errorf("%v documents are lit, want 1 and the 3 that are joined", lit)
	}
}

// linesBetweenColumns checks that a grid has as many cells as there are documents: a
// row and a line each add one.
func linesBetweenColumns(t *testing.T, name, path string, documents int) {
	t.Helper()
	rows, lines := drawnCell.FindAllStringSubmatch(path, -1), drawnLine.FindAllString(path, -1)
	columns := len(lines) + 1
	if full := len(rows) - 1; documents <= full*columns || documents > len(rows)*columns {
		t.Errorf("%s: %d rows of %d columns for %d documents", name, len(rows), columns, documents)
	}
}

func holdsArea(t *testing.T, name string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 0.02*want {
		t.Errorf("%s: an area of %.1f, want %.1f", name, got, want)
	}
}

// apart checks that areas are inside the drawing, and none is over another.
func apart(t *testing.T, name string, all []area, in figure.Picture) {
	t.Helper()
	const close = 4 // units are rounded
	for i, a := range all {
		if a.x < 0 || a.y < 0 || a.x+a.wide > float64(in.X+in.Width)+close || a.y+a.high > float64(in.Y+in.Height)+close {
			t.Errorf("%s: %+v leaves the drawing of %d × %d", name, a, in.Width, in.Height)
		}
		for _, b := range all[i+1:] {
			if a.x+a.wide-close > b.x && b.x+b.wide-close > a.x && a.y+a.high-close > b.y && b.y+b.high-close > a.y {
				t.Errorf("%s: %+v lies over %+v", name, a, b)
			}
		}
	}
}

// TestTouchSaysHowMuch: the text counts the documents that all steps of a question
// read and change, with bytes before and after where they are known.
func TestTouchSaysHowMuch(t *testing.T) {
	find, found := touching("c0", "findOne", 1, 80, 0)
	rename, renamed := touching("c1", "updateMany", 2, 100, 2)
	renamed.Changes = []example.Change{{Before: make(bson.Raw, 50), After: make(bson.Raw, 53)}, {Before: make(bson.Raw, 50), After: make(bson.Raw, 57)}}
	insert, inserted := touching("c1", "insertOne", 0, 0, 1)
	inserted.Changes = []example.Change{{After: make(bson.Raw, 60)}}
	r := storing("a", []example.Step{find, rename, insert}, []example.StepResult{found, renamed, inserted}, []int{80, 80}, []int{50, 50, 50})
	m, err := TouchMapOf([]*example.Result{r}, "q", 0)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, phrase := range m.Operations[0][0].Counts {
		said = append(said, spoken(phrase))
	}
	want := "read: 3 documents, 180 bytes; changes.changed: 2 documents, 100 → 110 bytes; changes.new: 1 documents, 60 bytes"
	if got := strings.Join(said, "; "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	shapes := m.Operations[0][0].Shapes
	if read, changed := areas(t, shapes, "read"), areas(t, shapes, "changed"); len(read) != 1 || len(changed) != 2 {
		t.Errorf("%d cells are read and %d changed", len(read), len(changed))
	}
	if got := spoken(m.Counts[0]); got != "c0: 2, c1: 3" {
		t.Errorf("%s stored", got)
	}
}

func spoken(phrase figure.Phrase) string {
	switch phrase := phrase.(type) {
	case figure.Text:
		return string(phrase)
	case figure.Integer:
		return strconv.FormatInt(int64(phrase), 10)
	case figure.Plural:
		return spoken(phrase.With[0].Phrase) + " " + phrase.Key
	case figure.Enumeration:
		return spokenAll(phrase, ", ")
	case figure.Sequence:
		return spokenAll(phrase, "")
	case figure.Words:
		if phrase.Key == "because" {
			return spoken(phrase.With[0].Phrase) + ": " + spoken(phrase.With[1].Phrase)
		}
		return phrase.Key
	}
	return "?"
}

func spokenAll(phrases []figure.Phrase, by string) string {
	var said []string
	for _, phrase := range phrases {
		said = append(said, spoken(phrase))
	}
	return strings.Join(said, by)
}

// TestTouchRefuses: reads of more documents than are stored are not drawn, nor costs
// that were not measured.
func TestTouchRefuses(t *testing.T) {
	for _, more := range [][2]int64{{3, 150}, {2, 180}} {
		step, cost := touching("c0", "find", more[0], more[1], 0)
		if _, err := TouchMapOf([]*example.Result{storing("a", []example.Step{step}, []example.StepResult{cost}, []int{80, 80})}, "q", 0); err == nil {
			t.Errorf("%v of two documents with 160 bytes is drawn", more)
		}
	}
	step, _ := touching("c0", "find", 1, 1, 0)
	m, err := TouchMapOf([]*example.Result{storing("a", []example.Step{step}, make([]example.StepResult, 1), []int{80})}, "q", 0)
	if touched := m.Operations[0][0]; err != nil || touched.Shapes != nil || spoken(touched.Counts[0]) != "not-measured" {
		t.Errorf("%+v, %v", touched, err)
	}
}

// TestTouchMapsJoin: operations on the same models at the same size are one map.
func TestTouchMapsJoin(t *testing.T) {
	of := func(size int, models ...string) figure.Figure {
		return figure.Figure{Panes: onePane(figure.TouchMap{Size: size, Models: models, Operations: make([]figure.Touching, 1)})}
	}
	joined, ok := of(3, "a", "b").Join(of(3, "a", "b"))
	if m := joined.Panes[0].Elements[0].(figure.TouchMap); !ok || len(m.Operations) != 2 {
		t.Errorf("%+v, %v", m, ok)
	}
	for _, other := range []figure.Figure{of(5, "a", "b"), of(3, "a", "c")} {
		if _, ok := of(3, "a", "b").Join(other); ok {
			t.Errorf("%+v is joined", other)
		}
	}
}

package render

import (
	"cmp"
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
	"modelbook/generator/weigh"
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

// A path is drawn with these: from a point, by a step, across, down, and back to the point.
var strokes = regexp.MustCompile(`([Mmhvz])(-?[0-9.]+)?(?: ?(-?[0-9.]+))?`)

// areas returns the cells that shapes of a class draw: rectangles, divided by the lines
// across and down that are drawn after each.
func areas(t *testing.T, shapes []figure.Shape, class string) []area {
	t.Helper()
	var all []area
	for _, shape := range shapes {
		if shape.Attributes[1] == class {
			all = append(all, cellsOf(t, shape.Attributes[3])...)
		}
	}
	return all
}

func cellsOf(t *testing.T, path string) []area {
	t.Helper()
	if rest := strokes.ReplaceAllString(path, ""); rest != "" {
		t.Fatalf("%s is no path that is known here: %q", path, rest)
	}
	const near = 1.5 // units are rounded, of a point and of a step
	var cells []area
	var block area
	var rows, columns []float64 // where lines divide the block
	end := func() {
		ys, xs := append(append([]float64{block.y}, rows...), block.y+block.high), append(append([]float64{block.x}, columns...), block.x+block.wide)
		for i := 1; block.wide > 0 && i < len(ys); i++ {
			for j := 1; j < len(xs); j++ {
				cells = append(cells, area{xs[j-1], ys[i-1], xs[j] - xs[j-1], ys[i] - ys[i-1]})
			}
		}
		rows, columns = nil, nil
	}
	var x, y float64
	all := strokes.FindAllStringSubmatch(path, -1)
	for i, stroke := range all {
		a, _ := strconv.ParseFloat(stroke[2], 64)
		b, _ := strconv.ParseFloat(stroke[3], 64)
		outline := i+3 < len(all) && all[i+3][1] == "z"
		switch stroke[1] {
		case "M":
			x, y = a, b
		case "m":
			x, y = x+a, y+b
		case "h":
			if outline { // and down, back and closed
				end()
				high, _ := strconv.ParseFloat(all[i+1][2], 64)
				block = area{x, y, a, high}
			} else if i+1 == len(all) || all[i+1][1] != "z" {
				rows = append(rows, y)
				if math.Abs(x-block.x) > near || math.Abs(a-block.wide) > near || y <= block.y || y >= block.y+block.high {
					t.Errorf("a line across at %.1f %.1f, %.1f wide, divides no block %+v", x, y, a, block)
				}
			}
			x += a
		case "v":
			if all[i-1][1] != "h" || i+2 >= len(all) || all[i+2][1] != "z" {
				columns = append(columns, x)
				if math.Abs(y-block.y) > near || math.Abs(a-block.high) > near || x <= block.x || x >= block.x+block.wide {
					t.Errorf("a line down at %.1f %.1f, %.1f high, divides no block %+v", x, y, a, block)
				}
			}
			y += a
		case "z":
			x, y = block.x, block.y
		}
	}
	end()
	return cells
}

// TestCellsFromAnywhere: each document has its cell, wherever the first and the last stand
// in their rows.
func TestCellsFromAnywhere(t *testing.T) {
	p := plot{columns: 5, top: 40, cellWide: 31.37, cellHigh: 20.61}
	for from := range 16 {
		for to := from; to <= 23; to++ {
			got := cellsOf(t, p.cells(from, to))
			slices.SortFunc(got, func(a, b area) int {
				return cmp.Or(cmp.Compare(math.Round(a.y/10), math.Round(b.y/10)), cmp.Compare(a.x, b.x))
			})
			if len(got) != to-from {
				t.Errorf("%d cells from %d to %d", len(got), from, to)
				continue
			}
			for i, cell := range got {
				column, row := (from+i)%5, (from+i)/5
				if math.Abs(cell.x-float64(column)*31.37) > 1 || math.Abs(cell.y-40-float64(row)*20.61) > 1 || math.Abs(cell.wide-31.37) > 1.5 || math.Abs(cell.high-20.61) > 1.5 {
					t.Errorf("from %d to %d: cell %d is %+v", from, to, from+i, cell)
				}
			}
		}
	}
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
			if cells := cellsOf(t, m.Stored[0].Shapes[i].Attributes[3]); len(cells) != len(sizes) {
				t.Errorf("%s: %d cells for %d documents", name, len(cells), len(sizes))
			}
		}
		holdsArea(t, name+", stored", total(stored), float64(bytes)*scale)
		holdsArea(t, name+", read", total(lit), float64(c.bytes)*scale)
		apart(t, name+", stored", stored, m.Stored[0])
		apart(t, name+", read", lit, m.Stored[0])
	}
}

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

// TestTouchStripsOf: the question is the one by whose work the models differ most, of those
// that touch different numbers of documents; models that are not weighed are left out.
func TestTouchStripsOf(t *testing.T) {
	model := func(name string, read ...int64) *example.Result {
		var steps []example.Step
		var costs []example.StepResult
		for i, n := range read {
			step, cost := touching("c0", "find", n, 10*n, 0)
			step.Answers = &example.Answers{ID: fmt.Sprint("q", i)}
			steps, costs = append(steps, step), append(costs, cost)
		}
		return storing(name, steps, costs, []int{10, 10, 10, 10, 10})
	}
	weighed := func(name string, keys ...float64) weigh.Model {
		m := weigh.Model{Name: name, RoundTrips: make([]float64, len(keys))}
		for _, n := range keys {
			var a weigh.Amounts
			a[weigh.Keys] = n
			m.Amounts = append(m.Amounts, a)
		}
		return m
	}
	of := Models{
		Listed: []*example.Result{model("a", 1, 1, 2), model("unweighed", 5, 5, 5), model("b", 2, 1, 3)},
		Weighing: &weigh.Weighing{
			Questions: []weigh.Question{{ID: "q0", Day: 1}, {ID: "q1", Day: 1}, {ID: "q2", Day: 10}},
			Models:    []weigh.Model{weighed("a", 5, 0, 1), weighed("b", 0, 90, 2)}, CostModel: weigh.NewCostModel(nil),
		},
	}
	strips := TouchStripsOf(of)
	if strips == nil || strips.Question != figure.Question("q2") || !slices.Equal(strips.Models, []string{"a", "b"}) {
		t.Fatalf("got %+v", strips)
	}
	if lit := areas(t, strips.Operations[0][1].Shapes, "read"); len(lit) != 3 {
		t.Errorf("b has %d documents that are read, of 3", len(lit))
	}
	if high := strips.Stored[0].Height; high > 300+2*mapEdge {
		t.Errorf("the drawing is %d high", high)
	}
	of.Listed[2] = model("b", 1, 1, 2)
	if strips := TouchStripsOf(of); strips != nil {
		t.Errorf("models that touch the same: %+v", strips)
	}
	of.Weighing = nil
	if strips := TouchStripsOf(of); strips != nil {
		t.Errorf("models that are not weighed: %+v", strips)
	}
}

package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// touchKind is a map of the models' documents with those that a question reads and
// writes. Without a size they are those at the first.
var touchKind = Kind{
	[]guide.Pattern{
		{Fragment: "touch/<answers>", Place: guide.InList},
		{Fragment: "touch/<answers>/<size>", Place: guide.InList},
	},
	func(of Models, t guide.Target) (figure.Figure, error) {
		touched, err := TouchMapOf(of.Results, t.Question, t.Size)
		return figure.Figure{Panes: onePane(touched)}, err
	},
}

// mapWide is the width of the drawing of the model that stores most, in units that are
// small enough for integers. A byte has the same area in all models.
const mapWide = 2400.0

// mapFrame is the form of drawings: how high that of the model that stores most is, and
// how many times as wide as high a small plot is.
type mapFrame struct{ high, wideToHigh float64 }

// tall is that of a map, flat that of one in a card.
var tall, flat = mapFrame{1500, 2.5}, mapFrame{300, 8}

// leastCell is the side of the smallest cell with lines around it.
const leastCell = 20

// mapGap is the gap between plots, mapEdge the room for the lines around them.
const mapGap, mapEdge = 80, 10

// plot is a collection, with a cell of the average size for each document.
type plot struct {
	collection         string
	documents, columns int
	bytes              int
	top, wide          float64 // its left is 0
	cellWide, cellHigh float64
}

func (p plot) high() float64 {
	return math.Ceil(float64(p.documents)/float64(p.columns)) * p.cellHigh
}

// TouchMapOf draws the documents that models store, and over them those that a
// question reads and writes.
func TouchMapOf(results []*example.Result, answers string, size int) (figure.TouchMap, error) {
	return tall.touchMapOf(results, answers, size)
}

func (f mapFrame) touchMapOf(results []*example.Result, answers string, size int) (figure.TouchMap, error) {
	m := figure.TouchMap{Size: size, Operations: make([]figure.Touching, 1)}
	drawings, scale := f.plotsOf(results, size)
	high := 0.0
	for _, plots := range drawings {
		if len(plots) > 0 {
			last := plots[len(plots)-1]
			high = max(high, last.top+last.high())
		}
	}
	for i, r := range results {
		m.Models = append(m.Models, r.Example.Name)
		stored := figure.Picture{Class: "map", X: -mapEdge, Y: -mapEdge, Width: mapWide + 2*mapEdge, Height: int(math.Ceil(high)) + 2*mapEdge}
		var counts figure.Enumeration
		for _, p := range drawings[i] {
			stored.Add("path", "class", "stored", "d", p.cells(0, p.documents))
			counts = append(counts, figure.Because(figure.Text(p.collection), figure.Integer(p.documents)))
		}
		m.Stored, m.Counts = append(m.Stored, stored), append(m.Counts, counts)
		touched, err := touchedBy(r, answers, size, drawings[i], scale)
		if err != nil {
			return m, err
		}
		m.Operations[0] = append(m.Operations[0], touched)
	}
	return m, nil
}

// plotsOf lays out the collections of each model, one below the other, and returns
// them with the area of a byte.
func (f mapFrame) plotsOf(results []*example.Result, size int) (drawings [][]plot, scale float64) {
	drawings = make([][]plot, len(results))
	most := 1
	for i, r := range results {
		stored := 0
		data := r.Example.Data(max(size, r.Example.FirstSize()))
		for _, c := range r.Example.Collections {
			p := plot{collection: c.Name}
			for document := range data.Documents(c.Name) {
				p.documents++
				p.bytes += len(document.Raw)
			}
			if p.documents > 0 {
				drawings[i] = append(drawings[i], p)
				stored += p.bytes
			}
		}
		most = max(most, stored)
	}
	scale = mapWide * f.high / float64(most)
	for _, plots := range drawings {
		top := 0.0
		for i := range plots {
			plots[i].layOut(top, scale, f.wideToHigh)
			top += plots[i].high() + mapGap
		}
	}
	return drawings, scale
}

// layOut sets the place and the cells of a plot. A small plot is narrow, since over
// the full width it would be a hairline.
func (p *plot) layOut(top, scale, wideToHigh float64) {
	const cellWideToHigh = 1.4
	area := float64(p.bytes) * scale
	p.top, p.wide = top, min(mapWide, math.Sqrt(wideToHigh*area))
	each := area / float64(p.documents)
	p.columns = evenColumns(p.documents, p.wide/math.Sqrt(cellWideToHigh*each))
	p.cellWide = p.wide / float64(p.columns)
	p.cellHigh = each / p.cellWide
}

// evenColumns returns the number of columns near the wanted one that fills the last
// row best.
func evenColumns(documents int, wanted float64) int {
	const mostOff = 0.3
	best, least := 1, math.Inf(1)
	for columns := 1; columns <= documents; columns++ {
		off := math.Abs(float64(columns)-wanted) / wanted
		empty := float64((columns - documents%columns) % columns)
		if off > mostOff {
			off *= float64(documents) // chosen only if no other is near
		}
		if off+empty < least {
			best, least = columns, off+empty
		}
	}
	return best
}

// overlay returns a plot of some documents and bytes inside p, with as many of p's
// columns as keep it no higher than p.
func (p plot) overlay(documents, bytes int, scale float64) plot {
	within := plot{collection: p.collection, documents: documents, bytes: bytes, top: p.top, wide: p.wide}
	each := float64(bytes) * scale / float64(documents)
	for within.columns = p.columns; ; within.columns-- {
		within.cellWide = p.wide / float64(within.columns)
		within.cellHigh = each / within.cellWide
		if within.columns == 1 || within.high() <= p.high() {
			return within
		}
	}
}

// cells returns a path of some cells of a plot: those of full rows as one block, and
// those of a row that begins or ends between two columns as another.
func (p plot) cells(from, to int) string {
	var path strings.Builder
	for from < to {
		column, rows := from%p.columns, 1
		columns := min(p.columns-column, to-from)
		if columns == p.columns {
			rows = (to - from) / p.columns
		}
		left, top := float64(column)*p.cellWide, p.top+float64(from/p.columns)*p.cellHigh
		path.WriteString(p.block(left, top, columns, rows))
		from += columns * rows
	}
	return path.String()
}

// block returns a path of the edges of cells: one around them all, and the lines between
// rows and between columns. A line is drawn by the same text as the next, for a page is
// compressed: a rectangle for each cell took three times as much.
func (p plot) block(left, top float64, columns, rows int) string {
	if min(p.cellWide, p.cellHigh) < leastCell {
		return rectangle(left, top, float64(columns)*p.cellWide, float64(rows)*p.cellHigh)
	}
	w, h := float64(columns)*p.cellWide, float64(rows)*p.cellHigh
	wide, high := whole(w), whole(h)
	path := rectangle(left, top, w, h)
	if rows > 1 {
		path += "M" + whole(left+w) + " " + whole(top) + strings.Repeat("m-"+wide+" "+exact(p.cellHigh)+"h"+wide, rows-1)
	}
	if columns > 1 {
		path += "M" + whole(left) + " " + whole(top+h) + strings.Repeat("m"+exact(p.cellWide)+"-"+high+"v"+high, columns-1)
	}
	return path
}

func rectangle(x, y, wide, high float64) string {
	return "M" + whole(x) + " " + whole(y) + "h" + whole(wide) + "v" + whole(high) + "h-" + whole(wide) + "z"
}

func whole(n float64) string { return strconv.Itoa(int(math.Round(n))) }

// exact returns a step that is repeated, so that its rounding doesn't add up to a unit.
func exact(n float64) string { return strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64) }

// mostTouched is the number of documents of a collection that are drawn singly.
const mostTouched = 400

// touchedBy draws the documents of a model that a question reads and writes, and
// returns the drawing with their counts.
func touchedBy(r *example.Result, answers string, size int, plots []plot, scale float64) (figure.Touched, error) {
	of := touchesOf(r, answers, size)
	if of == nil {
		return figure.Touched{Counts: []figure.Phrase{figure.Words{Key: "not-measured"}}}, nil
	}
	drawn := figure.Touched{Counts: of.counts()}
	for _, f := range plots {
		in := of.byCollection[f.collection]
		if in.read == 0 {
			continue
		}
		if in.read > min(f.documents, mostTouched) || float64(in.bytes) > (1+tolerance)*float64(f.bytes) {
			return drawn, fmt.Errorf("answering %q in the example %s reads %d documents of %s with %d bytes; a map shows no more than are stored at the start, %d with %d bytes, and at most %d", answers, r.Example.Name, in.read, f.collection, in.bytes, f.documents, f.bytes, mostTouched)
		}
		lit := f.overlay(in.read, min(in.bytes, f.bytes), scale)
		changed := min(in.written, in.read)
		for _, cells := range []struct{ class, path string }{{"changed", lit.cells(0, changed)}, {"read", lit.cells(changed, in.read)}} {
			if cells.path != "" {
				drawn.Shapes = append(drawn.Shapes, figure.Shape{Element: "path", Attributes: []string{"class", cells.class, "d", cells.path}})
			}
		}
	}
	return drawn, nil
}

// touches are the reads and writes of the steps of a question.
type touches struct {
	all          touch
	byCollection map[string]touch // of the step's operation
	byChange     map[string]touch // "changed", "new", "gone"
}

type touch struct{ read, bytes, written, before, after int }

func (t touch) plus(o touch) touch {
	return touch{t.read + o.read, t.bytes + o.bytes, t.written + o.written, t.before + o.before, t.after + o.after}
}

// touchesOf returns the reads and writes of the steps that answer a question, nil if
// they were not measured.
func touchesOf(r *example.Result, answers string, size int) *touches {
	run := r.At(size)
	if run == nil {
		return nil
	}
	t := &touches{byCollection: map[string]touch{}, byChange: map[string]touch{}}
	for i, step := range run.Steps {
		is := r.Example.Steps[i]
		if is.Answers == nil || is.Answers.ID != answers {
			continue
		}
		read, known := step.Cost.DocumentsRead.Number()
		bytes, alsoKnown := step.Cost.BytesRead.Number()
		if !known || !alsoKnown {
			return nil
		}
		written, _ := step.Cost.DocumentsWritten.Number()
		one := touch{read: int(read), bytes: int(bytes), written: int(written)}
		for _, change := range step.Changes {
			one.before, one.after = one.before+len(change.Before), one.after+len(change.After)
		}
		t.all = t.all.plus(one)
		change := changeOf(is.Operation.Name)
		outer := one
		for _, join := range step.Cost.Joined {
			joined := touch{read: int(join.Documents), bytes: int(join.Bytes)}
			outer = touch{outer.read - joined.read, outer.bytes - joined.bytes, outer.written, outer.before, outer.after}
			t.byCollection[join.Collection] = t.byCollection[join.Collection].plus(joined)
		}
		t.byCollection[is.Operation.Object] = t.byCollection[is.Operation.Object].plus(outer)
		t.byChange[change] = t.byChange[change].plus(one)
	}
	return t
}

// changeOf returns the kind of change of documents by an operation that writes.
func changeOf(operation string) string {
	switch operation {
	case "insertOne", "insertMany":
		return "new"
	case "deleteOne", "deleteMany", "findOneAndDelete":
		return "gone"
	}
	return "changed"
}

// counts returns the numbers of documents and bytes that are read, and of those that
// are changed, new and gone.
func (t *touches) counts() []figure.Phrase {
	said := []figure.Phrase{figure.Because(figure.Words{Key: "read"}, figure.Enumeration{plural("documents", t.all.read), plural("bytes", t.all.bytes)})}
	for _, change := range []string{"changed", "new", "gone"} {
		of := t.byChange[change]
		if of.written == 0 {
			continue
		}
		what := figure.Enumeration{plural("documents", of.written)}
		switch {
		case of.before > 0 && of.after > 0:
			what = append(what, figure.Sequence{figure.Integer(of.before), figure.Text(" → "), plural("bytes", of.after)})
		case of.before+of.after > 0:
			what = append(what, plural("bytes", of.before+of.after))
		}
		said = append(said, figure.Because(figure.Words{Key: "changes." + change}, what))
	}
	return said
}

func plural(key string, count int) figure.Plural {
	return figure.Plural{Key: key, Count: count, With: []figure.Argument{{Name: "count", Phrase: figure.Integer(count)}}}
}

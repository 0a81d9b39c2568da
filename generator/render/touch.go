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

// touchKind is what answering a question touches of what models store. Without a
// size it is that of the first.
var touchKind = Kind{
	[]guide.Pattern{
		{Fragment: "touch/<answers>", Place: guide.InList},
		{Fragment: "touch/<answers>/<size>", Place: guide.InList},
	},
	func(results []*example.Result, t guide.Target) (figure.Figure, error) {
		touched, err := TouchMapOf(results, t.Question, t.Size)
		return figure.Figure{Panes: onePane(touched)}, err
	},
}

// The drawing of the model that stores most has this area: a byte then has the same
// area in all. Units are so small that whole ones are exact enough.
const mapWide, mapHigh = 2400.0, 1500.0

// mapGap is between the plots of a drawing, mapEdge the room for lines around them.
const mapGap, mapEdge = 80, 10

// plot is a collection: a cell a document, each of the average size.
type plot struct {
	collection         string
	documents, columns int
	bytes              int
	top, wide          float64 // it begins at the left edge
	cellWide, cellHigh float64
}

func (p plot) high() float64 {
	return math.Ceil(float64(p.documents)/float64(p.columns)) * p.cellHigh
}

// TouchMapOf draws what models store, and over it what answering a question touches.
func TouchMapOf(results []*example.Result, answers string, size int) (figure.TouchMap, error) {
	m := figure.TouchMap{Size: size, Operations: make([]figure.Touching, 1)}
	drawings, scale := plotsOf(results, size)
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
		for _, f := range drawings[i] {
			stored.Add("path", "class", "stored", "d", f.grid())
			counts = append(counts, figure.Because(figure.Text(f.collection), figure.Integer(f.documents)))
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

// plotsOf lays out the collections of each model, one below the other, and gives
// the area of a byte.
func plotsOf(results []*example.Result, size int) (drawings [][]plot, scale float64) {
	drawings = make([][]plot, len(results))
	most := 1
	for i, r := range results {
		stored := 0
		data := r.Example.Data(max(size, r.Example.FirstSize()))
		for _, c := range r.Example.Collections {
			f := plot{collection: c.Name}
			for document := range data.Documents(c.Name) {
				f.documents++
				f.bytes += len(document.Raw)
			}
			if f.documents > 0 {
				drawings[i] = append(drawings[i], f)
				stored += f.bytes
			}
		}
		most = max(most, stored)
	}
	scale = mapWide * mapHigh / float64(most)
	for _, plots := range drawings {
		top := 0.0
		for i := range plots {
			plots[i].lay(top, scale)
			top += plots[i].high() + mapGap
		}
	}
	return drawings, scale
}

// lay gives a plot its place: a small one is narrow, so that it is no hairline.
func (p *plot) lay(top, scale float64) {
	const wideToHigh, cellWideToHigh = 2.5, 1.4
	area := float64(p.bytes) * scale
	p.top, p.wide = top, min(mapWide, math.Sqrt(wideToHigh*area))
	each := area / float64(p.documents)
	p.columns = evenly(p.documents, p.wide/math.Sqrt(cellWideToHigh*each))
	p.cellWide = p.wide / float64(p.columns)
	p.cellHigh = each / p.cellWide
}

// evenly returns how many columns are near those that are wanted and leave the last row
// as full as can be.
func evenly(documents int, wanted float64) int {
	const mostOff = 0.3
	best, least := 1, math.Inf(1)
	for columns := 1; columns <= documents; columns++ {
		off := math.Abs(float64(columns)-wanted) / wanted
		empty := float64((columns - documents%columns) % columns)
		if off > mostOff {
			off *= float64(documents) // only where none is near
		}
		if off+empty < least {
			best, least = columns, off+empty
		}
	}
	return best
}

// over returns a plot of as many documents and bytes that lies in f, with as many of
// its columns as have room.
func (p plot) over(documents, bytes int, scale float64) plot {
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

// grid returns the edges of all cells of a plot: its rows, and the lines between
// columns.
func (p plot) grid() string {
	var path strings.Builder
	for first := 0; first < p.documents; first += p.columns {
		cells := min(p.columns, p.documents-first)
		path.WriteString(rectangle(0, p.top+float64(first/p.columns)*p.cellHigh, float64(cells)*p.cellWide, p.cellHigh))
	}
	for column := 1; column < p.columns; column++ {
		rows := (p.documents - column + p.columns - 1) / p.columns
		path.WriteString("M" + whole(float64(column)*p.cellWide) + " " + whole(p.top) + "v" + whole(float64(rows)*p.cellHigh))
	}
	return path.String()
}

// cells returns the edges of some of the cells of a plot, each by itself.
func (p plot) cells(from, to int) string {
	var path strings.Builder
	for i := from; i < to; i++ {
		path.WriteString(rectangle(float64(i%p.columns)*p.cellWide, p.top+float64(i/p.columns)*p.cellHigh, p.cellWide, p.cellHigh))
	}
	return path.String()
}

func rectangle(x, y, wide, high float64) string {
	return "M" + whole(x) + " " + whole(y) + "h" + whole(wide) + "v" + whole(high) + "h-" + whole(wide) + "z"
}

func whole(n float64) string { return strconv.Itoa(int(math.Round(n))) }

// mostTouched is how many documents of a collection are drawn singly.
const mostTouched = 400

// touchedBy draws what answering a question touches of a model, and says how much.
func touchedBy(r *example.Result, answers string, size int, plots []plot, scale float64) (figure.Touched, error) {
	of := touchesOf(r, answers, size)
	if of == nil {
		return figure.Touched{Counts: []figure.Phrase{figure.Words{Key: "not-measured"}}}, nil
	}
	drawn := figure.Touched{Counts: of.counts()}
	for _, f := range plots {
		in := of.of[f.collection]
		if in.read == 0 {
			continue
		}
		if in.read > min(f.documents, mostTouched) || float64(in.bytes) > (1+near)*float64(f.bytes) {
			return drawn, fmt.Errorf("answering %q in the example %s reads %d documents of %s with %d bytes; a map shows no more than are stored at the start, %d with %d bytes, and at most %d", answers, r.Example.Name, in.read, f.collection, in.bytes, f.documents, f.bytes, mostTouched)
		}
		lit := f.over(in.read, min(in.bytes, f.bytes), scale)
		changed := min(in.written, in.read)
		for _, cells := range []struct{ class, path string }{{"changed", lit.cells(0, changed)}, {"read", lit.cells(changed, in.read)}} {
			if cells.path != "" {
				drawn.Shapes = append(drawn.Shapes, figure.Shape{Element: "path", Attributes: []string{"class", cells.class, "d", cells.path}})
			}
		}
	}
	return drawn, nil
}

// touches are what the steps of a question read and write, together and by the
// collection that a step is about.
type touches struct {
	all  touch
	of   map[string]touch
	does map[string]touch // by what happens to documents: "changed", "new", "gone"
}

type touch struct{ read, bytes, written, before, after int }

func (t touch) plus(o touch) touch {
	return touch{t.read + o.read, t.bytes + o.bytes, t.written + o.written, t.before + o.before, t.after + o.after}
}

// touchesOf returns nil where it was not measured.
func touchesOf(r *example.Result, answers string, size int) *touches {
	run := r.At(size)
	if run == nil {
		return nil
	}
	t := &touches{of: map[string]touch{}, does: map[string]touch{}}
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
		t.of[is.Operation.Object] = t.of[is.Operation.Object].plus(one)
		t.does[doing(is.Operation.Name)] = t.does[doing(is.Operation.Name)].plus(one)
	}
	return t
}

// doing says what an operation that writes does to documents.
func doing(operation string) string {
	switch operation {
	case "insertOne", "insertMany":
		return "new"
	case "deleteOne", "deleteMany", "findOneAndDelete":
		return "gone"
	}
	return "changed"
}

// counts say how many documents and bytes are read, and what becomes of documents.
func (t *touches) counts() []figure.Phrase {
	said := []figure.Phrase{figure.Because(figure.Words{Key: "read"}, figure.Enumeration{plural("documents", t.all.read), plural("bytes", t.all.bytes)})}
	for _, does := range []string{"changed", "new", "gone"} {
		of := t.does[does]
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
		said = append(said, figure.Because(figure.Words{Key: "changes." + does}, what))
	}
	return said
}

func plural(key string, count int) figure.Plural {
	return figure.Plural{Key: key, Count: count, With: []figure.Filling{{Name: "count", Phrase: figure.Integer(count)}}}
}

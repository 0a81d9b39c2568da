package render

import (
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// MiniatureOf draws a model without words, for a list of guides: its collections as
// sheets in the columns of its diagram, each with a box for embedded fields, and its
// references as lines. It has one path for each color, so that a page can have many
// miniatures.
func MiniatureOf(e *example.Example) (figure.Picture, error) {
	m, err := newMiniature(e)
	if err != nil {
		return figure.Picture{}, err
	}
	p := figure.Picture{Class: "model", Width: miniatureWide, Height: miniatureHigh}
	for _, layer := range []struct{ class, path string }{{"d", m.sheetPath()}, {"e", m.insidePath()}, {"l", m.linePath()}, {"h", m.headPath()}} {
		if layer.path != "" {
			p.Add("path", "class", layer.class, "d", layer.path)
		}
	}
	return p, nil
}

// Measures of a miniature, in pixels.
const (
	miniatureWide, miniatureHigh = 48, 32

	miniEdge   = 1  // around everything, for half of a line's width
	miniSheet  = 17 // width of a sheet beside another
	miniAlone  = 26 // of one with none beside it
	miniBehind = 3  // how far a sheet behind another one shows
	miniGap    = 3  // from a sheet to the one below
	miniLow    = 18 // height of an empty sheet
	miniMost   = 3  // number of sheets in a column, and of lines, that are drawn
)

// miniature holds the sheets and lines that are drawn of a model.
type miniature struct {
	sheets []miniSheetArea
	lines  []ModelLine
}

type miniSheetArea struct {
	Area
	name            string
	isRight, isMany bool
	inside          Area // its height is 0 for an empty sheet
	isArray         bool // the box inside is an array
}

func newMiniature(e *example.Example) (*miniature, error) {
	all, err := shapes(e, e.FirstSize())
	if err != nil {
		return nil, err
	}
	d := &diagram{references: referencesOf(all)}
	for _, s := range all {
		d.sheets = append(d.sheets, &modelSheet{shape: s})
	}
	d.columns()
	m := &miniature{}
	columns := map[bool][]*modelSheet{}
	for _, s := range d.sheets {
		if len(columns[s.isRight]) < miniMost {
			columns[s.isRight] = append(columns[s.isRight], s)
		}
	}
	for _, right := range []bool{false, true} {
		wide, x := miniSheet, miniEdge
		if right {
			x = miniatureWide - miniEdge - wide
		} else if len(columns[true]) == 0 {
			wide = miniAlone
		}
		m.column(columns[right], x, wide)
	}
	m.connect(d.references)
	return m, nil
}

// column draws the sheets of a column below each other.
func (m *miniature) column(sheets []*modelSheet, x, wide int) {
	y := miniEdge
	for _, s := range sheets {
		a := miniSheetArea{name: s.shape.name, isRight: s.isRight, isMany: s.isMany}
		a.Area = Area{X: x, Y: y, W: wide, H: (miniatureHigh - 2*miniEdge - (len(sheets)-1)*miniGap) / len(sheets)}
		y += a.H + miniGap
		if a.isMany {
			a.W, a.H = a.W-miniBehind, a.H-miniBehind
		}
		fields, _ := s.shape.reduced()
		holds := false
		for _, f := range fields {
			holds, a.isArray = holds || f.hasBox(), a.isArray || f.hasBox() && f.isArray
		}
		if holds {
			high := max(3, a.H*2/5)
			a.inside = Area{X: a.X + 3, Y: a.Y + a.H - 3 - high, W: a.W - 6, H: high}
		} else {
			a.H = min(a.H, miniLow)
		}
		m.sheets = append(m.sheets, a)
	}
}

func (m *miniature) named(collection string) *miniSheetArea {
	for i := range m.sheets {
		if m.sheets[i].name == collection {
			return &m.sheets[i]
		}
	}
	return nil
}

// connect draws one line between two sheets, however many fields refer, each on a
// track of its own.
func (m *miniature) connect(references []*reference) {
	type pair struct{ from, to string }
	var pairs []pair
	fields := map[pair]*reference{}
	for _, r := range references {
		p := pair{r.FromCollection, r.ToCollection}
		if fields[p] == nil && m.named(p.from) != nil && m.named(p.to) != nil && len(pairs) < miniMost {
			fields[p] = r
			pairs = append(pairs, p)
		}
	}
	left := miniEdge + miniSheet
	if len(m.sheets) == 1 || !m.sheets[len(m.sheets)-1].isRight {
		left = miniEdge + miniAlone
	}
	room := miniatureWide - miniEdge - miniSheet - (miniEdge + miniSheet)
	for i, p := range pairs {
		from, to := m.named(p.from), m.named(p.to)
		start := ModelPoint{X: from.edge(), Y: from.Y + from.H*2/3}
		if from.inside.H > 0 && isInside(from, fields[p]) {
			start = ModelPoint{X: from.inside.X + from.inside.W - 2, Y: from.inside.Y + from.inside.H/2}
			if from.isRight {
				start.X = from.inside.X + 2
			}
		}
		end := ModelPoint{X: to.edge(), Y: min(to.Y+4+4*i, to.Y+to.H-3)}
		track := left + (i+1)*room/(len(pairs)+1)
		m.lines = append(m.lines, ModelLine{Points: []ModelPoint{start, {X: track, Y: start.Y}, {X: track, Y: end.Y}, end}})
	}
}

// whole returns the area of a sheet together with the one behind it.
func (a *miniSheetArea) whole() Area {
	all := a.Area
	if a.isMany {
		all.W, all.H = all.W+miniBehind, all.H+miniBehind
	}
	return all
}

// edge returns the x of the side of a sheet to which lines lead.
func (a *miniSheetArea) edge() int {
	if a.isRight {
		return a.X
	}
	return a.X + a.whole().W
}

// isInside reports whether a reference begins in the box inside a sheet.
func isInside(a *miniSheetArea, r *reference) bool {
	return strings.Contains(r.FromPath, ".") || a.isArray && r.toMany
}

func (m *miniature) sheetPath() string {
	var path strings.Builder
	for _, a := range m.sheets {
		path.WriteString(outline(a.Area))
		if a.isMany {
			path.WriteString("M" + numbers(a.X+a.W, a.Y+miniBehind) + "h" + numbers(miniBehind) + "v" + numbers(a.H) + "h" + numbers(-a.W) + "v" + numbers(-miniBehind))
		}
	}
	return path.String()
}

func (m *miniature) insidePath() string {
	var path strings.Builder
	for _, a := range m.sheets {
		if a.inside.H == 0 {
			continue
		}
		path.WriteString(outline(a.inside))
		if a.isArray {
			path.WriteString("M" + numbers(a.inside.X+3, a.inside.Y) + "v" + numbers(a.inside.H))
		}
	}
	return path.String()
}

func outline(a Area) string {
	return "M" + numbers(a.X, a.Y) + "h" + numbers(a.W) + "v" + numbers(a.H) + "h" + numbers(-a.W) + "z"
}

func (m *miniature) linePath() string {
	var path strings.Builder
	for _, l := range m.lines {
		first, last := l.Points[0], l.Points[3]
		path.WriteString("M" + numbers(first.X, first.Y) + "H" + numbers(l.Points[1].X))
		if first.Y != last.Y {
			path.WriteString("V" + numbers(last.Y))
		}
		path.WriteString("H" + numbers(last.X))
	}
	return path.String()
}

func (m *miniature) headPath() string {
	var path strings.Builder
	for _, l := range m.lines {
		last, back := l.Points[3], -4
		if l.Points[2].X > last.X {
			back = 4
		}
		path.WriteString("M" + numbers(last.X, last.Y) + "l" + numbers(back, -3) + "v6z")
	}
	return path.String()
}

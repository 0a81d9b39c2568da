package render

import (
	"fmt"
	"reflect"
	"testing"
)

// TestMiniaturesOverlapNowhere: in the miniature of every example, and of extreme
// models, sheets are apart, boxes are inside their sheets, and each line has a track
// of its own between the sheets.
func TestMiniaturesOverlapNowhere(t *testing.T) {
	lines, insides := 0, 0
	for _, e := range append(handbook(t), extremes(t)...) {
		m, err := newMiniature(e)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		again, _ := newMiniature(e)
		if !reflect.DeepEqual(m, again) {
			t.Errorf("%s is drawn in two ways", e.Name)
		}
		for _, wrong := range miniatureOverlaps(m) {
			t.Errorf("%.40s: %s", e.Name, wrong)
		}
		lines += len(m.lines)
		for _, a := range m.sheets {
			if a.inside.H > 0 {
				insides++
			}
		}
	}
	if lines < 50 || insides < 50 {
		t.Errorf("%d lines, %d sheets with something inside", lines, insides)
	}
}

func miniatureOverlaps(m *miniature) []string {
	var wrong []string
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	whole := Area{X: miniEdge, Y: miniEdge, W: miniatureWide - 2*miniEdge, H: miniatureHigh - 2*miniEdge}
	for i := range m.sheets {
		a := m.sheets[i].whole()
		if !whole.Holds(a) || a.W < 8 || a.H < 4 {
			fail("the sheet %v leaves %v, or is too small", a, whole)
		}
		if in := m.sheets[i].inside; in.H > 0 && !m.sheets[i].Holds(in) {
			fail("%v does not lie inside of %v", in, m.sheets[i].Area)
		}
		for j := range m.sheets[i+1:] {
			if b := m.sheets[i+1+j].whole(); a.Overlaps(b) {
				fail("the sheets %v and %v overlap", a, b)
			}
		}
	}
	tracks := map[int]bool{}
	for _, l := range m.lines {
		track := l.Points[1].X
		if tracks[track] || track >= miniatureWide-miniEdge {
			fail("two lines, or none, stand at %d", track)
		}
		tracks[track] = true
		upright := ModelLine{Points: l.Points[1:3]}
		for i := range m.sheets {
			if a := m.sheets[i].whole(); crosses(upright, a) {
				fail("a line at %d runs through the sheet %v", track, a)
			}
		}
		if first, last := l.Points[0], l.Points[3]; max(first.Y, last.Y) >= miniatureHigh || min(first.Y, last.Y) < miniEdge {
			fail("a line leaves the miniature: %v", l.Points)
		}
	}
	return wrong
}

// TestMiniatureOverlapsAreFound: the check above is no formality.
func TestMiniatureOverlapsAreFound(t *testing.T) {
	sheet := func(x, y, w, h int) miniSheetArea { return miniSheetArea{Area: Area{X: x, Y: y, W: w, H: h}} }
	line := func(track int) ModelLine {
		return ModelLine{Points: []ModelPoint{{X: 10, Y: 20}, {X: track, Y: 20}, {X: track, Y: 5}, {X: 30, Y: 5}}}
	}
	behind, holds := sheet(1, 1, 17, 13), sheet(1, 1, 17, 30)
	behind.isMany, holds.inside = true, Area{X: 4, Y: 20, W: 17, H: 5}
	for name, m := range map[string]*miniature{
		"outside":    {sheets: []miniSheetArea{sheet(40, 1, 17, 30)}},
		"two sheets": {sheets: []miniSheetArea{sheet(1, 1, 17, 13), sheet(1, 12, 17, 13)}},
		"one behind": {sheets: []miniSheetArea{behind, sheet(1, 15, 17, 13)}},
		"inside":     {sheets: []miniSheetArea{holds}},
		"a line":     {sheets: []miniSheetArea{sheet(1, 1, 17, 30)}, lines: []ModelLine{line(12)}},
		"two lines":  {lines: []ModelLine{line(22), line(22)}},
	} {
		if len(miniatureOverlaps(m)) != 1 {
			t.Errorf("%s: %v", name, miniatureOverlaps(m))
		}
	}
}

// TestMiniatureOfAReference: embedded boxes are teal, and a reference leads from the
// many, which are drawn as several sheets, to the one.
func TestMiniatureOfAReference(t *testing.T) {
	e := modelOf(t, map[string][]string{"readings": {`{"_id": 1, "of": 1}`, `{"_id": 2, "of": 1}`}, "stations": {`{"_id": 1, "at": [{"x": 1}]}`}}, "readings.of -> stations._id")
	p, err := MiniatureOf(e)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, shape := range p.Shapes {
		got += shape.Attributes[1] + " " + shape.Attributes[3] + "\n"
	}
	const want = `d M1 1h14v18h-14zM15 4h3v18h-14v-3M30 1h17v30h-17z
e M33 16h11v12h-11zM36 16v12
l M18 13H24V5H30
h M30 5l-4 -3v6z
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

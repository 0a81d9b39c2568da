package render

import "slices"

// lines draws the references in the gutter, and how many refer to how many where
// there is room. References to the same field share a track and an arrow.
func (d *diagram) lines(left, right int) {
	if right >= ModelWidth && len(d.references) > 0 {
		right = left + gutter
	}
	courses := d.courses()
	assignTracks(courses, left, right)
	for _, r := range courses {
		d.Lines = append(d.Lines, r.line())
	}
	for i, r := range d.references {
		from, to := courses[i].start, courses[i].end
		d.word(from.Y, to.Y >= from.Y, !d.named(r.FromCollection).isRight, left, right, r.fromMany)
		if slices.IndexFunc(courses, func(other course) bool { return other.end == to }) == i {
			d.word(to.Y, from.Y > to.Y, !d.named(r.ToCollection).isRight, left, right, r.toMany)
		}
	}
}

func (d *diagram) named(collection string) *modelSheet {
	return d.sheets[slices.IndexFunc(d.sheets, func(s *modelSheet) bool { return s.shape.name == collection })]
}

// word writes how many there are at an end of a line, above or below the line on the
// side of its sheet. It writes nothing if both places are taken.
func (d *diagram) word(y int, above, atLeft bool, left, right int, many bool) {
	x := right - wordWide - 2
	if atLeft {
		x = left + 2
	}
	for _, up := range []bool{above, !above} {
		area := Area{X: x, Y: y + 2, W: wordWide, H: wordHigh}
		if up {
			area.Y = y - 2 - wordHigh
		}
		if area.Y >= 0 && !d.isTaken(area) {
			d.text(ModelText{Area: area, Kind: ReferenceMany, Many: many, End: !atLeft})
			d.Height = max(d.Height, area.Y+area.H)
			return
		}
	}
}

// isTaken reports whether something is drawn in an area.
func (d *diagram) isTaken(area Area) bool {
	return slices.ContainsFunc(d.Texts, func(t ModelText) bool { return t.Overlaps(area) }) ||
		slices.ContainsFunc(d.Boxes, func(b ModelBox) bool { return b.Overlaps(area) }) ||
		slices.ContainsFunc(d.Lines, func(l ModelLine) bool { return crosses(l, area) })
}

// crosses reports whether a line runs through an area.
func crosses(l ModelLine, area Area) bool {
	for i := range l.Points[1:] {
		a, b := l.Points[i], l.Points[i+1]
		piece := Area{X: min(a.X, b.X), Y: min(a.Y, b.Y), W: max(a.X, b.X) - min(a.X, b.X) + 1, H: max(a.Y, b.Y) - min(a.Y, b.Y) + 1}
		if piece.Overlaps(area) {
			return true
		}
	}
	return false
}

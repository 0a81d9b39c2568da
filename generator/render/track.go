package render

// course is where a reference begins and ends, and where in the gutter it stands
// upright.
type course struct {
	start, end ModelPoint
	track      int
}

// courses returns those of the references, in their order, without their tracks.
func (d *diagram) courses() []course {
	courses := make([]course, len(d.references))
	endsAtLeft := map[int]bool{}
	for i, r := range d.references {
		from, to := d.named(r.FromCollection), d.named(r.ToCollection)
		source := d.rows[r.FromCollection+" "+r.FromPath]
		target, known := d.rows[r.ToCollection+" "+r.ToPath]
		if !known {
			target = Area{Y: to.area.Y, H: to.area.H}
		}
		start := ModelPoint{X: source.X + source.W - 4, Y: source.Y + rowHigh/2}
		if from.right {
			start.X = source.X + 2
		}
		end := ModelPoint{X: to.area.X + to.area.W, Y: target.Y + rowHigh/2}
		if to.right {
			end.X = to.area.X
		} else {
			endsAtLeft[end.Y] = true
		}
		courses[i] = course{start: start, end: end}
	}
	for i, r := range d.references {
		if d.named(r.ToCollection).right && endsAtLeft[courses[i].end.Y] {
			courses[i].end.Y += besides
		}
	}
	return courses
}

// besides is how far the end of a line at the right is below one at the left, where
// both would lie in one another's way.
const besides = 5

// line returns the line of a course whose track is known.
func (r course) line() ModelLine {
	if r.start.Y == r.end.Y && r.start.X < r.track != (r.end.X < r.track) {
		return ModelLine{Points: []ModelPoint{r.start, r.end}}
	}
	return ModelLine{Points: []ModelPoint{r.start, {X: r.track, Y: r.start.Y}, {X: r.track, Y: r.end.Y}, r.end}}
}

// allot gives the courses their tracks: as few as there can be without one line lying on
// another that leads elsewhere. Lines to the same end share one.
func allot(courses []course, left, right int) {
	var groups [][]int
	byEnd := map[ModelPoint]int{}
	for i, r := range courses {
		group, known := byEnd[r.end]
		if !known {
			group = len(groups)
			byEnd[r.end] = group
			groups = append(groups, nil)
		}
		groups[group] = append(groups[group], i)
	}
	for tracks := 1; tracks < len(groups); tracks++ {
		if allotOf(courses, groups, tracks, left, right) {
			return
		}
	}
	for i, group := range groups {
		for _, member := range group {
			courses[member].track = left + (i+1)*(right-left)/(len(groups)+1)
		}
	}
}

// allotOf puts each group onto the first of so many tracks on which it lies on no
// other, and reports whether all found one.
func allotOf(courses []course, groups [][]int, tracks, left, right int) bool {
	var placed []int
	fits := func(group []int) bool {
		for _, member := range group {
			for _, other := range placed {
				if liesOn(courses[member].line(), courses[other].line()) {
					return false
				}
			}
		}
		return true
	}
	for _, group := range groups {
		found := false
		for i := 0; i < tracks && !found; i++ {
			for _, member := range group {
				courses[member].track = left + (i+1)*(right-left)/(tracks+1)
			}
			found = fits(group)
		}
		if !found {
			return false
		}
		placed = append(placed, group...)
	}
	return true
}

// liesOn reports whether two lines have more in common than points where they cross.
func liesOn(a, b ModelLine) bool {
	for i := range a.Points[1:] {
		for j := range b.Points[1:] {
			if piecesMeet(a.Points[i], a.Points[i+1], b.Points[j], b.Points[j+1]) {
				return true
			}
		}
	}
	return false
}

// piecesMeet reports whether two straight pieces lie on one line and touch.
func piecesMeet(a, b, c, d ModelPoint) bool {
	switch {
	case a.Y == b.Y && c.Y == d.Y && a.Y == c.Y:
		return min(a.X, b.X) <= max(c.X, d.X) && min(c.X, d.X) <= max(a.X, b.X)
	case a.X == b.X && c.X == d.X && a.X == c.X:
		return min(a.Y, b.Y) <= max(c.Y, d.Y) && min(c.Y, d.Y) <= max(a.Y, b.Y)
	}
	return false
}

package render

// course is the course of a reference's line.
type course struct {
	start, end ModelPoint
	track      int // x of its vertical part in the gutter
}

// courses returns those of the references, in their order, without tracks.
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
		if from.isRight {
			start.X = source.X + 2
		}
		end := ModelPoint{X: to.area.X + to.area.W, Y: target.Y + rowHigh/2}
		if to.isRight {
			end.X = to.area.X
		} else {
			endsAtLeft[end.Y] = true
		}
		courses[i] = course{start: start, end: end}
	}
	for i, r := range d.references {
		if d.named(r.ToCollection).isRight && endsAtLeft[courses[i].end.Y] {
			courses[i].end.Y += endOffset
		}
	}
	return courses
}

// endOffset is how far the end of a line at the right is moved down if it is as high
// as one at the left.
const endOffset = 5

// line returns the line of a course that has a track.
func (r course) line() ModelLine {
	if r.start.Y == r.end.Y && r.start.X < r.track != (r.end.X < r.track) {
		return ModelLine{Points: []ModelPoint{r.start, r.end}}
	}
	return ModelLine{Points: []ModelPoint{r.start, {X: r.track, Y: r.start.Y}, {X: r.track, Y: r.end.Y}, r.end}}
}

// assignTracks sets the tracks of the courses: the fewest with which no line runs on
// another that leads elsewhere. Lines to the same end share a track.
func assignTracks(courses []course, left, right int) {
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
		if tryTracks(courses, groups, tracks, left, right) {
			return
		}
	}
	for i, group := range groups {
		for _, member := range group {
			courses[member].track = left + (i+1)*(right-left)/(len(groups)+1)
		}
	}
}

// tryTracks puts each group on the first of so many tracks on which its lines run on
// no others, and reports whether there is one for every group.
func tryTracks(courses []course, groups [][]int, tracks, left, right int) bool {
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

// liesOn reports whether two lines have more in common than crossings.
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

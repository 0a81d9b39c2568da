package translate

import (
	"slices"
)

// alignment maps each segment of an original page to the entries of a base that
// became it: none if it is new, several if they were merged; an entry that was
// split is that of each of its pieces.
type alignment struct {
	from [][]int // by original segment, indexes of entries in their order
	// rewritten says that so little is left of the text that listing the changes
	// block by block would be of no use.
	rewritten bool
}

const (
	// sameSlot is the least similarity of the texts of two segments in the same
	// section, in the same order.
	sameSlot = 0.3
	// moved is how similar they are at least anywhere else.
	moved = 0.6
	// piece is the least share of a text's words that must be in the text that it
	// was split from or merged into.
	piece = 0.6
	// kept is the share of the words of a base at least that the original still has.
	kept = 0.3
	// most is how many pairs of texts are compared at most: more than that is a
	// page that was rewritten, or one made to cost time.
	most = 40_000
)

type aligner struct {
	base     []Segment
	original []Segment
	alignment
	used   []bool // entries that became something
	bags   [2]map[int]bag
	places map[string]string // of the base, by that of the original
}

// align compares the entries of a base with the original page as it is now.
func align(base, original []Segment) alignment {
	a := &aligner{base: base, original: original, used: make([]bool, len(base)), bags: [2]map[int]bag{{}, {}}}
	a.from = make([][]int, len(original))
	a.same()
	if a.complete() {
		return a.alignment
	}
	a.renamed()
	a.named()
	a.inPlace()
	a.elsewhere()
	a.pieces()
	a.rewritten = a.isRewritten()
	return a.alignment
}

func (a *aligner) pair(entry, segment int) {
	a.from[segment] = append(a.from[segment], entry)
	a.used[entry] = true
}

// complete reports whether there is nothing left to pair.
func (a *aligner) complete() bool {
	return !slices.Contains(a.used, false) && !slices.ContainsFunc(a.from, func(f []int) bool { return f == nil })
}

// same pairs equal texts: those of the same section first, in their order.
func (a *aligner) same() {
	byHash := map[string][]int{}
	for i := range a.base {
		byHash[a.base[i].Hash()] = append(byHash[a.base[i].Hash()], i)
	}
	for _, anywhere := range []bool{false, true} {
		for j := range a.original {
			s := &a.original[j]
			if a.from[j] != nil {
				continue
			}
			i := slices.IndexFunc(byHash[s.Hash()], func(i int) bool {
				return !a.used[i] && a.base[i].Kind == s.Kind && (anywhere || a.base[i].Place == s.Place)
			})
			if i >= 0 {
				a.pair(byHash[s.Hash()][i], j)
			}
		}
	}
}

// renamed finds sections whose id was changed: most of the text of the old
// section is in the new one, or their headings are alike.
func (a *aligner) renamed() {
	a.places = map[string]string{}
	before, now := placesOf(a.base), placesOf(a.original)
	for _, place := range now {
		a.places[place] = place
		if slices.Contains(before, place) {
			continue
		}
		if old := a.formerPlace(place); old != "" && !slices.Contains(now, old) {
			a.places[place] = old
		}
	}
}

func placesOf(segments []Segment) []string {
	var places []string
	for i := range segments {
		if !slices.Contains(places, segments[i].Place) {
			places = append(places, segments[i].Place)
		}
	}
	return places
}

// formerPlace returns the section of the base that most of a section comes from.
func (a *aligner) formerPlace(place string) string {
	votes := map[string]int{}
	for j := range a.original {
		if a.original[j].Place != place {
			continue
		}
		for _, i := range a.from[j] {
			votes[a.base[i].Place] += len(a.base[i].Text)
		}
	}
	best := ""
	for _, old := range placesOf(a.base) {
		if votes[old] > votes[best] {
			best = old
		}
	}
	return best
}

// named pairs segments that have a name: headings, footnotes, texts of the front
// matter.
func (a *aligner) named() {
	for j := range a.original {
		s := &a.original[j]
		if a.from[j] != nil || s.id() == "" {
			continue
		}
		i := slices.IndexFunc(a.base, func(b Segment) bool {
			return b.Kind == s.Kind && (b.id() == s.id() || b.isHeading() && b.Place == a.places[s.Place])
		})
		if i >= 0 && !a.used[i] {
			a.pair(i, j)
		}
	}
	a.figures()
}

// figures pairs figures of the same thing: their captions may differ in every word.
func (a *aligner) figures() {
	for j := range a.original {
		s := &a.original[j]
		if a.from[j] != nil || s.Kind != kindFigure {
			continue
		}
		i := slices.IndexFunc(a.base, func(b Segment) bool { return b.Kind == kindFigure && targetOf(b.Text) == targetOf(s.Text) })
		if i >= 0 && !a.used[i] {
			a.pair(i, j)
		}
	}
}

// targetOf returns the target of a figure.
func targetOf(text string) string {
	for _, r := range scan(text).repeated {
		if r.kind == exampleLink || r.kind == link {
			return r.text
		}
	}
	return ""
}

func (a *aligner) bag(side, i int) bag {
	known, ok := a.bags[side][i]
	if !ok {
		text := a.original
		if side == 0 {
			text = a.base
		}
		known = bagOf(text[i].Text)
		a.bags[side][i] = known
	}
	return known
}

func (a *aligner) similar(entry, segment int) float64 {
	return a.bag(0, entry).similar(a.bag(1, segment))
}

// inPlace pairs the texts of a section that changed, in their order, so that
// the pairs are as similar as they can be.
func (a *aligner) inPlace() {
	for _, place := range placesOf(a.original) {
		var before, now []int
		for i := range a.base {
			if !a.used[i] && a.base[i].Place == a.places[place] {
				before = append(before, i)
			}
		}
		for j := range a.original {
			if a.from[j] == nil && a.original[j].Place == place {
				now = append(now, j)
			}
		}
		if len(before)*len(now) <= most {
			a.inOrder(before, now)
		}
	}
}

// inOrder is the alignment of two sequences with the highest sum of similarities.
func (a *aligner) inOrder(before, now []int) {
	best := make([][]float64, len(before)+1)
	for i := range best {
		best[i] = make([]float64, len(now)+1)
	}
	worth := func(i, j int) float64 {
		if a.base[before[i]].Kind != a.original[now[j]].Kind {
			return 0
		}
		if s := a.similar(before[i], now[j]); s >= sameSlot {
			return s
		}
		return 0
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1], best[i+1][j+1]+worth(i, j))
		}
	}
	for i, j := 0, 0; i < len(before) && j < len(now); {
		switch {
		case best[i][j] == best[i+1][j]:
			i++
		case best[i][j] == best[i][j+1]:
			j++
		default:
			a.pair(before[i], now[j])
			i, j = i+1, j+1
		}
	}
}

// elsewhere pairs segments that were moved and changed.
func (a *aligner) elsewhere() {
	compared := 0
	for j := range a.original {
		if a.from[j] != nil {
			continue
		}
		best, similarity := -1, moved
		for i := range a.base {
			if a.used[i] || a.base[i].Kind != a.original[j].Kind {
				continue
			}
			if compared++; compared > most {
				return
			}
			if s := a.similar(i, j); s >= similarity {
				best, similarity = i, s
			}
		}
		if best >= 0 {
			a.pair(best, j)
		}
	}
}

// isRewritten compares how much of the base is left with all of it.
func (a *aligner) isRewritten() bool {
	all, left := 0.0, 0.0
	for i := range a.base {
		if a.base[i].Place != FrontMatter {
			all += float64(len(a.base[i].Text))
		}
	}
	for j := range a.original {
		for _, i := range a.from[j] {
			switch {
			case a.base[i].Place == FrontMatter:
			case a.base[i].Hash() == a.original[j].Hash():
				left += float64(len(a.base[i].Text))
			default:
				left += float64(len(a.base[i].Text)) * a.similar(i, j)
			}
		}
	}
	return all > 0 && left < kept*all
}

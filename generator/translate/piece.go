package translate

import (
	"slices"
)

// pieces finds a text that was split, whose rest stands beside its first piece,
// and texts that were merged.
func (a *aligner) pieces() {
	for j := range a.english {
		for _, beside := range []int{j - 1, j + 1} {
			if a.from[j] == nil && beside >= 0 && beside < len(a.english) && len(a.from[beside]) == 1 && a.isPiece(a.from[beside][0], j, beside) {
				a.from[j] = a.from[beside]
			}
		}
	}
	for j := range a.english {
		if len(a.from[j]) != 1 {
			continue
		}
		for _, i := range []int{a.from[j][0] - 1, a.from[j][0] + 1} {
			if i >= 0 && i < len(a.base) && !a.used[i] && a.base[i].Kind == a.english[j].Kind && a.bag(0, i).within(a.bag(1, j)) >= piece {
				a.pair(i, j)
			}
		}
		slices.Sort(a.from[j])
	}
}

// isPiece reports whether a segment is a part of what an entry was, besides the
// part that another segment is.
func (a *aligner) isPiece(entry, segment, other int) bool {
	whole := a.bag(0, entry)
	return a.base[entry].Kind == a.english[segment].Kind && a.base[entry].Hash() != a.english[other].Hash() &&
		a.bag(1, segment).within(whole) >= piece &&
		a.bag(1, segment).plus(a.bag(1, other)).common(whole) > a.bag(1, other).common(whole)
}

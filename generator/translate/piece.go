package translate

import (
	"slices"
)

// pieces finds texts that were split, where the rest is beside the first piece,
// and texts that were merged.
func (a *aligner) pieces() {
	for j := range a.original {
		for _, beside := range []int{j - 1, j + 1} {
			if a.from[j] == nil && beside >= 0 && beside < len(a.original) && len(a.from[beside]) == 1 && a.isPiece(a.from[beside][0], j, beside) {
				a.from[j] = a.from[beside]
			}
		}
	}
	for j := range a.original {
		if len(a.from[j]) == 1 {
			a.merge(j, a.from[j][0])
		}
	}
}

// merge pairs with a segment the entries on both sides of the one that became it,
// as far as they were merged into it: a text that is as it was has become no longer.
func (a *aligner) merge(segment, entry int) {
	if a.base[entry].Hash() == a.original[segment].Hash() {
		return
	}
	for _, step := range []int{-1, 1} {
		for i := entry + step; i >= 0 && i < len(a.base) && a.isMerged(i, segment); i += step {
			a.pair(i, segment)
		}
	}
	slices.Sort(a.from[segment])
}

func (a *aligner) isMerged(entry, segment int) bool {
	return !a.used[entry] && a.base[entry].Kind == a.original[segment].Kind && a.bag(0, entry).within(a.bag(1, segment)) >= piece
}

// isPiece reports whether a segment is a part of an entry's text, besides the
// part that another segment is.
func (a *aligner) isPiece(entry, segment, other int) bool {
	whole := a.bag(0, entry)
	return a.base[entry].Kind == a.original[segment].Kind && a.base[entry].Hash() != a.original[other].Hash() &&
		a.bag(1, segment).within(whole) >= piece &&
		a.bag(1, segment).plus(a.bag(1, other)).common(whole) > a.bag(1, other).common(whole)
}

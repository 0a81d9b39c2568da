package translate

import (
	"modelbook/generator/guide"
)

// judge decides the state of a segment.
func (t *Translation) judge(j int) {
	b := &t.Blocks[j]
	b.Merged = len(b.From) > 1
	b.Split = len(b.From) == 1 && t.splits(j) > 1
	switch {
	case len(b.Translated) == 0 || b.begun:
		b.State = guide.Missing
	case t.isUntranslated(b):
		b.State, b.Untranslated = guide.Missing, true
	case len(b.From) == 0:
		t.Messages = append(t.Messages, t.differences(b.Original, b)...)
	case len(b.From) == 1 && b.From[0].Hash() == b.Original.Hash():
		t.compareWith(b, t.modelOf(b))
	case t.Rewritten && b.Original.Place != FrontMatter:
		b.State = guide.Missing
	default:
		b.State = t.staleness(b)
	}
	if b.Translated != nil && b.Translated[0].Todo != "" && b.State == guide.Fresh {
		b.State = guide.Stale
	}
}

// splits counts the segments that the entry of a segment became.
func (t *Translation) splits(j int) int {
	if t.aligned.from == nil {
		return 1 // the base is unchanged
	}
	if t.aligned.pieces == nil {
		t.aligned.pieces = map[int]int{}
		for _, from := range t.aligned.from {
			if len(from) == 1 {
				t.aligned.pieces[from[0]]++
			}
		}
	}
	return t.aligned.pieces[t.aligned.from[j][0]]
}

// judgePieces makes all pieces of a split segment misleading if one is: they have
// one translation.
func (t *Translation) judgePieces() {
	misleading := map[*Entry]bool{}
	for _, b := range t.Blocks {
		if b.Split && b.State == guide.Misleading {
			misleading[b.entries[0]] = true
		}
	}
	for j := range t.Blocks {
		if b := &t.Blocks[j]; b.Split && misleading[b.entries[0]] {
			b.State = guide.Misleading
		}
	}
}

func (t *Translation) isUntranslated(b *Block) bool {
	return len(b.Translated) == 1 && untranslated(b.Original, b.Translated[0])
}

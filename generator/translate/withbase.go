package translate

import (
	"slices"
)

// alignBase pairs the base with the translation, and aligns it with the original.
func (t *Translation) alignBase() {
	if t.unchanged() {
		t.alignUnchanged()
		return
	}
	model := make([]*Segment, len(t.Base.Entries))
	for i := range t.Base.Entries {
		model[i] = t.Base.Entries[i].current(nil)
	}
	t.match(model, sectionsOf(pointers(t.Original.Segments)))
	t.current = make([]Segment, len(t.Base.Entries))
	t.entries = make(map[*Segment]*Entry, len(t.Base.Entries))
	for i := range t.Base.Entries {
		e, translated := &t.Base.Entries[i], t.parity.pairs[model[i]]
		t.current[i] = *e.current(translated)
		if translated != nil {
			t.entries[translated] = e
		}
	}
	t.aligned = align(t.current, t.Original.Segments)
	t.Rewritten = t.aligned.rewritten
	for j, from := range t.aligned.from {
		b := &t.Blocks[j]
		for _, i := range from {
			e, translated := &t.Base.Entries[i], t.parity.pairs[model[i]]
			b.From, b.entries = append(b.From, &t.current[i]), append(b.entries, e)
			if translated != nil && !slices.Contains(b.Translated, translated) {
				b.Translated = append(b.Translated, translated)
			}
			b.Unsealed = b.Unsealed || e.isDone(translated)
			b.begun = b.begun || e.isNew() && !e.isDone(translated)
		}
		if translated := t.parity.byHand[b.Original]; translated != nil {
			b.Translated, b.Unsealed = []*Segment{translated}, b.Unsealed || len(from) == 0
			if len(b.entries) == 1 {
				t.entries[translated] = b.entries[0]
			}
		}
	}
}

// alignUnchanged does the same where the base has the texts of the original, as
// most do: then each entry is that of the segment in its place. Segments of the
// original are used, since their positions say more than those in the base.
func (t *Translation) alignUnchanged() {
	from, translated, entries := make([]*Segment, len(t.Blocks)), pointers(t.Translated.Segments), make([]*Entry, len(t.Blocks))
	if t.isInOrder = inOrder(t.Original.Segments, t.Translated.Segments); !t.isInOrder {
		model := pointers(t.Original.Segments)
		t.match(model, nil)
		translated = make([]*Segment, len(model))
		for j := range model {
			translated[j] = t.parity.pairs[model[j]]
		}
	}
	for j := range t.Blocks {
		b, e := &t.Blocks[j], &t.Base.Entries[j]
		from[j], entries[j] = &e.Segment, e
		b.From, b.entries = from[j:j+1:j+1], entries[j:j+1:j+1]
		if translated[j] != nil {
			b.Translated = translated[j : j+1 : j+1]
		}
	}
}

// inOrder reports whether each segment of a translation is surely that of the
// original one in its place: match would pair them so, without a message.
func inOrder(original, translated []Segment) bool {
	return slices.EqualFunc(original, translated, func(e, t Segment) bool {
		return e.Place == t.Place && e.Kind == t.Kind && (e.Kind != kindFootnote || e.id() == t.id()) && !e.left() && !t.left()
	})
}

// match compares the translation with the texts that it was made from. original
// are the sections as they are now, if they differ.
func (t *Translation) match(model []*Segment, original []section) {
	t.parity = match(model, pointers(t.Translated.Segments), original, t.Translated.Guide.Meta.HasErrors)
	t.Messages = append(t.Messages, t.parity.messages...)
}

// unchanged reports whether the original has the texts of the base, in the same
// order.
func (t *Translation) unchanged() bool {
	return slices.EqualFunc(t.Base.Entries, t.Original.Segments, func(e Entry, s Segment) bool {
		return e.Next == nil && e.Place == s.Place && e.Kind == s.Kind && e.Text == s.Text
	})
}

// current returns the original text of an entry's translation: that of the
// update, once it is done.
func (e *Entry) current(translated *Segment) *Segment {
	if e.isNew() || e.isDone(translated) {
		return &e.Next.Segment
	}
	return &e.Segment
}

// isDone reports whether the change that an update left was translated: its mark
// is gone and its text another.
func (e *Entry) isDone(translated *Segment) bool {
	return e.Next != nil && translated != nil && translated.Todo == "" && translated.Hash() != e.Next.TranslationHash
}

package translate

import (
	"fmt"

	"modelbook/generator/guide"
)

// mostEditorial is the share of a text's words that an editorial change
// touches at most; a few are always allowed.
const (
	mostEditorial = 0.1
	fewWords      = 3
)

// Acknowledge records that the change in the original segment of a line needs no
// new translation, because it only mended a mistake of writing. If many words
// changed, only a person who has read this translation can decide that, which
// read says. The error says why it was not recorded.
func (t *Translation) Acknowledge(line int, read bool) (*Base, error) {
	b := t.blockAt(line)
	switch {
	case b == nil:
		return nil, fmt.Errorf("no block of the page begins on line %d", line)
	case t.Base == nil:
		return nil, fmt.Errorf("%s was never sealed", t.Translated.Guide.File)
	case b.State == guide.Missing || len(b.entries) != 1 || b.Split:
		return nil, fmt.Errorf("%s has no translation of it", t.Translated.Guide.File)
	case b.State == guide.Fresh && b.entries[0].Next == nil:
		return nil, fmt.Errorf("%s is up to date there", t.Translated.Guide.File)
	case b.Translated[0].Todo != "":
		return nil, fmt.Errorf("%s is marked there: it is being translated", b.Translated[0].Pos)
	}
	e := b.entries[0]
	if found := t.differences(b.Original, b); len(found) > 0 {
		return nil, fmt.Errorf("%s: %s: this needs a new translation", found[0].Pos, found[0].Text)
	}
	if !read && !t.agrees(b) {
		return nil, fmt.Errorf("%s: the original counts otherwise now: this needs a new translation", b.Translated[0].Pos)
	}
	if changed, words := changedWords(Diff(e.Text, b.Original.Text)); !read && changed > fewWords && float64(changed) > mostEditorial*float64(words) {
		return nil, fmt.Errorf("%s: %d of %d words changed since it was translated, which is more than editorial", b.Translated[0].Pos, changed, words)
	}
	return t.withEditorial(e, b.Original), nil
}

// blockAt returns the block of the original segment that begins on a line, nil if
// none does.
func (t *Translation) blockAt(line int) *Block {
	for j := range t.Blocks {
		if t.Blocks[j].Original.Pos.Line == line {
			return &t.Blocks[j]
		}
	}
	return nil
}

func changedWords(changes []Change) (changed, all int) {
	for _, c := range changes {
		now := len(wordsOf(c.Now))
		all += now
		if c.Before != c.Now {
			changed += max(now, len(wordsOf(c.Before)))
		}
	}
	return changed, all
}

// withEditorial returns the base with one entry moved to the original text as it is.
func (t *Translation) withEditorial(e *Entry, original *Segment) *Base {
	base := &Base{File: t.Base.File}
	for i := range t.Base.Entries {
		entry := t.Base.Entries[i]
		if &t.Base.Entries[i] == e {
			translated := e.Editorial
			if translated == "" {
				translated = e.Hash()
			}
			entry = Entry{Segment: *original, Editorial: translated}
			entry.Place = e.Place
		}
		base.Entries = append(base.Entries, entry)
	}
	return base
}

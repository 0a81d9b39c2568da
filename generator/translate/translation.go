// Package translate compares a page with the English one that it translates.
//
// The unit is the segment: a block of the page, a figure of a run, a footnote, a
// text of the front matter. Beside each translation lies its base, the English
// text of each segment that it was made from. Compare aligns the base with the
// English page as it is now, and so knows of each segment whether its
// translation is fresh, stale, missing, or no longer has an original. What
// misleads is told apart from what is only reworded: code, links and numbers,
// which are the same in every language.
//
// The package takes guides as package parse made them, and bases as they were
// read. It gives values: the page that readers see, worklists, new contents of
// pages and bases, files for translators' programs. It reads and writes nothing.
package translate

import (
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// baseFolder holds the bases of a language's pages, beside them.
const baseFolder = "/.base/"

// BaseFile gives the file of a page's base: content/bg/.base/one-to-one.md.
func BaseFile(page string) string {
	i := strings.LastIndexByte(page, '/')
	return page[:i] + baseFolder + page[i+1:]
}

// IsBase reports whether a file is one of a page's bases.
func IsBase(file string) bool { return strings.Contains(file, baseFolder) }

// Page is a page with what is translated of it.
type Page struct {
	Guide    *guide.Guide
	Locale   *locale.Locale
	Segments []Segment

	sealedBase *sealedBase // once it was asked for
}

// NewPage takes a page and how its language writes.
func NewPage(g *guide.Guide, l *locale.Locale) *Page {
	return &Page{Guide: g, Locale: l, Segments: Segments(g)}
}

// Translation is a page held to its base and so to the English page.
type Translation struct {
	English, Translated *Page
	// Base is nil if the translation was never sealed: what it was made from is
	// not known.
	Base *Base
	// Blocks say what there is of each segment of the English page.
	Blocks []Block
	// Obsolete are segments of the translation that English no longer has.
	Obsolete []*Segment
	// Rewritten says that nothing of the English page is left that would be worth
	// comparing.
	Rewritten bool
	Messages  diag.List

	parity  *parity
	current []Segment // what each entry of the base was translated from
	aligned alignment
	entryOf map[*Segment]*Entry // of the base, by segment of the translation
}

// Block is what there is of one segment of the English page.
type Block struct {
	English *Segment
	State   guide.State
	// Translated translates it: nothing if it is missing, several segments if the
	// English ones were merged. Of pieces that were split the first has it.
	Translated []*Segment
	// From is what it was translated from.
	From []*Segment
	// Split and Merged say that English has it in another number of pieces.
	Split, Merged bool
	// Untranslated says that the translation is the English text.
	Untranslated bool
	// Unsealed says that the translation was brought up to the English text, but
	// its base does not say so yet.
	Unsealed bool

	byHand bool // unsealed, without an update

	entries []*Entry // of the base, as From
	begun   bool     // an update put the English text there, to be translated
}

// Compare holds a translation to its base, which may be nil, and to English.
func Compare(english, translated *Page, base *Base) *Translation {
	t := &Translation{English: english, Translated: translated, Base: base, Blocks: make([]Block, len(english.Segments))}
	for j := range t.Blocks {
		t.Blocks[j].English = &english.Segments[j]
	}
	t.Messages = Settings(english.Guide, translated.Guide)
	if len(english.Guide.Blocks) == 0 || len(translated.Guide.Blocks) == 0 {
		return t // what is wrong with an empty page is told by itself
	}
	if base == nil {
		t.withoutBase()
		t.note()
		return t
	}
	t.alignBase()
	for j := range t.Blocks {
		t.judge(j)
	}
	t.judgePieces()
	t.obsolete()
	t.note()
	return t
}

// note writes the states into the blocks of the translation.
func (t *Translation) note() {
	for _, b := range t.Blocks {
		for _, translated := range b.Translated {
			if translated.block >= 0 {
				block := &t.Translated.Guide.Blocks[translated.block]
				block.State = max(block.State, b.State)
			}
		}
	}
}

// withoutBase pairs a translation with English as it is.
func (t *Translation) withoutBase() {
	t.parity = match(pointers(t.English.Segments), pointers(t.Translated.Segments), nil, t.Translated.Guide.Meta.Wrong)
	t.doubt(t.parity.messages)
	for j := range t.Blocks {
		b := &t.Blocks[j]
		translated := t.parity.pairs[b.English]
		if translated == nil {
			b.State = guide.Missing
			continue
		}
		b.Translated = []*Segment{translated}
		b.Untranslated = untranslated(b.English, translated)
		found := differences(b.English, translated, t.English.Locale, t.Translated.Locale)
		switch t.doubt(found); {
		case b.Untranslated || translated.Todo != "":
			b.State = guide.Missing
		case len(found) > 0:
			b.State = guide.Misleading
		}
	}
	for i := range t.Translated.Segments {
		if s := &t.Translated.Segments[i]; s.Obsolete {
			t.Obsolete = append(t.Obsolete, s)
		}
	}
}

// doubt tells as a warning what would be an error of a translation with a base:
// of this one nobody knows what it was made from.
func (t *Translation) doubt(messages diag.List) {
	for _, m := range messages {
		m.Severity = diag.Warning
		t.Messages.Add(m)
	}
}

// alignBase pairs the base with the translation, and aligns it with English.
func (t *Translation) alignBase() {
	model := make([]*Segment, len(t.Base.Entries))
	for i := range t.Base.Entries {
		model[i] = t.Base.Entries[i].current(nil)
	}
	if t.unchanged() {
		// The places in English say more than those in the base.
		model = pointers(t.English.Segments)
	}
	t.parity = match(model, pointers(t.Translated.Segments), sectionsOf(pointers(t.English.Segments)), t.Translated.Guide.Meta.Wrong)
	t.Messages = append(t.Messages, t.parity.messages...)
	t.current = make([]Segment, len(t.Base.Entries))
	t.entryOf = make(map[*Segment]*Entry, len(t.Base.Entries))
	for i := range t.Base.Entries {
		e, translated := &t.Base.Entries[i], t.parity.pairs[model[i]]
		t.current[i] = *e.current(translated)
		if translated != nil {
			t.entryOf[translated] = e
		}
	}
	t.aligned = align(t.current, t.English.Segments)
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
		if translated := t.parity.byHand[b.English]; translated != nil {
			b.Translated, b.Unsealed = []*Segment{translated}, b.Unsealed || len(from) == 0
			if len(b.entries) == 1 {
				t.entryOf[translated] = b.entries[0]
			}
		}
	}
}

// unchanged reports whether English is what the base says, in the same order.
func (t *Translation) unchanged() bool {
	return slices.EqualFunc(t.Base.Entries, t.English.Segments, func(e Entry, s Segment) bool {
		return e.Next == nil && e.Place == s.Place && e.Kind == s.Kind && e.Text == s.Text
	})
}

// current gives what the translation of an entry says: what it is being brought
// up to, once that is done.
func (e *Entry) current(translated *Segment) *Segment {
	if e.isNew() || e.isDone(translated) {
		return &e.Next.Segment
	}
	return &e.Segment
}

// isDone reports whether a translation was brought up to what an update left:
// its mark is gone and its text another.
func (e *Entry) isDone(translated *Segment) bool {
	return e.Next != nil && translated != nil && translated.Todo == "" && translated.Hash() != e.Next.TranslationHash
}

// judge says what there is of a segment.
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
		t.Messages = append(t.Messages, differences(b.English, b.Translated[0], t.English.Locale, t.Translated.Locale)...)
	case len(b.From) == 1 && b.From[0].Hash() == b.English.Hash():
		t.hold(b, t.modelOf(b))
	case t.Rewritten && b.English.Place != FrontMatter:
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
	n := 0
	for _, from := range t.aligned.from {
		if len(from) == 1 && from[0] == t.aligned.from[j][0] {
			n++
		}
	}
	return n
}

// judgePieces makes all pieces of what was split mislead if one does: they have
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
	return len(b.Translated) == 1 && untranslated(b.English, b.Translated[0])
}

// Before gives the English text that the block was translated from.
func (b *Block) Before() string { return textOf(b.From) }

func textOf(segments []*Segment) string {
	texts := make([]string, len(segments))
	for i, s := range segments {
		texts[i] = s.Text
	}
	return strings.Join(texts, "\n\n")
}

// obsolete collects what only the translation has.
func (t *Translation) obsolete() {
	kept := map[*Segment]bool{}
	for _, b := range t.Blocks {
		for _, translated := range b.Translated {
			kept[translated] = true
		}
	}
	for i := range t.Translated.Segments {
		s := &t.Translated.Segments[i]
		if s.Obsolete || !s.Extra && !kept[s] && t.entryOf[s] != nil {
			t.Obsolete = append(t.Obsolete, s)
		}
	}
}

func pointers(segments []Segment) []*Segment {
	list := make([]*Segment, len(segments))
	for i := range segments {
		list[i] = &segments[i]
	}
	return list
}

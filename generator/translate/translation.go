// Package translate compares a page with the original one that it translates.
//
// The unit is the segment: a block of the page, a figure of a run, a footnote, a
// text of the front matter. Beside each translation is its base, the original
// text of each segment that it was made from. Compare aligns the base with the
// original page as it is now, and so knows of each segment whether its
// translation is fresh, stale, missing, or no longer has an original. Misleading
// changes are distinguished from rewording: changes of code, links and numbers,
// which are the same in every language.
//
// The package takes guides as package parse made them, and bases as they were
// read. It returns values: the page that readers see, worklists, new contents of
// pages and bases, files for translators' programs. It reads and writes no files.
package translate

import (
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// baseFolder holds the bases of a language's pages, beside them.
const baseFolder = "/.base/"

// BaseFile returns the file of a page's base: content/bg/.base/one-to-one.md.
func BaseFile(page string) string {
	i := strings.LastIndexByte(page, '/')
	return page[:i] + baseFolder + page[i+1:]
}

// IsBase reports whether a file is one of a page's bases.
func IsBase(file string) bool { return strings.Contains(file, baseFolder) }

// Page is a page with its segments.
type Page struct {
	Guide    *guide.Guide
	Locale   *locale.Locale
	Segments []Segment

	sealed *sealed // once it was asked for
}

// NewPage takes a page and how its language writes.
func NewPage(g *guide.Guide, l *locale.Locale) *Page {
	return &Page{Guide: g, Locale: l, Segments: Segments(g)}
}

// Translation is a page held to its base and so to the original page.
type Translation struct {
	Original, Translated *Page
	// Base is nil if the translation was never sealed: the texts that it was made
	// from are not known.
	Base *Base
	// Blocks are the segments of the original page with their translations.
	Blocks []Block
	// Obsolete are segments of the translation that the original no longer has.
	Obsolete []*Segment
	// Rewritten says that nothing of the original page is left that would be worth
	// comparing.
	Rewritten bool
	Messages  diag.List

	parity  *parity
	current []Segment // the texts that the entries of the base were translated from
	aligned alignment
	entries map[*Segment]*Entry // of the base, by segment of the translation; entryOf makes it
	// isInOrder says that the segments of the translation are those of the original
	// one by one.
	isInOrder bool
}

// Block is one segment of the original page with its translation.
type Block struct {
	Original *Segment
	State    guide.State
	// Translated translates it: nothing if it is missing, several segments if the
	// original ones were merged. Of pieces that were split the first has it.
	Translated []*Segment
	// From are the texts that it was translated from.
	From []*Segment
	// Split and Merged say that the original has it in another number of pieces.
	Split, Merged bool
	// Untranslated says that the translation is the original text.
	Untranslated bool
	// Unsealed says that the translation was brought up to the original text, but
	// its base does not say so yet.
	Unsealed bool

	byHand bool // unsealed, without an update

	entries []*Entry // of the base, as From
	begun   bool     // an update put the original text there, to be translated
}

// Compare holds a translation to its base, which may be nil, and to the original.
func Compare(original, translated *Page, base *Base) *Translation {
	t := &Translation{Original: original, Translated: translated, Base: base, Blocks: make([]Block, len(original.Segments))}
	for j := range t.Blocks {
		t.Blocks[j].Original = &original.Segments[j]
	}
	t.Messages = Settings(original.Guide, translated.Guide)
	if len(original.Guide.Blocks) == 0 || len(translated.Guide.Blocks) == 0 {
		return t // the mistakes of an empty page are reported elsewhere
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

// IsUpToDate reports whether the base has the texts of the original page as it is, in
// their order, the translation has a segment for each of them that says the same, and
// nothing is told about it.
func (t *Translation) IsUpToDate() bool {
	c := t.Count()
	return t.isInOrder && c.Fresh == c.All() && len(t.Messages) == 0
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

// Before returns the original text that the block was translated from.
func (b *Block) Before() string { return textOf(b.From) }

func textOf(segments []*Segment) string {
	texts := make([]string, len(segments))
	for i, s := range segments {
		texts[i] = s.Text
	}
	return strings.Join(texts, "\n\n")
}

// obsolete collects the segments that only the translation has.
func (t *Translation) obsolete() {
	if t.isInOrder {
		return
	}
	kept := map[*Segment]bool{}
	for _, b := range t.Blocks {
		for _, translated := range b.Translated {
			kept[translated] = true
		}
	}
	for i := range t.Translated.Segments {
		s := &t.Translated.Segments[i]
		if s.Obsolete || !s.Extra && !kept[s] && t.entryOf(s) != nil {
			t.Obsolete = append(t.Obsolete, s)
		}
	}
}

// entryOf returns the entry of the base that a segment of the translation was made
// from, nil if it has none.
func (t *Translation) entryOf(translated *Segment) *Entry {
	if t.entries == nil {
		t.entries = map[*Segment]*Entry{}
		for j := range t.Blocks {
			if b := &t.Blocks[j]; len(b.Translated) == 1 && len(b.entries) == 1 {
				t.entries[b.Translated[0]] = b.entries[0]
			}
		}
	}
	return t.entries[translated]
}

func pointers(segments []Segment) []*Segment {
	list := make([]*Segment, len(segments))
	for i := range segments {
		list[i] = &segments[i]
	}
	return list
}

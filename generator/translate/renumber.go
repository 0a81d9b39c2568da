package translate

import (
	"maps"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/locale"
)

// Measured returns the text of a link to a number with the right number. False means
// that it holds the right one already, or none that is known. The link is its address
// from the folder of examples on, or a fragment into the page's front matter.
type Measured func(link, text string, l *locale.Locale) (right string, ok bool)

// Renumbered is a page with the measured numbers.
type Renumbered struct {
	Page    []byte
	Changes []NumberChange
	// Remarked says that a mark was brought up to the original page as it is now.
	Remarked bool
	// hashes maps the hash that a segment had to the one that it has now.
	hashes map[string]string
}

// NumberChange is the text of a link before and after.
type NumberChange struct {
	Pos         diag.Pos
	Before, Now string
}

// Renumber writes the measured numbers into a page. The original text in a mark
// is changed as the original page was; original is nil for that page itself.
func (p *Page) Renumber(text *diag.Text, measured Measured, original *Renumbered) *Renumbered {
	r := &Renumbered{hashes: map[string]string{}}
	for i := range p.Segments {
		s := &p.Segments[i]
		now, changes := withNumbers(s.Text, p.Locale, measured)
		if len(changes) == 0 {
			continue
		}
		r.hashes[s.Hash()] = hashOf(s.Kind, now)
		for _, c := range changes {
			r.Changes = append(r.Changes, NumberChange{s.at(c.from), s.Text[c.from:c.to], c.instead})
		}
	}
	e := newEditor(p, text)
	for _, piece := range e.pieces {
		piece.text, _ = withNumbers(piece.text, p.Locale, measured)
		if original != nil {
			marks := original.remark(piece.marks)
			r.Remarked = r.Remarked || marks != piece.marks
			piece.marks = marks
		}
	}
	r.Page = e.join(e.pieces)
	return r
}

// remark writes the hashes of the page as it is now into marks.
func (r *Renumbered) remark(marks string) string {
	for _, before := range slices.Sorted(maps.Keys(r.hashes)) {
		marks = strings.ReplaceAll(marks, markTranslate+before, markTranslate+r.hashes[before])
	}
	return marks
}

// Renumber writes the measured numbers into the original texts of a base, so that
// the translation is no further behind than it was. The language is that of the
// texts, translated the renumbered translation.
func (b *Base) Renumber(l *locale.Locale, measured Measured, translated *Renumbered) *Base {
	now := &Base{File: b.File, Entries: slices.Clone(b.Entries)}
	for i := range now.Entries {
		e := &now.Entries[i]
		e.Segment = e.renumber(l, measured)
		if e.Next == nil {
			continue
		}
		next := Next{e.Next.renumber(l, measured), e.Next.TranslationHash}
		if hash, changed := translated.hashes[next.TranslationHash]; changed {
			next.TranslationHash = hash
		}
		e.Next = &next
	}
	return now
}

// renumber returns a segment without the values derived from its earlier text.
func (s *Segment) renumber(l *locale.Locale, measured Measured) Segment {
	now := *s
	now.derived = derived{}
	now.Text, _ = withNumbers(s.Text, l, measured)
	return now
}

// withNumbers returns a text with the measured numbers, and the edits that it
// took.
func withNumbers(text string, l *locale.Locale, measured Measured) (now string, changes []textEdit) {
	for _, r := range scan(text).repeated {
		if r.kind != exampleLink && !(r.kind == link && strings.HasPrefix(r.text, "#")) {
			continue
		}
		from := strings.LastIndexByte(text[:r.offset], '[') + 1
		if right, wrong := measured(r.text, text[from:r.offset], l); wrong {
			changes = append(changes, textEdit{from, r.offset, right})
		}
	}
	return edited(text, changes), changes
}

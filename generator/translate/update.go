package translate

import (
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// Update brings new text of the original into a translation. It returns the new
// contents of the page and of its base: segments in the order of the original, a
// mark above each that is to be translated, and a mark above segments that the
// original no longer has. Below a mark is the original text, if there is no
// translation, or else the translation as it was, with the changes in the mark.
// No written text is taken away. A second update changes nothing.
func (t *Translation) Update(text *diag.Text) (page []byte, base *Base) {
	u := &updater{Translation: t, editor: newEditor(t.Translated, text), updated: &Base{File: t.Base.File}}
	for j := range t.Blocks {
		u.block(j)
	}
	only := t.Translated.onlyTranslated()
	u.placeRest(func(p *filePiece) {
		if !only[p.segment] && !p.segment.Obsolete {
			p.mark(markObsolete + "\n\n")
		}
	})
	u.settings()
	return u.finish()
}

// updater puts a page together again, and its base in the same order.
type updater struct {
	*Translation
	*editor
	placed  []*filePiece
	has     map[*filePiece]bool // placed
	hasOf   map[*Segment]bool   // the segments of those
	updated *Base
}

// finish returns the page and the base: the entries of the front matter, and those
// of the pieces in their order.
func (u *updater) finish() (page []byte, base *Base) {
	slices.SortStableFunc(u.placed, func(a, b *filePiece) int { return footnotesLast(a.segment) - footnotesLast(b.segment) })
	for _, p := range u.placed {
		if p.entry != nil {
			u.updated.Entries = append(u.updated.Entries, *p.entry)
		}
	}
	return u.join(u.placed), u.updated
}

func footnotesLast(s *Segment) int {
	if s.Kind == kindFootnote {
		return 1
	}
	return 0
}

// block places the translation of an original segment, or the segment itself.
func (u *updater) block(j int) {
	b := &u.Blocks[j]
	switch {
	case b.Original.Place == FrontMatter:
		u.metaText(b)
	case len(b.Translated) == 0 || u.Rewritten && b.State == guide.Missing && !b.begun || b.Split && u.isPlaced(b.Translated[0]):
		u.place(u.newPiece(b.Original), Entry{Segment: emptied(b.Original), Next: &Next{*b.Original, newText}})
	case len(b.Translated) > 1:
		u.merged(b)
	default:
		u.single(b)
	}
}

// emptied returns a segment of which nothing is translated yet.
func emptied(s *Segment) Segment { return Segment{Place: s.Place, Kind: s.Kind, block: -1, item: -1} }

func (u *updater) isPlaced(s *Segment) bool { return u.hasOf[s] }

func (u *updater) place(p *filePiece, e Entry) {
	p.entry = &e
	u.put(p)
}

func (u *updater) put(p *filePiece) {
	if u.has == nil {
		u.has, u.hasOf = map[*filePiece]bool{}, map[*Segment]bool{}
	}
	u.has[p], u.hasOf[p.segment] = true, true
	u.placed = append(u.placed, p)
}

// placeMeta adds the entry of a text of the front matter, whose line is edited in
// its place.
func (u *updater) placeMeta(e Entry) { u.updated.Entries = append(u.updated.Entries, e) }

// newPiece returns the original text with its mark.
func (u *updater) newPiece(original *Segment) *filePiece {
	p := &filePiece{segment: original, text: original.Text}
	p.mark(todoMark(original.Hash(), nil))
	return p
}

// single places a segment that has a translation, with a mark if it needs work.
func (u *updater) single(b *Block) {
	translated, p := b.Translated[0], u.piece[b.Translated[0]]
	if translated.isHeading() {
		p.text = headingLike(p.text, b.Original.Text)
	}
	e := u.entry(b)
	switch {
	case b.Untranslated && translated.Todo == "":
		p.mark(todoMark(b.Original.Hash(), nil))
		e = Entry{Segment: emptied(b.Original), Next: &Next{*b.Original, newText}}
	case b.From == nil || b.byHand: // not sealed yet
		e = Entry{Segment: *b.Original}
	case translated.Todo == b.Original.Hash() || translated.Todo == "" && u.isUpToDate(b, &e):
	case e.isNew():
		u.restart(p, b, &e)
	default:
		u.stale(p, b, &e)
	}
	e.Place = b.Original.Place
	if e.isHeading() && !e.isNew() {
		e.Text = headingLike(e.Text, b.Original.Text)
	}
	if e.Next != nil {
		e.Next.Place = b.Original.Place
	}
	u.place(p, e)
}

// headingLike returns a heading the level and the id of the original one.
func headingLike(text, original string) string {
	i := strings.LastIndex(original, "{#")
	if i < 0 || headingLevel(text) == 0 || headingLevel(original) == 0 {
		return text
	}
	return original[:headingLevel(original)] + " " + headingText(text) + " " + original[i:]
}

// entry returns a block's entry as it is now: a text that was translated counts
// as sealed once the original has changed again.
func (u *updater) entry(b *Block) Entry {
	if len(b.entries) == 0 {
		return Entry{Segment: emptied(b.Original)}
	}
	e := *b.entries[0]
	if e.isDone(b.Translated[0]) && e.Next.Hash() != b.Original.Hash() {
		return Entry{Segment: e.Next.Segment}
	}
	return e
}

// isUpToDate reports whether a segment without a mark needs none: it is fresh,
// or was brought up to the original and is not sealed yet.
func (u *updater) isUpToDate(b *Block, e *Entry) bool {
	if e.Next != nil {
		return e.Next.Hash() == b.Original.Hash()
	}
	return !b.Split && e.Hash() == b.Original.Hash()
}

// restart marks a text that was begun, and whose original has gone on.
func (u *updater) restart(p *filePiece, b *Block, e *Entry) {
	next := *b.Original
	if p.text == strings.TrimRight(e.Next.Text, "\n") {
		p.text = next.Text
		p.mark(todoMark(next.Hash(), nil))
	} else {
		p.mark(todoMark(next.Hash(), Diff(e.Next.Text, next.Text)))
	}
	e.Next = &Next{next, newText}
}

// stale marks a translation of an earlier text. Code is not translated, nor is
// the target of a figure, so those of the original take their place.
func (u *updater) stale(p *filePiece, b *Block, e *Entry) {
	hash := b.Translated[0].Hash()
	if b.Original.Kind == kindCode {
		p.text = b.Original.Text
	}
	if before := targetOf(p.text); b.Original.Kind == kindFigure && before != "" {
		p.text = strings.Replace(p.text, "("+examplePath+before+")", "("+examplePath+targetOf(b.Original.Text)+")", 1)
	}
	p.text = withNotes(p.text, b.Original.Text)
	p.mark(todoMark(b.Original.Hash(), Diff(e.Text, b.Original.Text)))
	if e.Next != nil {
		hash = e.Next.TranslationHash // of before the first update
	}
	e.Next = &Next{*b.Original, hash}
}

// withNotes adds the references to footnotes that are new in the original: a note to
// which nothing refers would be lost.
func withNotes(text, original string) string {
	for _, r := range without(scan(original).repeated, scan(text).repeated) {
		if r.kind != footnoteLink {
			continue
		}
		row, isTable := strings.CutSuffix(text, "|")
		text = strings.TrimRight(row, " ") + "[^" + r.text + "]"
		if isTable {
			text += " |"
		}
	}
	return text
}

// merged puts translations together whose original texts were.
func (u *updater) merged(b *Block) {
	first := u.piece[b.Translated[0]]
	for _, translated := range b.Translated[1:] {
		p := u.piece[translated]
		first.text += "\n" + p.text
		first.marks += withoutMarks(p.marks)
		u.pieces = slices.DeleteFunc(u.pieces, func(each *filePiece) bool { return each == p })
	}
	if b.Original.Kind == kindFigure {
		first.text = captioned(b.Translated, b.Original)
	}
	before := *b.From[0]
	before.Text, before.derived = textOf(b.From), derived{}
	first.mark(todoMark(b.Original.Hash(), Diff(before.Text, b.Original.Text)))
	together := Segment{Kind: b.Original.Kind, Text: first.text}
	u.place(first, Entry{Segment: before, Next: &Next{*b.Original, together.Hash()}})
}

// captioned returns a figure with the captions of others: two figures in one block would
// be a paragraph.
func captioned(figures []*Segment, original *Segment) string {
	var captions []string
	for _, f := range figures {
		if end := strings.LastIndex(f.Text, "]("); end > 0 {
			captions = append(captions, strings.TrimPrefix(f.Text[:end], "["))
		}
	}
	target := strings.LastIndex(original.Text, "](")
	if target < 0 {
		return original.Text // it is not written as a link with its address
	}
	return "[" + strings.Join(captions, "; ") + original.Text[target:]
}

// placeRest places the segments that the original does not have after the ones
// that they followed.
func (u *updater) placeRest(treat func(*filePiece)) {
	for i, p := range u.pieces {
		if u.has[p] {
			continue
		}
		treat(p)
		at := min(1, len(u.placed)) // a page begins with its lead
		if i > 0 {
			at = slices.Index(u.placed, u.pieces[i-1]) + 1
		}
		u.placed = slices.Insert(u.placed, at, p)
	}
}

// Begin returns the page and the base of a translation that does not exist yet:
// the original text, each segment with its mark.
func Begin(original *Page, lang string, text *diag.Text) (page []byte, base *Base) {
	g := *original.Guide
	g.File = strings.Replace(g.File, "/"+g.Lang+"/", "/"+lang+"/", 1)
	g.Page.Lang, g.IsTranslation = lang, true
	e := newEditor(original, text)
	base = &Base{File: BaseFile(g.File)}
	u := &updater{Translation: &Translation{Original: original, Translated: &Page{Guide: &g}, Base: base}, editor: e, updated: base}
	for j := range original.Segments {
		s := &original.Segments[j]
		u.updated.Entries = append(u.updated.Entries, Entry{Segment: emptied(s), Next: &Next{*s, newText}})
		if s.Place == FrontMatter {
			i := u.keyLine(s.Kind)
			e.meta = slices.Insert(e.meta, i, metaMark+s.Hash()+"\n")
			continue
		}
		p := e.piece[s]
		p.mark(todoMark(s.Hash(), nil))
	}
	return e.join(e.pieces), base
}

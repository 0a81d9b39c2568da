package translate

import (
	"fmt"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// Seal returns the base that records the original texts that a translation was
// made from: the changes that were translated since the last one, and the
// original page if it has no base yet. It refuses, with an error, while a mark is
// left, while a text that an update marked is as it was before, while the original
// of a text has changed without an update, and while a text contradicts its original.
func (t *Translation) Seal() (*Base, diag.List) {
	s := &sealer{Translation: t, sealed: &Base{File: BaseFile(t.Translated.Guide.File)}, becomes: map[*Entry]*Block{}, only: map[*Segment]*Block{}}
	for j := range slices.Backward(t.Blocks) { // the first of several counts
		b := &t.Blocks[j]
		for _, e := range b.entries {
			s.becomes[e] = b
		}
		if len(b.Translated) == 1 {
			s.only[b.Translated[0]] = b
		}
	}
	for _, m := range t.Messages {
		if t.Base == nil {
			m.Severity = diag.Error // a warning only while it is not sealed
		}
		if m.Severity == diag.Error {
			s.messages.Add(m)
		}
	}
	for i := range t.Translated.Segments {
		s.segment(&t.Translated.Segments[i])
	}
	if s.messages.Failed() {
		return nil, s.messages
	}
	return s.sealed, s.messages
}

type sealer struct {
	*Translation
	sealed   *Base
	messages diag.List
	becomes  map[*Entry]*Block
	only     map[*Segment]*Block // of which the segment is the one translation
}

func (s *sealer) refuse(translated *Segment, text, hint string) {
	s.messages.Add(diag.Message{Pos: translated.Pos, Text: text, Hint: hint, Source: translated.line(translated.Pos.Line)})
}

// segment seals one segment of the translation.
func (s *sealer) segment(translated *Segment) {
	switch {
	case translated.Extra:
		return
	case translated.Obsolete:
		s.refuse(translated, "this is marked: the original no longer has it", "take from it what is still of use, and delete it with its mark")
		return
	case translated.Todo != "":
		s.refuse(translated, "this is marked: it is still to be translated", "translate it and delete the mark above it")
		return
	}
	if e := s.entryOf(translated); e != nil {
		s.entry(translated, e)
		return
	}
	if b := s.only[translated]; b != nil {
		s.retain(*b.Original, "")
	}
}

func (s *sealer) entry(translated *Segment, e *Entry) {
	b := s.becomes[e]
	switch {
	case b != nil && b.byHand:
		s.retain(*b.Original, "")
	case e.Next == nil && b != nil && !b.isBehind():
		s.retain(e.Segment, e.Editorial)
	case e.Next == nil && b != nil:
		s.refuse(translated, "the original has changed since this was translated, and no update has brought the change in",
			fmt.Sprintf("modelbook i18n update %s %s", s.Translated.Guide.Lang, s.Original.Guide.Slug))
	case e.Next != nil && e.isDone(translated):
		s.retain(e.Next.Segment, "")
	case b == nil:
		s.refuse(translated, "the original no longer has this", "modelbook i18n update marks what is left of it")
	default:
		s.refuse(translated, "its mark is gone, but the text is as it was before the update",
			fmt.Sprintf("translate it; if it says already what the original says: modelbook i18n ack --editorial %s:%d --language %s", s.Original.Guide.Slug, b.Original.Pos.Line, s.Translated.Guide.Lang))
	}
}

// isBehind reports whether the original has changed since it was translated.
func (b *Block) isBehind() bool {
	isRewritten := b.State == guide.Missing && !b.Untranslated && !b.begun
	return b.State == guide.Stale || b.State == guide.Misleading || isRewritten
}

func (s *sealer) retain(segment Segment, editorial string) {
	s.sealed.Entries = append(s.sealed.Entries, Entry{Segment: segment, Editorial: editorial})
}

// Behind counts the segments whose translation is not that of the original text.
func (t *Translation) Behind() int {
	n := len(t.Obsolete)
	for _, b := range t.Blocks {
		if b.State != guide.Fresh || b.Unsealed {
			n++
		}
	}
	return n
}

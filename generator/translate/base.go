package translate

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"

	"modelbook/generator/diag"
)

// Base holds the original segments that a translation was made from, in the order
// of the translation's segments. It is beside the pages of its language, as
// content/<lang>/.base/<page>, in a form that people read and git merges: each
// entry is a line of its own and the original text as it was, with an empty line
// between, so that work on two blocks never meets in one place.
type Base struct {
	File    string
	Entries []Entry
}

// Entry is a segment of a base.
type Entry struct {
	Segment
	// Editorial is the hash of the text that was translated, if the author said
	// of a later one that it needs no new translation; else "".
	Editorial string
	// Next is the original text that the translation is being brought up to, or
	// nil.
	Next *Next
}

// Next is the original segment that an update left to be translated. An entry
// that has only this has no text of its own.
type Next struct {
	Segment
	// TranslationHash is the hash of the translation as it was then: one that is still the
	// same was not brought up to anything.
	TranslationHash string
}

// isNew reports whether nothing was translated from the entry yet.
func (e *Entry) isNew() bool { return e.Text == "" }

const baseHead = "<!-- The original text that the page of this name translates, block by block.\n     modelbook i18n writes this file; edit the page instead. -->\n"

// Words of an entry's line.
const (
	wordEditorial = "editorial"
	wordNext      = "next"
)

// Bytes returns the file.
func (b *Base) Bytes() []byte {
	var file bytes.Buffer
	file.WriteString(baseHead)
	for i := range b.Entries {
		e := &b.Entries[i]
		if !e.isNew() {
			e.write(&file, wordEditorial, e.Editorial)
		}
		if e.Next != nil {
			e.Next.write(&file, wordNext, e.Next.TranslationHash)
		}
	}
	return file.Bytes()
}

// write writes the line of an entry, with a word if it has a value, and its text.
func (s *Segment) write(file *bytes.Buffer, word, value string) {
	for _, piece := range []string{"\n<!-- ", s.Place, " ", s.Kind, " ", s.Hash()} {
		file.WriteString(piece)
	}
	if value != "" {
		fmt.Fprintf(file, " %s %s", word, value)
	}
	file.WriteString(" -->\n")
	if !strings.Contains(s.Text, "<!-- ") {
		file.WriteString(s.Text)
		file.WriteByte('\n')
		return
	}
	for line := range strings.Lines(s.Text) {
		// A line of code that looks like an entry's is kept apart from one.
		if strings.HasPrefix(strings.TrimLeft(line, `\`), "<!-- ") {
			file.WriteByte('\\')
		}
		file.WriteString(line)
	}
	file.WriteByte('\n')
}

// SealedBase returns the base of a translation of the page if its file has this
// hash, which is that of one that is not behind; else nil. Most are, so most
// need not be read.
func (p *Page) SealedBase(file string, hash [sha256.Size]byte) *Base {
	if p.sealed == nil {
		p.sealed = p.seal()
	}
	if hash != p.sealed.hash {
		return nil
	}
	return &Base{File: file, Entries: slices.Clone(p.sealed.entries)}
}

// sealed is the base that a translation of a page has when nothing is behind.
type sealed struct {
	hash    [sha256.Size]byte // of its file
	entries []Entry
}

func (p *Page) seal() *sealed {
	file := baseBuffers.Get().(*bytes.Buffer)
	defer baseBuffers.Put(file)
	file.Reset()
	file.WriteString(baseHead)
	entries := make([]Entry, len(p.Segments))
	for i := range p.Segments {
		s := &p.Segments[i]
		s.write(file, "", "")
		entries[i].Segment = Segment{Place: s.Place, Kind: s.Kind, Text: s.Text, block: -1, item: -1, derived: derived{hash: s.Hash()}}
	}
	return &sealed{sha256.Sum256(file.Bytes()), entries}
}

var baseBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// ParseBase reads a base. A base that is not in the written form is an error: one
// with a text that was never translated from would hide changes.
func ParseBase(text *diag.Text) (*Base, diag.List) {
	p := &baseParser{text: text, base: &Base{File: text.File}}
	line := 1
	for content := range bytes.Lines(text.Bytes) {
		p.line(content, line)
		line++
	}
	p.finish()
	return p.base, p.messages
}

type baseParser struct {
	text     *diag.Text
	base     *Base
	messages diag.List

	open  *Segment // the entry that is being read
	word  string
	value string
	hash  string // that its line says
	lines []byte

	hasConflict bool // the rest can't be read
}

func (p *baseParser) fail(line int, text, hint string) {
	p.messages.Add(diag.Message{Pos: diag.Pos{File: p.text.File, Line: line, Col: 1}, Text: text, Hint: hint, Source: p.text.Line(line)})
}

func (p *baseParser) line(content []byte, number int) {
	switch {
	case !p.hasConflict && bytes.HasPrefix(content, []byte("<!-- ")):
		p.finish()
		p.head(string(bytes.TrimRight(content, "\n")), number)
	case p.hasConflict:
	case isConflict(content):
		p.hasConflict = true
		p.fail(number, "a merge left its conflict here", "take both sides' entries, or run modelbook i18n update for the page")
	case p.open != nil:
		p.lines = append(p.lines, withoutEscape(content)...)
	}
}

func withoutEscape(line []byte) []byte {
	if len(line) > 0 && line[0] == '\\' && bytes.HasPrefix(bytes.TrimLeft(line, `\`), []byte("<!-- ")) {
		return line[1:]
	}
	return line
}

// isConflict reports whether a line is one that git writes around two versions.
func isConflict(line []byte) bool {
	return bytes.HasPrefix(line, []byte("<<<<<<< ")) || bytes.HasPrefix(line, []byte(">>>>>>> "))
}

// head reads an entry's line: place, kind, hash, and a word with its value.
func (p *baseParser) head(line string, number int) {
	line, closed := strings.CutSuffix(strings.TrimPrefix(line, "<!-- "), " -->")
	fields := strings.Fields(line)
	switch {
	case number == 1:
		return // the file's own head
	case !closed || len(fields) != 3 && len(fields) != 5 || len(fields) == 5 && fields[3] != wordEditorial && fields[3] != wordNext:
		p.fail(number, "this is no line of a base", "restore the file with git")
		return
	}
	p.open = &Segment{Place: fields[0], Kind: fields[1], Pos: diag.Pos{File: p.text.File, Line: number, Col: 1}, block: -1, item: -1}
	p.hash, p.lines = fields[2], nil
	if p.word, p.value = "", ""; len(fields) == 5 {
		p.word, p.value = fields[3], fields[4]
	}
}

// finish ends the entry that is being read.
func (p *baseParser) finish() {
	if p.open == nil || p.hasConflict {
		return
	}
	s := p.open
	p.open = nil
	s.Text = string(bytes.TrimRight(p.lines, "\n"))
	if s.Hash() != p.hash {
		p.fail(s.Pos.Line, "the text below is not the one that was translated", "restore the file with git: the page is what is edited")
		return
	}
	entries := &p.base.Entries
	if p.word != wordNext {
		*entries = append(*entries, Entry{Segment: *s, Editorial: p.value})
		return
	}
	next := &Next{*s, p.value}
	if n := len(*entries); n > 0 && next.TranslationHash != newText && (*entries)[n-1].Next == nil {
		(*entries)[n-1].Next = next
		return
	}
	*entries = append(*entries, Entry{Segment: Segment{Place: s.Place, Kind: s.Kind, Pos: s.Pos, block: -1, item: -1}, Next: next})
}

// newText is written in place of the hash of a translation that was not there
// before.
const newText = "new"

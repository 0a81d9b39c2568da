package diag

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf8"
)

// Text is a file's bytes with the means to turn offsets into positions.
type Text struct {
	File  string
	Bytes []byte

	counted sync.Once
	lines   []int // offset of the first byte of each line

	// The position that was asked for last: in a line of megabytes one is counted
	// from the one before.
	mu   sync.Mutex
	last struct{ start, offset, runes int }
}

// NewText takes a file's path and content.
func NewText(file string, content []byte) *Text { return &Text{File: file, Bytes: content} }

// lineStarts counts the lines when they are first asked for: most files have no
// messages.
func (t *Text) lineStarts() []int {
	t.counted.Do(func() {
		t.lines = make([]int, 1, bytes.Count(t.Bytes, []byte("\n"))+1)
		for at := 0; ; {
			length := bytes.IndexByte(t.Bytes[at:], '\n')
			if length < 0 {
				return
			}
			at += length + 1
			t.lines = append(t.lines, at)
		}
	})
	return t.lines
}

// Pos returns the position of the byte at offset; an offset past the end is the end.
func (t *Text) Pos(offset int) Pos {
	offset = min(max(offset, 0), len(t.Bytes))
	line := t.lineOf(offset)
	start := t.lineStarts()[line]
	return Pos{File: t.File, Line: line + 1, Col: t.runes(start, offset) + 1}
}

// runes counts the characters of a line that begins at start up to an offset, from
// the place that was asked for last if that lies between them.
func (t *Text) runes(start, offset int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	from, runes := start, 0
	if t.last.start == start && t.last.offset <= offset {
		from, runes = max(t.last.offset, start), t.last.runes
	}
	runes += utf8.RuneCount(t.Bytes[from:offset])
	// No character ends behind a byte that begins another one.
	if offset == len(t.Bytes) || utf8.RuneStart(t.Bytes[offset]) {
		t.last.start, t.last.offset, t.last.runes = start, offset, runes
	}
	return runes
}

func (t *Text) lineOf(offset int) int {
	after, _ := slices.BinarySearch(t.lineStarts(), offset+1)
	return after - 1
}

// Line returns the text of a line, counted from 1, without its end; "" for a
// line that is not there.
func (t *Text) Line(number int) string {
	lines := t.lineStarts()
	if number < 1 || number > len(lines) {
		return ""
	}
	line, _, _ := bytes.Cut(t.Bytes[lines[number-1]:], []byte("\n"))
	return string(bytes.TrimSuffix(line, []byte("\r")))
}

// Message makes an error at offset, with its source line.
func (t *Text) Message(offset int, text, hint string) Message {
	pos := t.Pos(offset)
	return Message{Pos: pos, Text: text, Hint: hint, Source: t.Line(pos.Line)}
}

// Lines returns how many lines the text has.
func (t *Text) Lines() int { return len(t.lineStarts()) }

package diag

import (
	"bytes"
	"unicode/utf8"
)

// Text is a file's bytes with the means to turn offsets into positions.
type Text struct {
	File  string
	Bytes []byte
	lines []int // offset of the first byte of each line
}

// NewText takes a file's path and content.
func NewText(file string, content []byte) *Text {
	t := &Text{File: file, Bytes: content, lines: []int{0}}
	for i, b := range content {
		if b == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// Pos gives the position of the byte at offset; an offset past the end is the end.
func (t *Text) Pos(offset int) Pos {
	offset = min(max(offset, 0), len(t.Bytes))
	line := t.lineOf(offset)
	start := t.lines[line]
	return Pos{File: t.File, Line: line + 1, Col: utf8.RuneCount(t.Bytes[start:offset]) + 1}
}

func (t *Text) lineOf(offset int) int {
	low, high := 0, len(t.lines)
	for high-low > 1 {
		middle := (low + high) / 2
		if t.lines[middle] > offset {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// Line gives the text of a line, counted from 1, without its end; "" for a
// line that is not there.
func (t *Text) Line(number int) string {
	if number < 1 || number > len(t.lines) {
		return ""
	}
	line, _, _ := bytes.Cut(t.Bytes[t.lines[number-1]:], []byte("\n"))
	return string(bytes.TrimSuffix(line, []byte("\r")))
}

// Message makes an error at offset, with its source line.
func (t *Text) Message(offset int, text, hint string) Message {
	pos := t.Pos(offset)
	return Message{Pos: pos, Text: text, Hint: hint, Source: t.Line(pos.Line)}
}

package search

import (
	"bytes"
	"unicode/utf8"
)

// segments emits the words of one run. It returns the run in lower case, nil if
// it is not one word.
func (s *scanner) segments(text []byte) []byte {
	i, end := firstPaired(text)
	if i == end {
		return s.single(text)
	}
	s.single(text[:i])
	s.pairs(text[i:end])
	if end < len(text) {
		s.segments(text[end:])
	}
	return nil
}

// firstPaired returns the first run of characters that are indexed in pairs, an
// empty one if there is none.
func firstPaired(text []byte) (start, end int) {
	start = len(text)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if isPaired(r) {
			start = min(start, i)
		} else if start < len(text) {
			return start, i
		}
		i += size
	}
	return start, len(text)
}

// pairs emits each two neighboring characters of a run, or its only character.
func (s *scanner) pairs(text []byte) {
	_, first := utf8.DecodeRune(text)
	if first == len(text) {
		s.found(text, Plain)
		return
	}
	for i := 0; i+first < len(text); {
		_, second := utf8.DecodeRune(text[i+first:])
		s.found(text[i:i+first+second], Plain)
		i, first = i+first, second
	}
}

// single emits a word and its parts, and returns it in lower case. A run of
// only $ and _, and one that is too long, is no word.
func (s *scanner) single(text []byte) []byte {
	core := bytes.Trim(text, "$_")
	if len(core) == 0 || len(text) > longestWord && utf8.RuneCount(text) > longestWord {
		return nil
	}
	s.word = appendLower(s.word[:0], text)
	s.found(s.word, Plain)
	if len(core) < len(text) {
		s.part = appendLower(s.part[:0], core)
		s.found(s.part, Part)
	}
	if isName(core) {
		s.parts(core)
	}
	return s.word
}

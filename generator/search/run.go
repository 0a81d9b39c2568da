package search

import (
	"unicode/utf8"
)

// run is a run of word characters and the joint before it, 0 for none.
type run struct {
	start, end           int // in the text
	lowerStart, lowerEnd int // in the scanner's lower
	joint                rune
	letters              int
	isDigits             bool // nothing but ASCII digits
	isPlain              bool // one word: no $ or _, no capital within, no pairs
}

// next reads the chunk that begins here into runs.
func (s *scanner) next() {
	s.runs, s.lower = s.runs[:0], s.lower[:0]
	s.runs = append(s.runs, s.run(0))
	for s.at < len(s.text) {
		joint, size := s.joint()
		if size == 0 {
			return
		}
		end := s.at
		s.at += size
		next := s.run(joint)
		if next.letters == 0 || !joins(s.runs[len(s.runs)-1], next) {
			s.at, s.lower = end, s.lower[:s.runs[len(s.runs)-1].lowerEnd]
			return
		}
		s.runs = append(s.runs, next)
	}
}

func (s *scanner) run(joint rune) run {
	r := run{start: s.at, lowerStart: len(s.lower), joint: joint, isDigits: true, isPlain: true}
	for s.at < len(s.text) {
		c := s.text[s.at]
		if c >= utf8.RuneSelf {
			letter, size := utf8.DecodeRuneInString(s.text[s.at:])
			if !isWord(letter) {
				break
			}
			r.isDigits = false
			r.isPlain = r.isPlain && !isPaired(letter)
			s.lower = utf8.AppendRune(s.lower, lowerCase(letter))
			s.at += size
			r.letters++
			continue
		}
		if !asciiWord[c] {
			break
		}
		switch {
		case 'a' <= c && c <= 'z':
			r.isDigits = false
		case isUpper(c):
			r.isDigits = false
			r.isPlain = r.isPlain && r.letters == 0
			c += 'a' - 'A'
		case c == '_' || c == '$':
			r.isDigits, r.isPlain = false, false
		}
		s.lower = append(s.lower, c)
		s.at++
		r.letters++
	}
	r.end, r.lowerEnd = s.at, len(s.lower)
	return r
}

// joint returns the character that may join two runs, or size 0.
func (s *scanner) joint() (joint rune, size int) {
	if c := s.text[s.at]; c == ' ' || c == '\n' {
		return 0, 0
	}
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch r {
	case '.', '-', '\'', ',':
		return r, size
	case '\u2010', '\u2011':
		return '-', size
	case '’':
		return '\'', size
	case '\u00a0', '\u202f':
		return ' ', size
	}
	return 0, 0
}

// joins reports whether a run is joined to the one before it.
func joins(before, next run) bool {
	switch next.joint {
	case ',':
		return before.isDigits && next.isDigits
	case ' ':
		return before.isDigits && next.isDigits && next.end-next.start == 3
	}
	return true
}

// isInNumber reports whether the joint between two runs is inside a number.
func isInNumber(before, next run) bool {
	return before.isDigits && next.isDigits && next.joint != '-' && next.joint != '\''
}

package search

import (
	"unicode/utf8"
)

// chunk emits the words of the runs that were read.
func (s *scanner) chunk() {
	if len(s.runs) == 1 && s.runs[0].isPlain {
		s.plain(s.lower)
		return
	}
	s.whole = s.whole[:0]
	parts := 0
	for i := 0; i < len(s.runs); i++ {
		if s.runs[i].joint == '\'' {
			s.endWhole(parts)
			parts = 0
		}
		if s.besideApostrophe(i) {
			continue
		}
		var main []byte
		main, i = s.name(i)
		if main == nil {
			s.endWhole(parts)
			parts = 0
			continue
		}
		if parts > 0 {
			s.whole = append(s.whole, ' ')
		}
		s.whole = append(s.whole, main...)
		parts++
	}
	s.endWhole(parts)
}

// plain emits a word in lower case and returns it, nil if it is too long.
func (s *scanner) plain(lower []byte) []byte {
	if len(lower) > longestWord && utf8.RuneCount(lower) > longestWord {
		return nil
	}
	s.found(lower, Plain)
	return lower
}

// number joins the runs of a number, which begins at run i, and returns its
// digits and the last run. A count with separated thousands keeps a comma
// between them.
func (s *scanner) number(i int) (digits []byte, last int) {
	last = i
	thousands := s.runs[i].letters <= 3
	for last+1 < len(s.runs) && isInNumber(s.runs[last], s.runs[last+1]) {
		last++
		thousands = thousands && s.runs[last].letters == 3
	}
	s.word = s.word[:0]
	for j := i; j <= last; j++ {
		if j > i && thousands {
			s.word = append(s.word, ',')
		}
		s.word = append(s.word, s.text[s.runs[j].start:s.runs[j].end]...)
	}
	return s.word, last
}

// name emits the words of run i, or the number that begins there. It returns
// them in lower case, nil if they are not one word, and the last run.
func (s *scanner) name(i int) (main []byte, last int) {
	r := s.runs[i]
	switch {
	case r.isDigits:
		digits, last := s.number(i)
		return s.plain(digits), last
	case r.isPlain:
		return s.plain(s.lower[r.lowerStart:r.lowerEnd]), i
	}
	s.raw = append(s.raw[:0], s.text[r.start:r.end]...)
	return s.segments(s.raw), i
}

// besideApostrophe reports whether a run is one letter of which an apostrophe
// cut off the rest, as in l’array and owner’s.
func (s *scanner) besideApostrophe(i int) bool {
	return s.runs[i].letters == 1 && (s.runs[i].joint == '\'' || i+1 < len(s.runs) && s.runs[i+1].joint == '\'')
}

// endWhole emits the whole of joined words.
func (s *scanner) endWhole(parts int) {
	if 1 < parts && parts <= longestWhole {
		s.found(s.whole, Whole)
	}
	s.whole = s.whole[:0]
}

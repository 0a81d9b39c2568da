package search

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A word has at most so many characters, and a whole so many words. What is
// longer is a key or a path that nobody types.
const (
	longestWord  = 64
	longestWhole = 8
)

// Kind says what a word is in its text.
type Kind uint8

const (
	Plain Kind = iota // a run, or two neighbors of one
	Part              // of the run before it
	Whole             // of the runs before it, which are joined
)

// Words calls found with each word of a text, in lower case:
//
//   - each run of letters, digits, _ and $;
//   - of $push, _id and maxItems also what they are made of: push; id; max, items;
//   - of words joined by a hyphen or a dot also the whole, with spaces in place
//     of the joints: one-to-one is one, to, one and "one to one";
//   - each two neighbors of a run of Han, Hiragana or Katakana.
//
// The kind tells them apart. Points, commas and no-break spaces between digits
// belong to the number and are left out. A single letter beside an apostrophe is none of the words.
// The bytes are only good until found returns.
func Words(text string, found func(word []byte, kind Kind)) { new(scanner).words(text, found) }

// scanner takes a text apart into chunks: runs of word characters with at most
// one joint between them.
type scanner struct {
	text  string
	found func([]byte, Kind)
	at    int
	runs  []run
	// lower holds the runs in lower case, one after another. It and the others
	// keep their memory from word to word and from text to text.
	lower, raw, word, part, whole []byte
}

// words calls found with each word of a text, as Words does.
func (s *scanner) words(text string, found func(word []byte, kind Kind)) {
	s.text, s.found, s.at = text, found, 0
	for s.skip(); s.at < len(s.text); s.skip() {
		if s.simple() {
			continue
		}
		s.next()
		s.chunk()
	}
	s.text, s.found = "", nil
}

// simple reads what most chunks are, one plain word of common letters that
// nothing joins to the next one, and tells of it. What is anything else it
// leaves to next and chunk, which give the same for such a word.
func (s *scanner) simple() bool {
	i, text := s.at, s.text
	s.lower = s.lower[:0]
	if isUpper(text[i]) {
		s.lower = append(s.lower, text[i]+'a'-'A')
		i++
	}
	for ; i < len(text); i++ {
		c := text[i]
		if 'a' <= c && c <= 'z' {
			s.lower = append(s.lower, c)
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		if i+1 == len(text) {
			return false
		}
		second := text[i+1]
		switch {
		case c == 0xd0 && 0x90 <= second && second <= 0x9f: // А to П
			s.lower = append(s.lower, c, second+0x20)
		case c == 0xd0 && 0xa0 <= second && second <= 0xaf: // Р to Я
			s.lower = append(s.lower, c+1, second-0x20)
		case c == 0xd0 && 0xb0 <= second && second <= 0xbf, c == 0xd1 && 0x80 <= second && second <= 0x8f: // а to я
			s.lower = append(s.lower, c, second)
		case c == 0xc3 && 0xa0 <= second && second <= 0xbf && second != 0xb7: // à to ÿ, not ÷
			s.lower = append(s.lower, c, second)
		default:
			return false
		}
		i++
	}
	if len(s.lower) == 0 || !endsChunk(text[i:]) {
		return false
	}
	s.at = i
	s.plain(s.lower)
	return true
}

// endsChunk reports whether text, which stands behind an ASCII or common
// letter, surely does not go on with the word, nor joins another to it.
func endsChunk(text string) bool {
	if text == "" {
		return true
	}
	switch c := text[0]; {
	case asciiWord[c]:
		return false
	case c == '.' || c == ',' || c == '-' || c == '\'':
		return len(text) == 1 || text[1] < utf8.RuneSelf && !asciiWord[text[1]]
	}
	return true
}

// run is a run of word characters and the joint before it, 0 for none.
type run struct {
	start, end           int // in the text
	lowerStart, lowerEnd int // in the scanner's lower
	joint                rune
	letters              int
	digits               bool // nothing but ASCII digits
	plain                bool // one word: no $ or _, no capital within, no pairs
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

func (s *scanner) skip() {
	for s.at < len(s.text) {
		if c := s.text[s.at]; c < utf8.RuneSelf {
			if asciiWord[c] {
				return
			}
			s.at++
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		if isWord(r) {
			return
		}
		s.at += size
	}
}

func (s *scanner) run(joint rune) run {
	r := run{start: s.at, lowerStart: len(s.lower), joint: joint, digits: true, plain: true}
	for s.at < len(s.text) {
		c := s.text[s.at]
		if c >= utf8.RuneSelf {
			letter, size := utf8.DecodeRuneInString(s.text[s.at:])
			if !isWord(letter) {
				break
			}
			r.digits = false
			r.plain = r.plain && !isPaired(letter)
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
			r.digits = false
		case isUpper(c):
			r.digits = false
			r.plain = r.plain && r.letters == 0
			c += 'a' - 'A'
		case c == '_' || c == '$':
			r.digits, r.plain = false, false
		}
		s.lower = append(s.lower, c)
		s.at++
		r.letters++
	}
	r.end, r.lowerEnd = s.at, len(s.lower)
	return r
}

// joint gives the character that may join two runs, or size 0.
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

// joins reports whether a run goes on with the one before it.
func joins(before, next run) bool {
	switch next.joint {
	case ',':
		return before.digits && next.digits
	case ' ':
		return before.digits && next.digits && next.end-next.start == 3
	}
	return true
}

// inNumber reports whether a joint lies inside a number.
func inNumber(before, next run) bool {
	return before.digits && next.digits && next.joint != '-' && next.joint != '\''
}

// chunk tells of the words of the runs that were read.
func (s *scanner) chunk() {
	if len(s.runs) == 1 && s.runs[0].plain {
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

// plain tells of a word in lower case and gives it, nil if it is too long.
func (s *scanner) plain(lower []byte) []byte {
	if len(lower) > longestWord && utf8.RuneCount(lower) > longestWord {
		return nil
	}
	s.found(lower, Plain)
	return lower
}

// number joins the runs of a number, which begins at run i, and gives the last
// of them.
func (s *scanner) number(i int) (digits []byte, last int) {
	s.word = append(s.word[:0], s.text[s.runs[i].start:s.runs[i].end]...)
	for i+1 < len(s.runs) && inNumber(s.runs[i], s.runs[i+1]) {
		i++
		s.word = append(s.word, s.text[s.runs[i].start:s.runs[i].end]...)
	}
	return s.word, i
}

// name tells of the words of run i, or of the number that begins there. It gives
// them in lower case, nil if they are not one word, and the last run.
func (s *scanner) name(i int) (main []byte, last int) {
	r := s.runs[i]
	switch {
	case r.digits:
		digits, last := s.number(i)
		return s.plain(digits), last
	case r.plain:
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

// endWhole tells of the whole of words that are joined.
func (s *scanner) endWhole(parts int) {
	if 1 < parts && parts <= longestWhole {
		s.found(s.whole, Whole)
	}
	s.whole = s.whole[:0]
}

// segments tells of the words of one run. It gives the run in lower case, nil
// if it is not one word.
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

// firstPaired gives the first run of characters that are read by pairs, an
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

// pairs tells of each two neighbors of a run, or of its only character.
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

// single tells of a word and of its parts, and gives it in lower case. A run
// of nothing but $ and _, and one that is too long, is no word.
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

// isName reports whether a word may have parts.
func isName(word []byte) bool {
	for i, c := range word {
		if c == '_' || c == '$' || i > 0 && 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

// parts tells of the words that a name is made of, unless it is only one: max
// and Items of maxItems, BSON and Type of BSONType. Only A to Z begin a part.
func (s *scanner) parts(name []byte) {
	start := 0
	end := func(i int) {
		if start < i && i-start < len(name) {
			s.part = appendLower(s.part[:0], name[start:i])
			s.found(s.part, Part)
		}
		start = i
	}
	for i, c := range name {
		switch {
		case c == '_' || c == '$':
			end(i)
			start = i + 1
		case i == 0 || !isUpper(c):
		case !isUpper(name[i-1]), i+1 < len(name) && 'a' <= name[i+1] && name[i+1] <= 'z':
			end(i)
		}
	}
	end(len(name))
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func appendLower(to, text []byte) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		to = utf8.AppendRune(to, lowerCase(r))
		text = text[size:]
	}
	return to
}

func lowerCase(r rune) rune {
	switch {
	case 'а' <= r && r <= 'я', 0x4e00 <= r && r <= 0x9fff, 'a' <= r && r <= 'z':
		return r
	case 'А' <= r && r <= 'Я':
		return r + 'а' - 'А'
	}
	return unicode.ToLower(r)
}

var asciiWord = func() (table [utf8.RuneSelf]bool) {
	for c := range table {
		table[c] = c == '_' || c == '$' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
	}
	return table
}()

// isWord reports whether a character is part of words. Those of the languages
// that sites are most often written in are looked at first.
func isWord(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= 0 && asciiWord[r]
	case 'А' <= r && r <= 'я', 0x4e00 <= r && r <= 0x9fff, 'À' <= r && r <= 'ÿ' && r != '×' && r != '÷':
		return true
	case 0x2010 <= r && r <= 0x206f, r == '\u00a0':
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// isPaired reports whether a character belongs to a script that puts no spaces
// between words.
func isPaired(r rune) bool {
	switch {
	case r < 0x2e80:
		return false
	case 0x4e00 <= r && r <= 0x9fff:
		return true
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

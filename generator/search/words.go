package search

import (
	"unicode/utf8"
)

// A word has at most so many characters, and a whole so many words. Longer ones
// are keys or paths, which are not searched for.
const (
	longestWord  = 64
	longestWhole = 8
)

// Kind is the kind of a word in its text.
type Kind uint8

const (
	Plain Kind = iota // a run, or two neighbors of one
	Part              // of the run before it
	Whole             // of the runs before it, which are joined
)

// Words calls found with each word of a text, in lower case:
//
//   - each run of letters, digits, _ and $;
//   - of $push, _id and maxItems also their parts: push; id; max, items;
//   - of words joined by a hyphen or a dot also the whole, with spaces in place
//     of the joints: one-to-one is one, to, one and "one to one";
//   - each two neighbors of a run of Han, Hiragana or Katakana.
//
// The kind distinguishes them. Points, commas and no-break spaces between digits
// belong to the number and are left out; between thousands they all become a comma:
// 11,000 is a count, and 11000 the code of an error. A single letter beside an
// apostrophe is no word. The bytes are only valid until found returns.
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
		if s.scanSimple() {
			continue
		}
		s.next()
		s.chunk()
	}
	s.text, s.found = "", nil
}

// scanSimple reads the most common kind of chunk, one plain word of common letters
// that is not joined to the next one, and emits it. It leaves all others to
// next and chunk, which would emit the same for such a word.
func (s *scanner) scanSimple() bool {
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

// endsChunk reports whether text, which follows an ASCII or common letter,
// certainly neither continues the word nor joins another to it.
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

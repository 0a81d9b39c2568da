package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner cuts JavaScript into tokens. Regular expressions are left to the
// parser, which knows where a slash does not divide.
type scanner struct {
	messages
	input string
	at    int
	// isUnclosed says that a string or a comment has swallowed the rest of the
	// text.
	isUnclosed bool
}

type tokenKind uint8

const (
	endToken    tokenKind = iota
	nameToken             // also keywords
	numberToken           // as it is written
	stringToken           // its characters
	templateToken
	markToken // => and ... or one character
)

type token struct {
	kind       tokenKind
	text       string
	start, end int
	newLine    bool // a line ends between the token before and this one
}

func (t token) is(mark string) bool     { return t.kind == markToken && t.text == mark }
func (t token) isName(name string) bool { return t.kind == nameToken && t.text == name }

// String names the token in messages.
func (t token) String() string {
	switch t.kind {
	case endToken:
		return "the end"
	case stringToken, templateToken:
		return "a string"
	}
	return short(t.text)
}

// short cuts text of unknown length to fit into a message.
func short(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

func (s *scanner) scan() token {
	t := token{newLine: s.space(), start: s.at}
	rest := s.input[s.at:]
	switch {
	case rest == "":
	case rest[0] == '\'' || rest[0] == '"':
		t.kind, t.text = stringToken, s.quoted()
	case rest[0] == '`':
		t.kind, t.text = templateToken, s.quoted()
	case isDigit(rest[0]) || len(rest) > 1 && rest[0] == '.' && isDigit(rest[1]):
		t.kind, t.text = numberToken, s.take(numberLength(rest))
	case nameLength(rest) > 0:
		t.kind, t.text = nameToken, s.take(nameLength(rest))
	default:
		s.mark(&t, rest)
	}
	t.end = s.at
	return t
}

func (s *scanner) take(n int) string {
	taken := s.input[s.at : s.at+n]
	s.at += n
	return taken
}

func (s *scanner) mark(t *token, rest string) {
	t.kind = markToken
	for _, long := range []string{"=>", "..."} {
		if strings.HasPrefix(rest, long) {
			t.text = s.take(len(long))
			return
		}
	}
	r, size := utf8.DecodeRuneInString(rest)
	if strings.ContainsRune(typographic, r) {
		t.kind, t.text = stringToken, s.typographicQuotes(rest)
		return
	}
	t.text = s.take(size)
}

// space skips white space and comments and reports whether a line ends there.
func (s *scanner) space() (newLine bool) {
	for s.at < len(s.input) {
		rest := s.input[s.at:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case isLineEnd(r):
			newLine = true
			s.at += size
		case r == '\t' || r == '\v' || r == '\f' || r == '\ufeff' || unicode.Is(unicode.Zs, r):
			s.at += size
		case strings.HasPrefix(rest, "//"):
			s.at += lineLength(rest)
		case strings.HasPrefix(rest, "/*"):
			newLine = s.comment(rest) || newLine
		default:
			return newLine
		}
	}
	return newLine
}

// comment skips a comment and reports whether a line ends in it.
func (s *scanner) comment(rest string) bool {
	length := strings.Index(rest[2:], "*/") + len("/**/")
	if length < len("/**/") {
		s.open(s.at, "the comment has no end", "*/")
		length = len(rest)
	}
	return lineLength(s.take(length)) < length
}

// open reports a string, comment or bracket that is not closed.
func (s *scanner) open(start int, text, closing string) {
	s.report(start, text, "write "+closing+" behind it")
	s.isUnclosed = true
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' }

// lineLength returns the length of the line that text begins with, without its end.
func lineLength(text string) int {
	if n := strings.IndexFunc(text, isLineEnd); n >= 0 {
		return n
	}
	return len(text)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// nameLength returns the length of the name that text begins with, or 0
// (ECMA-262, "Names and Keywords"; without escapes).
func nameLength(text string) int {
	for i, r := range text {
		if !isNameStart(r) && (i == 0 || !isNamePart(r)) {
			return i
		}
	}
	return len(text)
}

func isNameStart(r rune) bool {
	if r < utf8.RuneSelf { // most are: tables are searched
		return r == '$' || r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !unicode.Is(unicode.Pattern_Syntax, r)
}

func isNamePart(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9'
	}
	const nonJoiner, joiner = '\u200c', '\u200d'
	return r == nonJoiner || r == joiner || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

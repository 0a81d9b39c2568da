package highlight

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// shellScanner scans JavaScript as people write it for mongosh. Beyond the token
// types of chroma's lexer it knows names of fields, operators of MongoDB, calls,
// and the constructors of BSON types.
type shellScanner struct {
	last         string // the token before, without space and comments
	open         []byte // brackets that are open; '`' for a template's ${
	isInTemplate bool   // inside of a template, outside of its ${}
}

func newShell() scanner { return &shellScanner{} }

func (s *shellScanner) next(rest string) (chroma.TokenType, int) {
	if s.isInTemplate {
		return s.template(rest)
	}
	if n := lengthOf(rest, " \t\r\n\u00a0"); n > 0 {
		return chroma.Text, n
	}
	if n, ok := commentLength(rest); n > 0 {
		return commentType(rest, ok), n
	}
	kind, n := s.token(rest)
	s.last = rest[:n]
	return kind, n
}

// commentLength returns the length of a comment at the start of rest; ok is
// false if it has no end.
func commentLength(rest string) (n int, ok bool) {
	switch {
	case strings.HasPrefix(rest, "//"):
		return lineLength(rest), true
	case strings.HasPrefix(rest, "/*"):
		if i := strings.Index(rest[2:], "*/"); i >= 0 {
			return i + 4, true
		}
		return len(rest), false
	}
	return 0, true
}

func commentType(comment string, ok bool) chroma.TokenType {
	switch {
	case !ok:
		return chroma.Error
	case comment[1] == '/':
		return chroma.CommentSingle
	}
	return chroma.CommentMultiline
}

func (s *shellScanner) token(rest string) (chroma.TokenType, int) {
	switch c := rest[0]; {
	case c == '"' || c == '\'':
		return s.string(rest)
	case c == '`':
		s.isInTemplate = true
		return chroma.LiteralStringBacktick, 1
	case isDigit(c):
		return shellNumber(rest)
	case strings.IndexByte("{[(", c) >= 0:
		s.open = append(s.open, c)
		return chroma.Punctuation, 1
	case strings.IndexByte("}])", c) >= 0:
		return s.close(c), 1
	}
	if n := wordLength(rest); n > 0 {
		return s.word(rest, n), n
	}
	if rest[0] == '/' && s.beforeOperand() {
		if n := regexLength(rest); n > 0 {
			return chroma.LiteralStringRegex, n
		}
	}
	return symbol(rest)
}

func (s *shellScanner) string(rest string) (chroma.TokenType, int) {
	n, ok := quotedLength(rest)
	switch {
	case !ok:
		return chroma.Error, n
	case s.namesField(rest[n:]):
		return chroma.NameProperty, n
	case rest[0] == '"':
		return chroma.LiteralStringDouble, n
	}
	return chroma.LiteralStringSingle, n
}

// close takes a closing bracket, which may end a template's ${.
func (s *shellScanner) close(c byte) chroma.TokenType {
	opening := map[byte]string{'}': "{`", ']': "[", ')': "("}[c]
	last := len(s.open) - 1
	if last < 0 || strings.IndexByte(opening, s.open[last]) < 0 {
		return chroma.Error
	}
	s.isInTemplate = s.open[last] == '`'
	s.open = s.open[:last]
	if s.isInTemplate {
		return chroma.LiteralStringInterpol
	}
	return chroma.Punctuation
}

// namesField reports whether a name or a string before rest is a field's.
func (s *shellScanner) namesField(rest string) bool {
	inObject := len(s.open) > 0 && s.open[len(s.open)-1] == '{' && (s.last == "{" || s.last == ",")
	return inObject && strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), ":")
}

// beforeOperand reports whether a value may follow, so that / begins a regular
// expression and does not divide.
func (s *shellScanner) beforeOperand() bool {
	if s.last == "" || operandWords[s.last] {
		return true
	}
	return strings.IndexByte("({[,;:=!&|?+-*%<>~^", s.last[len(s.last)-1]) >= 0
}

// template scans the text of a template literal.
func (s *shellScanner) template(rest string) (chroma.TokenType, int) {
	if strings.HasPrefix(rest, "${") {
		s.isInTemplate, s.last = false, "{"
		s.open = append(s.open, '`')
		return chroma.LiteralStringInterpol, 2
	}
	for i := 0; i < len(rest); i++ {
		switch {
		case rest[i] == '\\':
			i++
		case rest[i] == '`':
			s.isInTemplate, s.last = false, "`"
			return chroma.LiteralStringBacktick, i + 1
		case i > 0 && strings.HasPrefix(rest[i:], "${"):
			return chroma.LiteralStringBacktick, i
		}
	}
	return chroma.Error, len(rest)
}

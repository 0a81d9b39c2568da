package shell

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// quoted takes a string or a template and returns its characters.
func (s *scanner) quoted() string {
	start, template := s.at, s.input[s.at] == '`'
	closing := s.take(1)
	var b strings.Builder
	for s.at < len(s.input) {
		rest := s.input[s.at:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case strings.HasPrefix(rest, closing):
			s.at++
			return b.String()
		case r == '\\':
			s.escape(&b)
			continue
		case (r == '\n' || r == '\r') && !template:
			s.open(start, "the string has no end in its line", closing)
			return b.String()
		case r == '\r': // a template has it as \n
			s.at += len(lineBreak(rest))
			b.WriteByte('\n')
			continue
		case template && strings.HasPrefix(rest, "${"):
			s.report(s.at, "${ in a template is JavaScript, which is not evaluated here", "write the text as a whole")
		}
		b.WriteString(s.take(size))
	}
	s.open(start, "the string has no end", closing)
	return b.String()
}

// lineBreak returns the line end that text begins with, or "".
func lineBreak(text string) string {
	if strings.HasPrefix(text, "\r\n") {
		return text[:2]
	}
	if r, size := utf8.DecodeRuneInString(text); size > 0 && isLineEnd(r) {
		return text[:size]
	}
	return ""
}

var letterEscapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f', 'v': '\v'}

// escape takes a whole escape sequence (ECMA-262, "String Literals").
func (s *scanner) escape(b *strings.Builder) {
	start := s.at
	s.at++
	rest := s.input[s.at:]
	if ending := lineBreak(rest); rest == "" || ending != "" {
		s.at += len(ending)
		return
	}
	letter, known := letterEscapes[rest[0]]
	switch {
	case known:
		s.at++
		b.WriteByte(letter)
	case rest[0] == 'x' || rest[0] == 'u':
		b.WriteRune(s.codePoint(start))
	case isDigit(rest[0]):
		s.at++
		if rest[0] != '0' || len(rest) > 1 && isDigit(rest[1]) {
			s.report(start, `\`+rest[:1]+" is an octal escape, which JavaScript has given up", `write \x and two hexadecimal digits`)
		}
		b.WriteByte(0)
	default:
		_, size := utf8.DecodeRuneInString(rest)
		b.WriteString(s.take(size))
	}
}

// codePoint takes the rest of \x41, \u0041 or \u{41} after the backslash. Two
// halves of a surrogate pair are one character.
func (s *scanner) codePoint(start int) rune {
	r, ok := s.codeUnit()
	if !ok {
		s.report(start, "an escape without its hexadecimal digits", `write \x41, \u0041 or \u{1f600}`)
		return utf8.RuneError
	}
	if !utf16.IsSurrogate(r) {
		return r
	}
	if strings.HasPrefix(s.input[s.at:], `\u`) {
		before := s.at
		s.at++
		if low, ok := s.codeUnit(); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair
			}
		}
		s.at = before
	}
	s.report(start, "half of a surrogate pair", "write the character itself")
	return utf8.RuneError
}

// codeUnit takes x or u and the digits behind it.
func (s *scanner) codeUnit() (rune, bool) {
	letter := s.take(1)
	rest := s.input[s.at:]
	length := map[string]int{"x": 2, "u": 4}[letter]
	digits, taken := rest[:min(length, len(rest))], length
	if letter == "u" && strings.HasPrefix(rest, "{") {
		braced, _, closed := strings.Cut(rest[1:min(len(rest), 10)], "}")
		if !closed {
			return 0, false
		}
		digits, taken, length = braced, len(braced)+len("{}"), len(braced)
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != length || n > utf8.MaxRune {
		return 0, false
	}
	s.at += taken
	return rune(n), true
}

// typographic are quotation marks that no programming language reads.
const typographic = "‘’‚‛“”„‟«»‹›"

// typographicQuotes takes a string in such marks, so that the text after it is
// read correctly.
func (s *scanner) typographicQuotes(rest string) string {
	s.report(s.at, "typographic quotation marks", "write ' or \"")
	_, opening := utf8.DecodeRuneInString(rest)
	rest = rest[opening:]
	length := strings.IndexFunc(rest, func(r rune) bool { return isLineEnd(r) || strings.ContainsRune(typographic, r) })
	if length < 0 || lineBreak(rest[length:]) != "" {
		s.at += opening
		return ""
	}
	_, closing := utf8.DecodeRuneInString(rest[length:])
	s.at += opening + length + closing
	return rest[:length]
}

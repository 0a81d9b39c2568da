package regex

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"modelbook/generator/memdb/internal/errcode"
)

// scanner reads a pattern rune by rune, for both engines.
type scanner struct {
	pattern string
	in      []rune
	pos     int
	flags   flags
	names   map[string]int // groups by their names
}

// refuse returns the refusal of a construct that is not known to match like PCRE2's.
func (s *scanner) refuse(what string) error {
	return errcode.NotImplemented(what + " in the regular expression /" + s.pattern + "/")
}

func (s *scanner) hasMore() bool { return s.pos < len(s.in) }

func (s *scanner) peek(text string) bool {
	return strings.HasPrefix(s.ahead(len(text)), text)
}

// ahead returns the next n runes, or fewer at the end.
func (s *scanner) ahead(n int) string { return string(s.in[s.pos:min(len(s.in), s.pos+n)]) }

// accept reads text, if that comes next.
func (s *scanner) accept(text string) bool {
	if !s.peek(text) {
		return false
	}
	s.pos += utf8.RuneCountInString(text)
	return true
}

// canFold reports whether case-insensitive matching of c is known to be the same
// in Go and in PCRE2: ASCII, and letters with one other case in the old scripts.
func (s *scanner) canFold(c rune) bool {
	const oldScripts = 0x530
	if !s.flags.caseless || c < utf8.RuneSelf {
		return true
	}
	other := unicode.SimpleFold(c)
	return c < oldScripts && other < oldScripts && other >= utf8.RuneSelf && unicode.SimpleFold(other) == c
}

// setFlags reads the letters of (?ims-x).
func (s *scanner) setFlags(text string) {
	on := true
	for _, c := range text {
		switch c {
		case '^':
			s.flags = flags{}
		case '-':
			on = false
		case 'i':
			s.flags.caseless = on
		case 'm':
			s.flags.multiline = on
		case 's':
			s.flags.dotAll = on
		case 'x':
			s.flags.extended = on
		}
	}
}

var (
	counted = regexp.MustCompile(`^\{(\d{1,5})(?:(,)(\d{0,5}))?\}`)
	// newerCounts are counts of PCRE2 10.43 that older versions read literally.
	newerCounts = regexp.MustCompile(`^\{[ \t]*\d*[ \t]*(?:,[ \t]*\d*[ \t]*)?\}`)
)

// openBrace reads a brace that begins no count, which is itself.
func (s *scanner) openBrace() (rune, error) {
	if brace := newerCounts.FindString(s.ahead(64)); brace != "" && brace != "{}" {
		return 0, s.refuse("the count " + brace)
	}
	s.pos++
	return '{', nil
}

// escapedRune returns the character that \c means, inside and outside of classes.
func (s *scanner) escapedRune(c rune) (rune, error) {
	switch c {
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 'f':
		return '\f', nil
	case 'a':
		return '\a', nil
	case 'e':
		return 0x1b, nil
	case 'x':
		return s.hexRune()
	case 'u', 'l', 'L', 'U', 'i', 'j', 'm', 'q', 'y', 'F', 'I', 'J', 'M', 'O', 'T', 'Y':
		return 0, invalid(`unrecognized character follows \`)
	}
	if c >= utf8.RuneSelf || unicode.IsLetter(c) || unicode.IsDigit(c) {
		return 0, s.refuse(`\` + string(c))
	}
	return c, nil
}

// addName records the name of a group.
func (s *scanner) addName(name string, group int) error {
	if s.names[name] != 0 {
		return invalid("two named subpatterns have the same name")
	}
	if s.names == nil {
		s.names = map[string]int{}
	}
	s.names[name] = group
	return nil
}

// openClass reads [ and ^ of a class. PCRE2 reports what looks like a POSIX class
// outside of a class as an error.
func (s *scanner) openClass() (negated bool, err error) {
	s.pos++
	for _, mark := range []string{":", ".", "="} {
		if s.peek(mark) && strings.Contains(string(s.in[s.pos+1:]), mark+"]") {
			return false, s.refuse("[" + mark + " outside of a class")
		}
	}
	return s.accept("^"), nil
}

var hexDigits = regexp.MustCompile(`^(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]{1,6}\})`)

func (s *scanner) hexRune() (rune, error) {
	digits := hexDigits.FindString(s.ahead(8))
	if digits == "" {
		return 0, s.refuse(`\x without two digits`)
	}
	s.pos += len(digits)
	var r rune
	if _, err := fmt.Sscanf(strings.Trim(digits, "{}"), "%x", &r); err != nil || !utf8.ValidRune(r) {
		return 0, s.refuse(`\x` + digits)
	}
	return r, nil
}

package highlight

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
)

// json scans JSON with comments to the end of a line. It looks at tokens only;
// whether they are in order is for who reads the value.
type json struct {
	open []byte // the brackets that are open
	key  bool   // a string here names a member
}

func newJSON() scanner { return &json{} }

func (j *json) next(rest string) (chroma.TokenType, int) {
	if n := lengthOf(rest, " \t\r\n"); n > 0 {
		return chroma.Text, n
	}
	switch c := rest[0]; {
	case c == '"':
		return j.string(rest)
	case strings.IndexByte("{}[],:", c) >= 0:
		return j.punctuation(c), 1
	case strings.HasPrefix(rest, "//"):
		return chroma.CommentSingle, lineLength(rest)
	case c == '-' || isDigit(c):
		return jsonNumber(rest)
	}
	for _, constant := range []string{"true", "false", "null"} {
		if strings.HasPrefix(rest, constant) && wordLength(rest) == len(constant) {
			return chroma.KeywordConstant, len(constant)
		}
	}
	_, n := utf8.DecodeRuneInString(rest)
	return chroma.Error, max(n, wordLength(rest))
}

func (j *json) string(rest string) (chroma.TokenType, int) {
	n, ok := quotedLength(rest)
	switch {
	case !ok:
		return chroma.Error, n
	case j.key:
		j.key = false
		return chroma.NameTag, n
	}
	return chroma.LiteralStringDouble, n
}

func (j *json) punctuation(c byte) chroma.TokenType {
	switch c {
	case '{', '[':
		j.open = append(j.open, c)
		j.key = c == '{'
	case '}', ']':
		if len(j.open) == 0 || j.open[len(j.open)-1] != c-2 { // in ASCII, a pair is two apart
			return chroma.Error
		}
		j.open = j.open[:len(j.open)-1]
		j.key = false
	case ',':
		j.key = len(j.open) > 0 && j.open[len(j.open)-1] == '{'
	}
	return chroma.Punctuation
}

// jsonNumber reads a number as RFC 8259 has it.
func jsonNumber(rest string) (chroma.TokenType, int) {
	i := lengthOf(rest[:1], "-")
	digits := lengthOf(rest[i:], "0123456789")
	if digits == 0 || digits > 1 && rest[i] == '0' {
		return chroma.Error, i + digits
	}
	i += digits
	if n := afterDigits(rest[i:]); n > 0 {
		return chroma.LiteralNumberFloat, i + n
	}
	return chroma.LiteralNumberInteger, i
}

// afterDigits returns the length of a number's fraction and exponent.
func afterDigits(rest string) int {
	fraction := fractionLength(rest)
	return fraction + exponentLength(rest[fraction:])
}

// fractionLength returns the length of a point and the digits after it.
func fractionLength(rest string) int {
	if len(rest) < 2 || rest[0] != '.' || !isDigit(rest[1]) {
		return 0
	}
	return 1 + lengthOf(rest[1:], "0123456789")
}

// exponentLength returns the length of e, a sign, and digits.
func exponentLength(rest string) int {
	if rest == "" || rest[0]|0x20 != 'e' {
		return 0
	}
	i := 1
	if i < len(rest) && (rest[i] == '+' || rest[i] == '-') {
		i++
	}
	digits := lengthOf(rest[i:], "0123456789")
	if digits == 0 {
		return 0
	}
	return i + digits
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

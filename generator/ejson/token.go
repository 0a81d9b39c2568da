package ejson

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"modelbook/generator/invisible"
)

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

// run takes the letters, digits and signs that a number or a word may consist of.
func (p *parser) run() string {
	start := p.at
	for c := p.peek(); isLetter(c) || '0' <= c && c <= '9' || c != 0 && strings.IndexByte("+-.$", c) >= 0; c = p.peek() {
		p.at++
	}
	return string(p.input[start:p.at])
}

// jsonNumber is the grammar of RFC 8259, section 6.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

func (p *parser) number() (string, bool) {
	start := p.at
	text := p.run()
	if jsonNumber.MatchString(text) {
		return text, true
	}
	return text, p.report(start, text+" is not a number of strict JSON", numberHint(text))
}

func numberHint(text string) string {
	unsigned := strings.TrimLeft(text, "+-")
	switch {
	case strings.EqualFold(unsigned, "infinity"):
		return `write {"$numberDouble": "` + strings.TrimPrefix(text, "+") + `"}`
	case strings.HasPrefix(text, "+"):
		return "leave out the plus sign"
	case strings.HasPrefix(unsigned, "."):
		return "write a digit before the point"
	case strings.HasSuffix(text, "."):
		return "write a digit after the point"
	case len(unsigned) > 1 && unsigned[0] == '0' && '0' <= unsigned[1] && unsigned[1] <= '9':
		return "leave out the leading zeros"
	}
	return ""
}

// wordHints are hints for words that people write for a value.
var wordHints = map[string]string{
	"True": "write true", "TRUE": "write true", "False": "write false", "FALSE": "write false",
	"None": "write null", "nil": "write null", "NULL": "write null", "Null": "write null",
	"undefined": "leave the key out, or write null",
	"NaN":       `write {"$numberDouble": "NaN"}`, "Infinity": `write {"$numberDouble": "Infinity"}`,
	"ObjectId": `write {"$oid": "…"}`, "ISODate": `write {"$date": "…"}`, "Date": `write {"$date": "…"}`,
	"NumberLong": `write {"$numberLong": "…"}`, "NumberDecimal": `write {"$numberDecimal": "…"}`,
	"Decimal128": `write {"$numberDecimal": "…"}`, "Long": `write {"$numberLong": "…"}`,
}

func (p *parser) word() (Kind, bool) {
	start := p.at
	text := p.run()
	switch text {
	case "true":
		return True, true
	case "false":
		return False, true
	case "null":
		return Null, true
	}
	message := text + " is not a value of strict JSON"
	if p.peek() == '(' {
		return Null, p.fail(start, message, wordHints[text])
	}
	return Null, p.report(start, message, wordHints[text])
}

// string reads a string in double quotes and returns its characters.
func (p *parser) string() (string, bool) {
	opening := p.at
	p.at++
	var decoded []byte
	for p.at < len(p.input) {
		switch c := p.input[p.at]; {
		case c == '"':
			p.at++
			return string(decoded), true
		case c == '\n':
			return "", p.fail(opening, "the string has no closing quote in its line", `a line break in a string is written \n`)
		case c == '\\':
			r, ok := p.escape()
			if !ok {
				return "", false
			}
			decoded = utf8.AppendRune(decoded, r)
		default:
			r, size := utf8.DecodeRune(p.input[p.at:])
			if problem, hint := p.badRune(r, size); problem != "" && !p.report(p.at, problem, hint) {
				return "", false
			}
			decoded = append(decoded, p.input[p.at:p.at+size]...)
			p.at += size
		}
	}
	return "", p.fail(opening, "the string has no closing quote", "")
}

// badRune says why a character is not allowed unescaped in a string.
func (p *parser) badRune(r rune, size int) (problem, hint string) {
	switch {
	case r == utf8.RuneError && size < 2:
		return "the string is not UTF-8 here", "save the file as UTF-8"
	case r < ' ':
		return fmt.Sprintf("a control character (U+%04X) in a string", r), "write " + escaped(r)
	case invisible.Is(r):
		before, _ := utf8.DecodeLastRune(p.input[:p.at])
		after, _ := utf8.DecodeRune(p.input[p.at+size:])
		if invisible.Between(before, r, after) {
			return fmt.Sprintf("a character that is not seen, or that turns the direction of text (U+%04X)", r), "leave it out, or write " + escaped(r)
		}
	}
	return "", ""
}

var shortEscapes = map[byte]rune{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape reads an escape and returns its character.
func (p *parser) escape() (rune, bool) {
	start := p.at
	p.at++
	c := p.peek()
	if c == 'u' {
		return p.unicodeEscape()
	}
	if r, ok := shortEscapes[c]; ok {
		p.at++
		return r, true
	}
	r, size := utf8.DecodeRune(p.input[p.at:])
	if r == '\n' || size == 0 {
		return 0, p.fail(start, "a backslash at the end of a line", "")
	}
	p.at += size
	return r, p.report(start, fmt.Sprintf(`\%c is not an escape of JSON`, r), `a backslash itself is written \\`)
}

func (p *parser) unicodeEscape() (rune, bool) {
	start := p.at - 1
	r, ok := p.hex()
	if !ok {
		return 0, p.report(start, `\u needs four hexadecimal digits`, "")
	}
	if !utf16.IsSurrogate(r) {
		return r, true
	}
	if bytes.HasPrefix(p.input[p.at:], []byte(`\u`)) {
		p.at++
		low, ok := p.hex()
		if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
			return pair, true
		}
	}
	return utf8.RuneError, p.report(start, "half of a surrogate pair", "write the character itself")
}

// hex reads the u and the four digits of an escape.
func (p *parser) hex() (rune, bool) {
	p.at++
	end := min(p.at+4, len(p.input))
	n, err := strconv.ParseUint(string(p.input[p.at:end]), 16, 16)
	if err != nil || end != p.at+4 {
		return 0, false
	}
	p.at = end
	return rune(n), true
}

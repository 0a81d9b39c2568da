// Package markup writes attributes and text of HTML and XML. It takes arbitrary
// values and returns text that stays inside its element or quotation marks. Callers
// write the elements and the names of attributes.
package markup

import (
	"html"
	"strings"
	"unicode/utf8"
)

// Attribute returns an attribute with a space before it.
func Attribute(name, value string) string {
	return " " + name + `="` + Text(value) + `"`
}

// Text returns the text of an element.
func Text(value string) string {
	if isPlain(value) {
		return value
	}
	return html.EscapeString(characters(value))
}

// isPlain reports whether a value certainly needs no escapes, like most
// addresses and names.
func isPlain(value string) bool {
	for i := range len(value) {
		switch c := value[i]; {
		case c < ' ', c >= utf8.RuneSelf, c == '<', c == '>', c == '&', c == '\'', c == '"':
			return false
		}
	}
	return true
}

// characters replaces code points that HTML and XML do not allow.
func characters(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, isForbidden) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isForbidden(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// isForbidden reports whether r is no Char of XML 1.0, part 2.2.
func isForbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF'
}

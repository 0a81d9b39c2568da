package render

import (
	"strings"
	"unicode"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
	"modelbook/generator/invisible"
)

// key writes a field's name, quoted only where JavaScript needs it.
func key(name string) figure.Token {
	switch {
	case name == "_id":
		return figure.Token{Class: figure.ID, Text: name}
	case name == "__proto__":
		// As a plain key it would set the object's prototype.
		return figure.Token{Class: figure.Key, Text: "['__proto__']"}
	case strings.HasPrefix(name, "$"):
		return figure.Token{Class: figure.Operator, Text: quoteUnlessIdentifier(name)}
	}
	return figure.Token{Class: figure.Key, Text: quoteUnlessIdentifier(name)}
}

func quoteUnlessIdentifier(name string) string {
	if isIdentifier(name) {
		return name
	}
	return quote(name)
}

func isIdentifier(name string) bool {
	for i, r := range name {
		if r == '_' || r == '$' || unicode.IsLetter(r) && !invisible.Is(r) || i > 0 && unicode.IsDigit(r) {
			continue
		}
		return false
	}
	return name != ""
}

// misplacedIndex gives a key that JavaScript would move: keys that are array
// indexes come first in an object, in ascending order, whatever was written.
func misplacedIndex(fields []ejson.Field) (string, bool) {
	last, others := "", false
	for _, field := range fields {
		if !isIndex(field.Key) {
			others = true
			continue
		}
		if others || last != "" && !less(last, field.Key) {
			return field.Key, true
		}
		last = field.Key
	}
	return "", false
}

// isIndex reports whether a key is the canonical writing of a natural number.
func isIndex(name string) bool {
	if name == "" || len(name) > 1 && name[0] == '0' {
		return false
	}
	return strings.Trim(name, "0123456789") == ""
}

func less(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }

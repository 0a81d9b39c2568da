package code

import (
	"fmt"
	"strings"
	"unicode"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
	"modelbook/generator/invisible"
)

// KeyClass is how the name of a field is coloured.
func KeyClass(name string) figure.Class {
	switch {
	case name == "_id":
		return figure.ID
	case strings.HasPrefix(name, "$"):
		return figure.Operator
	}
	return figure.Key
}

// IsIdentifier reports whether a name needs no quotes.
func IsIdentifier(name string) bool {
	for i, r := range name {
		if r == '_' || r == '$' || unicode.IsLetter(r) && !invisible.Is(r) || i > 0 && unicode.IsDigit(r) {
			continue
		}
		return false
	}
	return name != ""
}

// keepsOrder returns an error for a document that a language would not keep the order
// of.
func keepsOrder(l Language, fields []ejson.Field) error {
	if !l.Facts().MovesIndexes {
		return nil
	}
	for _, f := range fields {
		if err := KeepsOrder(f.Value); err != nil {
			return err
		}
	}
	return nil
}

// KeepsOrder returns an error for a document in whose place JavaScript would make
// another: keys that are array indexes come first in an object, in ascending order,
// whatever was written.
func KeepsOrder(n ejson.Node) error {
	last, others := "", false
	for _, field := range n.Fields {
		if n.Type == "object" {
			switch {
			case !isIndex(field.Key):
				others = true
			case others || last != "" && !less(last, field.Key):
				return fmt.Errorf("the key %s has no form in the shell, which would move it", field.Key)
			default:
				last = field.Key
			}
		}
		if err := KeepsOrder(field.Value); err != nil {
			return fmt.Errorf("%s: %w", field.Key, err)
		}
	}
	return nil
}

// isIndex reports whether a key is the canonical writing of a natural number.
func isIndex(name string) bool {
	if name == "" || len(name) > 1 && name[0] == '0' {
		return false
	}
	return strings.Trim(name, "0123456789") == ""
}

func less(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }

package code

import (
	"fmt"
	"strings"
	"unicode"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
	"modelbook/generator/invisible"
)

// KeyClass returns the class that colours the name of a field.
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

// keepsOrder returns an error if a language would not keep the order of a document's
// fields.
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

// KeepsOrder returns an error if JavaScript would reorder the fields of a document: in
// its objects, keys that are array indexes always come first, in ascending order.
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

// isIndex reports whether a key is a natural number without leading zeros.
func isIndex(name string) bool {
	if name == "" || len(name) > 1 && name[0] == '0' {
		return false
	}
	return strings.Trim(name, "0123456789") == ""
}

func less(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }

package value

import (
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/collation"
	"modelbook/generator/memdb/internal/errcode"
)

// Collation is how values compare under a collation: strings, also those inside
// objects and arrays, by its rules, all else as Compare has it. Names of fields
// always compare by bytes. The nil Collation compares strings by bytes too.
//
// A string with a letter for which the order of the server's collations is not
// proven can't be compared: all methods end the command by Refuse then.
type Collation struct {
	strings *collation.Collator
	spec    bson.D
}

// NewCollation makes the collation of a collator; spec is the whole collation document,
// as the server shows it.
func NewCollation(collator *collation.Collator, spec bson.D) *Collation {
	return &Collation{collator, spec}
}

// Spec is the whole collation document, nil for the one by bytes.
func (c *Collation) Spec() bson.D {
	if c == nil {
		return nil
	}
	return c.spec
}

// Option is the option in which the collation of an object is shown; empty for the one
// by bytes.
func (c *Collation) Option() bson.D {
	if c == nil {
		return nil
	}
	return bson.D{{Key: "collation", Value: c.spec}}
}

// Same reports whether two collations have the same options.
func (c *Collation) Same(other *Collation) bool { return Equal(c.Spec(), other.Spec()) }

// Fold returns v with each string in it replaced by its sort key: folded values
// compare by Compare as the values do by c. The nil Collation folds nothing.
func (c *Collation) Fold(v any) any {
	if c == nil {
		return v
	}
	checkParts(v)
	return c.fold(v)
}

func (c *Collation) fold(v any) any {
	switch v := v.(type) {
	case string:
		return c.key(v)
	case bson.D:
		folded := make(bson.D, len(v))
		for i, f := range v {
			folded[i] = bson.E{Key: f.Key, Value: c.fold(f.Value)}
		}
		return folded
	case bson.A:
		folded := make(bson.A, len(v))
		for i, e := range v {
			folded[i] = c.fold(e)
		}
		return folded
	case bson.Symbol:
		Refuse("a symbol under a collation")
	}
	return v
}

// HoldsText reports whether v is or holds a string, the only values whose order
// depends on a collation.
func HoldsText(v any) bool {
	checkParts(v)
	return holdsText(v)
}

func holdsText(v any) bool {
	switch v := v.(type) {
	case string, bson.Symbol:
		return true
	case bson.D:
		return slices.ContainsFunc(v, func(f bson.E) bool { return holdsText(f.Value) })
	case bson.A:
		return slices.ContainsFunc(v, holdsText)
	}
	return false
}

// Refuse ends the command with a refusal that depends on its data, as only
// collations have it: it panics with the *errcode.Error.
func Refuse(what string) { panic(errcode.NotImplemented(what)) }

func (c *Collation) key(s string) string {
	key, ok := c.strings.Key(s)
	if !ok {
		r, _ := c.strings.Outside(s)
		Refuse("the character " + strconv.QuoteRune(r) + " under the collation " + String(c.spec))
	}
	return key
}

// Compare is the function Compare under this collation.
func (c *Collation) Compare(a, b any) int {
	if c == nil {
		return Compare(a, b)
	}
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return strings.Compare(c.key(x), c.key(y))
		}
	}
	return Compare(c.Fold(a), c.Fold(b))
}

// CompareSort is the function CompareSort under this collation.
func (c *Collation) CompareSort(a, b any) int { return c.Compare(nullIfMissing(a), nullIfMissing(b)) }

// Equal reports whether Compare returns 0.
func (c *Collation) Equal(a, b any) bool { return c.Compare(a, b) == 0 }

// Key is the function Key under this collation.
func (c *Collation) Key(v any) string { return Key(c.Fold(v)) }

// AppendKey is the function AppendKey under this collation.
func (c *Collation) AppendKey(b []byte, v any) []byte { return appendKey(b, c.Fold(v)) }

package value

import (
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/collate"
	"modelbook/generator/memdb/errcode"
)

// Order is how values compare under a collation: strings, also those inside
// objects and arrays, by its rules, all else as Compare has it. Names of fields
// always compare by bytes. The nil Order compares strings by bytes too.
//
// A string with a letter for which the order of the server's collations is not
// proven can't be compared: all methods end the command by Refuse then.
type Order struct {
	strings *collate.Collator
	spec    bson.D
}

// NewOrder makes the order of a collator; spec is the whole collation document,
// as the server shows it.
func NewOrder(c *collate.Collator, spec bson.D) *Order { return &Order{c, spec} }

// Spec is the whole collation document, nil for the order by bytes.
func (o *Order) Spec() bson.D {
	if o == nil {
		return nil
	}
	return o.spec
}

// Same says whether two orders are those of the same collation.
func (o *Order) Same(other *Order) bool { return Equal(o.Spec(), other.Spec()) }

// Fold gives v with each string in it replaced by its sort key: folded values
// compare by Compare as the values do by o. The nil Order folds nothing.
func (o *Order) Fold(v any) any {
	if o == nil {
		return v
	}
	switch v := v.(type) {
	case string:
		return o.key(v)
	case bson.D:
		folded := make(bson.D, len(v))
		for i, f := range v {
			folded[i] = bson.E{Key: f.Key, Value: o.Fold(f.Value)}
		}
		return folded
	case bson.A:
		folded := make(bson.A, len(v))
		for i, e := range v {
			folded[i] = o.Fold(e)
		}
		return folded
	case bson.Symbol:
		Refuse("a symbol under a collation")
	}
	return v
}

// HoldsText says whether v is or holds a string, which is what a collation
// makes a difference for.
func HoldsText(v any) bool {
	switch v := v.(type) {
	case string, bson.Symbol:
		return true
	case bson.D:
		return slices.ContainsFunc(v, func(f bson.E) bool { return HoldsText(f.Value) })
	case bson.A:
		return slices.ContainsFunc(v, HoldsText)
	}
	return false
}

// Refuse ends the command with a refusal that depends on its data, as only
// collations have it: it panics with the *errcode.Error.
func Refuse(what string) { panic(errcode.NotImplemented(what)) }

func (o *Order) key(s string) string {
	key, ok := o.strings.Key(s)
	if !ok {
		r, _ := o.strings.Outside(s)
		Refuse("the character " + strconv.QuoteRune(r) + " under the collation " + String(o.spec))
	}
	return key
}

// Compare is the function Compare in this order.
func (o *Order) Compare(a, b any) int {
	if o == nil {
		return Compare(a, b)
	}
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return strings.Compare(o.key(x), o.key(y))
		}
	}
	return Compare(o.Fold(a), o.Fold(b))
}

// CompareSort is the function CompareSort in this order.
func (o *Order) CompareSort(a, b any) int { return o.Compare(nullIfMissing(a), nullIfMissing(b)) }

// Equal reports whether Compare gives 0.
func (o *Order) Equal(a, b any) bool { return o.Compare(a, b) == 0 }

// Key is the function Key in this order.
func (o *Order) Key(v any) string { return Key(o.Fold(v)) }

// AppendKey is the function AppendKey in this order.
func (o *Order) AppendKey(b []byte, v any) []byte { return appendKey(b, o.Fold(v)) }

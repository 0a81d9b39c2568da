package value

import (
	"math/rand/v2"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/collation"
	"modelbook/generator/memdb/internal/errcode"
)

var collatedTexts = []string{"", "a", "A", "á", "b", "Ab", "aB", "äb", "a b", "a-b", "7", "07", "10", "я", "Я", "ω"}

func collatedValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(10); {
	case n < 6 || depth == 0:
		return collatedTexts[r.IntN(len(collatedTexts))]
	case n == 6:
		return int32(r.IntN(3))
	case n == 7:
		return bson.Null{}
	case n == 8:
		return bson.A{collatedValue(r, depth-1), collatedValue(r, depth-1)}[:r.IntN(3)]
	}
	return bson.D{{Key: []string{"x", "X"}[r.IntN(2)], Value: collatedValue(r, depth-1)}}
}

func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for strength := range 3 {
		for flags := range 4 {
			o := NewCollation(collation.New(collation.Options{Strength: strength + 1, CaseLevel: flags&1 > 0, Numeric: flags&2 > 0}), bson.D{})
			for range 4000 {
				a, b, c := collatedValue(r, 3), collatedValue(r, 3), collatedValue(r, 3)
				ab := o.Compare(a, b)
				switch {
				case ab != -o.Compare(b, a):
					t.Fatalf("%v and %v compare %d, and %d turned round", a, b, ab, o.Compare(b, a))
				case ab <= 0 && o.Compare(b, c) <= 0 && o.Compare(a, c) > 0:
					t.Fatalf("%v, %v, %v are not in an order", a, b, c)
				case (ab == 0) != (o.Key(a) == o.Key(b)):
					t.Fatalf("%v and %v compare %d, keys %x and %x", a, b, ab, o.Key(a), o.Key(b))
				case ab != Compare(o.Fold(a), o.Fold(b)):
					t.Fatalf("%v and %v compare %d, folded %d", a, b, ab, Compare(o.Fold(a), o.Fold(b)))
				case Compare(a, b) == 0 && ab != 0:
					t.Fatalf("%v and %v are the same and compare %d", a, b, ab)
				}
			}
		}
	}
}

func TestOrderByBytes(t *testing.T) {
	var o *Collation
	if o.Compare("B", "a") >= 0 || o.Key("a") != Key("a") || o.Spec() != nil || !o.Same(nil) || o.Fold("x") != "x" {
		t.Error("the nil order does not compare by bytes")
	}
}

func TestOrderRefuses(t *testing.T) {
	o := NewCollation(collation.New(collation.Options{Strength: 2}), bson.D{{Key: "locale", Value: "en"}})
	for _, v := range []any{"京", bson.A{"a", bson.D{{Key: "x", Value: "ß"}}}, bson.Symbol("a"), "e\u0301", "a\x00"} {
		func() {
			defer func() {
				if e, ok := recover().(*errcode.Error); !ok || e.Code != 238 {
					t.Errorf("%v: %v, want the refusal", v, e)
				}
			}()
			o.Key(v)
		}()
	}
	if o.Key(bson.D{{Key: "京", Value: "a"}}) != o.Key(bson.D{{Key: "京", Value: "A"}}) {
		t.Error("names of fields are compared by the collation")
	}
}

func TestHoldsText(t *testing.T) {
	for _, v := range []any{"", bson.A{int32(1), "x"}, bson.D{{Key: "a", Value: bson.A{"x"}}}, bson.Symbol("")} {
		if !HoldsText(v) {
			t.Errorf("%v", v)
		}
	}
	for _, v := range []any{int32(1), bson.A{}, bson.D{{Key: "x", Value: true}}, bson.Regex{Pattern: "x"}} {
		if HoldsText(v) {
			t.Errorf("%v", v)
		}
	}
}

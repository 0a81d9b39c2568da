package expr

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// odd are values at the edges of their types.
var odd = []any{
	int32(0), int32(1), int32(-1), int32(3), int32(math.MaxInt32), int32(math.MinInt32), int64(2), int64(math.MaxInt64), int64(math.MinInt64),
	0.0, math.Copysign(0, -1), 0.5, -2.5, 1e300, 5e-324, math.NaN(), math.Inf(1), math.Inf(-1),
	decimal("0"), decimal("-0.00"), decimal("1E+6144"), decimal("1E-6176"), decimal("NaN"), decimal("-Infinity"), decimal("2.5"),
	"", "a", "né", "%Y-%m-%d", "2024-02-29", "UTC", "Europe/Sofia", "+05:30", "day", "month", "week", "monday", "int", "(a)|b", "\x00",
	true, false, bson.Null{}, bson.Undefined{}, bson.MinKey{}, bson.MaxKey{},
	bson.DateTime(0), bson.DateTime(math.MaxInt64), bson.DateTime(math.MinInt64), bson.DateTime(1700000000123), bson.Timestamp{T: 1, I: 2},
	bson.ObjectID{1}, bson.Binary{Data: []byte{1}}, bson.Regex{Pattern: "a", Options: "i"}, bson.Symbol("s"),
	bson.A{}, bson.A{int32(1), "a", bson.Null{}}, bson.A{bson.A{"k", int32(1)}}, bson.A{bson.D{{Key: "k", Value: "x"}, {Key: "v", Value: int32(1)}}},
	bson.D{}, bson.D{{Key: "x", Value: int32(1)}}, bson.D{{Key: "x", Value: int32(-1)}},
	"$i", "$s", "$n", "$none", "$a", "$o", "$date", "$d", "$$NOW", "$$ROOT", "$rows.v",
}

var argumentNames = []string{
	"input", "as", "in", "cond", "limit", "initialValue", "inputs", "defaults", "useLongestLength", "field", "value", "date", "timezone", "format",
	"onNull", "onError", "to", "unit", "amount", "startDate", "endDate", "startOfWeek", "binSize", "year", "month", "day", "hour", "minute", "second",
	"millisecond", "isoWeekYear", "isoWeek", "isoDayOfWeek", "iso8601", "dateString", "chars", "find", "replacement", "regex", "options", "n", "sortBy",
	"vars", "if", "then", "else", "branches", "default",
}

// argument makes an operator's argument: one value, a list, or a document.
func argument(r *rand.Rand, fields []string) any {
	pick := func() any { return odd[r.IntN(len(odd))] }
	switch r.IntN(4) {
	case 0:
		return pick()
	case 1:
		d := bson.D{}
		for _, name := range fields {
			if r.IntN(8) > 0 {
				d = append(d, bson.E{Key: name, Value: pick()})
			}
		}
		return d
	}
	a := bson.A{}
	for range r.IntN(5) {
		a = append(a, pick())
	}
	return a
}

// fieldsOf finds the names that an operator knows, by asking for each whether
// it is the one that is wrong.
func fieldsOf(name string) []string {
	_, unknown := Parse(object(name, object("nosuchfield", int32(1))), nil)
	var known []string
	for _, field := range argumentNames {
		_, err := Parse(object(name, object(field, int32(1))), nil)
		if err == nil || unknown == nil || err.Error() != strings.ReplaceAll(unknown.Error(), "nosuchfield", field) {
			known = append(known, field)
		}
	}
	return known
}

// No argument makes an operator panic, and folding changes no result.
func TestOperatorsOnOddArguments(t *testing.T) {
	names := make([]string, 0, len(operators))
	for name := range operators {
		names = append(names, name)
	}
	slices.Sort(names)
	r := rand.New(rand.NewPCG(1, 2))
	ran, succeeded := 0, 0
	for _, name := range names {
		fields := fieldsOf(name)
		for range 400 {
			arg := argument(r, fields)
			ran++
			if tryOperator(t, name, arg) {
				succeeded++
			}
		}
	}
	if succeeded < ran/20 {
		t.Errorf("only %d of %d expressions had a value: the arguments are too odd to show anything", succeeded, ran)
	}
}

func tryOperator(t *testing.T, name string, arg any) bool {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s %s: panic: %v", name, value.String(arg), p)
		}
	}()
	got, err := evaluate(object(name, arg))
	if err != nil {
		return false
	}
	if _, ok := value.Encode(object("v", orNull(got))); ok != nil {
		t.Errorf("%s %s: the result %v can't be stored: %v", name, value.String(arg), got, ok)
	}
	if name == "$literal" || name == "$const" { // these don't evaluate
		return true
	}
	if again, err := evaluate(object(name, unfolded(arg))); err == nil && !same(again, got) {
		t.Errorf("%s %s: folded %s, else %s", name, value.String(arg), value.String(orNull(got)), value.String(orNull(again)))
	}
	return true
}

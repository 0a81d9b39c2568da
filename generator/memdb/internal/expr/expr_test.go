package expr

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// doc is the document that the tables' expressions are evaluated on.
var doc = bson.D{
	{Key: "i", Value: int32(5)},
	{Key: "l", Value: int64(7)},
	{Key: "f", Value: 2.5},
	{Key: "d", Value: decimal("2.50")},
	{Key: "s", Value: "text"},
	{Key: "n", Value: bson.Null{}},
	{Key: "t", Value: true},
	{Key: "a", Value: bson.A{int32(1), int32(2), int32(3)}},
	{Key: "o", Value: bson.D{{Key: "x", Value: int32(1)}}},
	{Key: "rows", Value: bson.A{
		bson.D{{Key: "v", Value: int32(1)}}, int32(9), bson.D{}, bson.A{bson.D{{Key: "v", Value: int32(8)}}}, bson.D{{Key: "v", Value: int32(2)}},
	}},
	{Key: "date", Value: bson.DateTime(1700000000000)}, // 2023-11-14T22:13:20Z
}

// row is one case: op applied to arg returns want, or fails with a code. A string "$x"
// in arg reads from doc.
type row struct {
	op   string
	arg  any
	want any // a value, or fails(code)
}

type fails int32

func decimal(s string) bson.Decimal128 {
	d, ok := value.ParseDecimal(s)
	if !ok {
		panic("not a decimal: " + s)
	}
	return d
}

func list(v ...any) bson.A { return v }

// object makes a document of alternating names and values.
func object(v ...any) bson.D {
	d := bson.D{}
	for i := 0; i < len(v); i += 2 {
		d = append(d, bson.E{Key: v[i].(string), Value: v[i+1]})
	}
	return d
}

// check runs each row as it is, and again so that nothing is folded: both must agree.
func check(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		name := fmt.Sprintf("%s %s", r.op, value.String(list(r.arg)))
		got, err := evaluate(object(r.op, r.arg))
		verify(t, name, got, err, r.want)
		if _, fails := r.want.(fails); !fails {
			got, err = evaluate(object(r.op, unfolded(r.arg)))
			verify(t, name+", not folded", got, err, r.want)
		}
	}
}

// unfolded makes the constants in a list of arguments depend on the document.
func unfolded(arg any) any {
	a, ok := arg.(bson.A)
	if !ok {
		return arg
	}
	out := bson.A{}
	for _, v := range a {
		if s, ok := v.(string); !ok || s == "" || s[0] != '$' {
			v = object("$ifNull", list("$none", v))
		}
		out = append(out, v)
	}
	return out
}

func evaluate(v any) (any, error) {
	e, err := Parse(v, nil)
	if err != nil {
		return nil, err
	}
	return e.Eval(&Env{Root: doc})
}

func verify(t *testing.T, name string, got any, err error, want any) {
	t.Helper()
	if code, ok := want.(fails); ok {
		var e *errcode.Error
		if !errors.As(err, &e) || e.Code != int32(code) {
			t.Errorf("%s: got %v, %v, want error %d", name, got, err, code)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if !same(got, want) {
		t.Errorf("%s: got %s %s, want %s %s", name, value.TypeName(got), value.String(got), value.TypeName(want), value.String(want))
	}
}

// same compares types, signs of zero and decimal exponents too.
func same(got, want any) bool {
	switch w := want.(type) {
	case value.Missing:
		return missing(got)
	case float64:
		g, ok := got.(float64)
		return ok && (g == w && math.Signbit(g) == math.Signbit(w) || g != g && w != w)
	}
	if missing(got) || got == nil {
		return false
	}
	g, err := value.Encode(bson.D{{Key: "v", Value: got}})
	if err != nil {
		return false
	}
	w, err := value.Encode(bson.D{{Key: "v", Value: want}})
	return err == nil && string(g) == string(w)
}

func TestPaths(t *testing.T) {
	for _, c := range []struct {
		text string
		want any
	}{
		{"$i", int32(5)},
		{"$o.x", int32(1)},
		{"$$ROOT.o.x", int32(1)},
		{"$$CURRENT.o.x", int32(1)},
		{"$rows.v", list(int32(1), int32(2))},
		{"$a.0", list()},
		{"$none.x", value.Missing{}},
		{"$i.x", value.Missing{}},
		{"$$REMOVE", value.Missing{}},
		{"$", fails(16872)},
		{"$$", fails(9)},
		{"$a.", fails(40353)},
		{"$a..b", fails(15998)},
		{"$a.$b", fails(16410)},
		{"$a\x00", fails(16411)},
		{"$$nobody", fails(17276)},
		{"$$Nobody", fails(17276)},
		{"$$1x", fails(9)},
		{"$$CLUSTER_TIME", fails(238)},
		{"$$SEARCH_META", fails(238)},
	} {
		got, err := evaluate(c.text)
		verify(t, c.text, got, err, c.want)
	}
}

func TestLiterals(t *testing.T) {
	for _, c := range []struct{ in, want any }{
		{object("a", "$i", "b", "$none"), object("a", int32(5))},
		{list("$i", "$none"), list(int32(5), bson.Null{})},
		{object("a", object("b", "$i")), object("a", object("b", int32(5)))},
		{object("$add", list(), "b", int32(1)), fails(15983)},
		{object("b", int32(1), "$add", list()), fails(16410)},
		{object("a.b", int32(1)), fails(16412)},
		{object("a", int32(1), "a", int32(2)), fails(16406)},
		{object("$nothing", int32(1)), fails(168)},
		{object("$sin", int32(1)), fails(238)},
		{bson.JavaScript("x"), fails(238)},
		{object("$literal", "$i"), "$i"},
		{object("$literal", object("$add", list())), object("$add", list())},
		{object("$expr", "$i"), int32(5)},
		{object("$let", object("vars", object("x", "$i"), "in", object("$add", list("$$x", "$$x")))), int32(10)},
		{object("$let", object("vars", object("CURRENT", "$o"), "in", "$x")), int32(1)},
		{object("$let", object("vars", object("X", "$o"), "in", "$$X")), fails(9)},
		{object("$let", object("vars", object("", "$o"), "in", int32(1))), fails(9)},
		{object("$let", object("vars", object("x", int32(1)), "in", object("$let", object("vars", object("x", int32(2), "y", "$$x"), "in", list("$$x", "$$y"))))), list(int32(2), int32(1))},
		{object("$let", object("vars", object("x", "$i", "y", object("$map", object("input", list(int32(1), int32(2)), "in", "$$this"))), "in", list("$$x", "$$y"))), list(int32(5), list(int32(1), int32(2)))},
		{object("$let", object("vars", object("x", "$i", "y", object("$let", object("vars", object("z", "$o"), "in", "$$z.x"))), "in", list("$$x", "$$y"))), list(int32(5), int32(1))},
		{object("$let", object("vars", list(int32(1)), "in", int32(1))), fails(9)},
		{object("$let", object("vars", int32(1), "in", int32(1))), fails(10065)},
		{object("$let", int32(1)), fails(16874)},
		{object("$let", object("vars", object(), "in", int32(1), "x", int32(1))), fails(16875)},
		{object("$let", object("in", int32(1))), fails(16876)},
		{object("$let", object("vars", object())), fails(16877)},
	} {
		got, err := evaluate(c.in)
		verify(t, value.String(c.in), got, err, c.want)
	}
}

// Constant parts are computed while parsing, also where they are never needed.
func TestConstantsFailWhileParsing(t *testing.T) {
	zero := object("$divide", list(int32(1), int32(0)))
	for _, in := range []any{
		zero,
		object("$cond", list("$t", "$i", zero)),
		object("$ifNull", list("$i", zero)),
		object("$switch", object("branches", list(object("case", "$t", "then", int32(1))), "default", zero)),
		object("$or", list("$t", zero)),
		object("x", object("y", list(zero))),
	} {
		_, err := Parse(in, nil)
		if !errcode.Is(err, errcode.BadValue) {
			t.Errorf("%s: got %v, want error 2 from Parse", value.String(in), err)
		}
	}
	e, err := Parse(object("$add", list(int32(1), object("$size", list(list(int32(7), int32(8)))))), nil)
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := e.Constant(); !ok || !same(v, int32(3)) {
		t.Errorf("got %v, %v, want the constant 3", v, ok)
	}
}

// After parsing has ended, the error of a constant does not wait.
func TestNothingWaitsInAFinishedScope(t *testing.T) {
	var finished *Scope
	fails := object("$divide", bson.A{int32(1), int32(0)})
	err := NewScope(nil, nil).Deferred(func(scope *Scope) error {
		finished = scope
		_, err := Parse(fails, scope)
		return err
	})
	if !errcode.Is(err, errcode.BadValue) {
		t.Errorf("the error of the constant became %v", err)
	}
	if _, err := Parse(fails, finished); err == nil {
		t.Error("the error of a constant is lost")
	}
}

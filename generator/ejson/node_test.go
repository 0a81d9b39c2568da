package ejson

import (
	"math"
	"reflect"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

func TestOpenScalars(t *testing.T) {
	id, _ := bson.ObjectIDFromHex("650000000000000000000001")
	price, _ := bson.ParseDecimal128("12.50")
	for _, c := range []struct {
		value any
		want  Node
	}{
		{"Ярослав", Node{Type: "string", Text: "Ярослав"}},
		{int32(-5), Node{Type: "int", Text: "-5"}},
		{int64(1) << 40, Node{Type: "long", Text: "1099511627776"}},
		{2.5, Node{Type: "double", Text: "2.5"}},
		{20.0, Node{Type: "double", Text: "20"}},
		{math.Copysign(0, -1), Node{Type: "double", Text: "-0"}},
		{1.5e-7, Node{Type: "double", Text: "1.5e-07"}},
		{math.Inf(-1), Node{Type: "double", Text: "-Infinity"}},
		{math.NaN(), Node{Type: "double", Text: "NaN"}},
		{price, Node{Type: "decimal", Text: "12.50"}},
		{true, Node{Type: "bool", Text: "true"}},
		{bson.Null{}, Node{Type: "null", Text: "null"}},
		{id, Node{Type: "objectId", Text: "650000000000000000000001"}},
		{time.Date(2026, 5, 1, 8, 0, 0, 5e6, time.UTC), Node{Type: "date", Text: "2026-05-01T08:00:00.005Z"}},
		{bson.DateTime(math.MaxInt64), Node{Type: "date", Text: "9223372036854775807"}},
		{bson.Binary{Subtype: 4, Data: []byte{1, 2, 3}}, Node{Type: "binData", Text: "AQID", Options: "4"}},
		{bson.Regex{Pattern: "^a", Options: "i"}, Node{Type: "regex", Text: "^a", Options: "i"}},
		{bson.MinKey{}, Node{Type: "minKey"}},
	} {
		got, err := Open(c.value)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("Open(%v) = %+v, %v, want %+v", c.value, got, err, c.want)
		}
	}
}

func TestOpenContainers(t *testing.T) {
	document := bson.D{{Key: "_id", Value: int32(1)}, {Key: "tags", Value: bson.A{"a", bson.D{}}}}
	raw, err := bson.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	want := Node{Type: "object", Size: len(raw), Fields: []Field{
		{Key: "_id", Value: Node{Type: "int", Text: "1"}},
		{Key: "tags", Value: Node{Type: "array", Size: 22, Fields: []Field{
			{Value: Node{Type: "string", Text: "a"}},
			{Value: Node{Type: "object", Size: 5, Fields: []Field{}}},
		}}},
	}}
	for _, value := range []any{document, bson.Raw(raw), bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: raw}} {
		got, err := Open(value)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Open(%T) = %+v, %v, want %+v", value, got, err, want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for name, value := range map[string]any{
		"a symbol":    bson.Symbol("s"),
		"undefined":   bson.Undefined{},
		"broken BSON": bson.RawValue{Type: bson.TypeString, Value: []byte{9, 0, 0, 0, 'a'}},
	} {
		if node, err := Open(value); err == nil {
			t.Errorf("%s opened as %+v", name, node)
		}
	}
}

// TestNaNIsCanonical holds the bits of NaN to those that JavaScript and the
// server write.
func TestNaNIsCanonical(t *testing.T) {
	text := diag.NewText("test.json", []byte(`{"$numberDouble": "NaN"}`))
	v, _ := Parse(text)
	value, list := ToBSON(text, v)
	if f, ok := value.(float64); !ok || math.Float64bits(f) != 0x7ff8000000000000 {
		t.Errorf("NaN is %v, %v", value, list)
	}
}

// Of a value that holds more than is opened, arrays say how many elements follow.
func TestOpenFirst(t *testing.T) {
	many := make(bson.A, 1000)
	for i := range many {
		many[i] = bson.A{int32(i), int32(i)}
	}
	node, err := OpenFirst(bson.D{{Key: "a", Value: many}, {Key: "b", Value: bson.A{"x", "y"}}}, 10)
	if err != nil {
		t.Fatal(err)
	}
	a, b := node.Fields[0].Value, node.Fields[1].Value
	if len(a.Fields)+a.More != 1000 || len(a.Fields) > 10 || a.Size == 0 {
		t.Errorf("%d elements are opened, and %d follow", len(a.Fields), a.More)
	}
	if len(b.Fields) != 1 || b.More != 1 {
		t.Errorf("%d elements are opened where none is left, and %d follow", len(b.Fields), b.More)
	}
	whole, err := Open(bson.D{{Key: "a", Value: many}})
	if err != nil || len(whole.Fields[0].Value.Fields) != 1000 || whole.Fields[0].Value.More != 0 {
		t.Errorf("%v", err)
	}
}

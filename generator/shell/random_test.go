package shell_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/shell"
)

// TestRandomOperationsAreReadBack prints and parses operations that consist of
// whatever the descriptors allow: each argument of each operation on each of
// its targets, in any order, with values of all types that examples have.
func TestRandomOperationsAreReadBack(t *testing.T) {
	covered := map[string]int{}
	for seed := range uint64(60) {
		g := generator{rand.New(rand.NewPCG(seed, 19))}
		for _, d := range example.Operations() {
			if !d.IsStatement() {
				continue
			}
			o := example.Operation{Name: d.Name, Object: g.target(d.On), Arguments: g.arguments(d.Arguments)}
			for _, e := range o.Arguments {
				covered[d.Name+" "+e.Key]++
			}
			readBack(t, fmt.Sprintf("seed %d, %s", seed, d.Name), shell.Statement{Operation: o})
			if t.Failed() {
				return
			}
		}
	}
	for _, d := range example.Operations() {
		for _, a := range d.Arguments {
			if d.IsStatement() && covered[d.Name+" "+a.Name] == 0 {
				t.Errorf("%s was never printed with %s", d.Name, a.Name)
			}
		}
	}
}

// generator makes operations of random parts.
type generator struct{ *rand.Rand }

func pick[T any](g generator, from ...T) T { return from[g.IntN(len(from))] }

func (g generator) target(on example.Target) string {
	collections := []string{"ferries", "log-book", "_log", "stats", "system.views", "имена", "a'b", "constructor", "db"}
	switch on {
	case example.OnDatabase:
		return ""
	case example.OnEither:
		return pick(g, append(collections, "", "")...)
	default:
		return pick(g, collections...)
	}
}

func (g generator) arguments(known []example.Argument) bson.D {
	arguments := bson.D{}
	for _, a := range known {
		if a.Required || g.IntN(3) == 0 {
			arguments = append(arguments, bson.E{Key: a.Name, Value: g.argument(a.Type)})
		}
	}
	g.Shuffle(len(arguments), func(i, j int) { arguments[i], arguments[j] = arguments[j], arguments[i] })
	return arguments
}

func (g generator) argument(t example.Type) any {
	switch t {
	case example.TypeBool:
		return g.IntN(2) == 0
	case example.TypeString:
		return g.text()
	case example.TypeInt32, example.TypeInt64:
		return pick(g, int32(g.Uint32()), int32(g.IntN(20)))
	case example.TypeReturnDocument:
		return pick(g, "Before", "After")
	case example.TypeDocument, example.TypeKeys, example.TypeStored, example.TypeCollation, example.TypeClusteredIndex, example.TypeCommand:
		return g.document(4)
	case example.TypeDocuments, example.TypeStoredList, example.TypePipeline:
		return g.documents()
	case example.TypeHint:
		return pick[any](g, g.text(), g.document(1))
	case example.TypeUpdate:
		return pick[any](g, g.document(3), g.documents())
	case example.TypeRequests:
		return g.requests()
	default:
		panic("no values of the type " + string(t))
	}
}

func (g generator) documents() bson.A {
	list := bson.A{}
	for range g.IntN(4) {
		list = append(list, g.document(3))
	}
	return list
}

func (g generator) requests() bson.A {
	var names []example.Descriptor
	for _, d := range example.Operations() {
		if d.Request != nil {
			names = append(names, d)
		}
	}
	list := bson.A{}
	for range g.IntN(4) {
		d := pick(g, names...)
		list = append(list, bson.D{{Key: d.Name, Value: g.arguments(d.Request)}})
	}
	return list
}

// document returns one whose keys stand in the order that JavaScript keeps:
// first those that are array indexes.
func (g generator) document(depth int) bson.D {
	document, used := bson.D{}, map[string]bool{}
	for i := range g.IntN(5) {
		key := pick(g, "a", "_id", "$set", "a.b", "", "__proto__", "it's", "имя", "new", "2nd", "01", "-1", "Ünï", "$[x].y", "\"", "line\nend")
		if i == 0 && g.IntN(4) == 0 {
			key = pick(g, "0", "7", "10")
		}
		if used[key] {
			continue
		}
		used[key] = true
		document = append(document, bson.E{Key: key, Value: g.value(depth - 1)})
	}
	return document
}

func (g generator) value(depth int) any {
	if depth > 0 {
		switch g.IntN(4) {
		case 0:
			return g.document(depth)
		case 1:
			list := bson.A{}
			for range g.IntN(6) {
				list = append(list, g.value(depth-1))
			}
			return list
		}
	}
	return g.scalar()
}

func (g generator) scalar() any {
	makers := []func() any{
		func() any { return g.text() },
		func() any { return g.IntN(2) == 0 },
		func() any { return nil },
		func() any { return int32(g.Uint32()) },
		func() any { return int64(g.Uint64()) },
		func() any { return g.double() },
		func() any { return g.decimal() },
		func() any { return g.objectID() },
		func() any { return g.date() },
		func() any { return bson.Timestamp{T: g.Uint32(), I: g.Uint32()} },
		func() any { return bson.Binary{Subtype: pick[byte](g, 0, 2, 4, 5, 0x80), Data: []byte(g.text())} },
		func() any { return g.regex() },
		func() any { return bson.MinKey{} },
		func() any { return bson.MaxKey{} },
	}
	return pick(g, makers...)()
}

func (g generator) double() float64 {
	// The NaN of JavaScript; Go's own has another bit set.
	notANumber := math.Float64frombits(0x7ff8000000000000)
	f := math.Float64frombits(g.Uint64())
	if math.IsNaN(f) {
		f = notANumber
	}
	return pick(g, f, float64(int32(g.Uint32())), g.Float64(), math.Copysign(0, -1), math.Inf(1), math.Inf(-1), notANumber, 1e21, 1e-7, 5e-324)
}

func (g generator) decimal() bson.Decimal128 {
	text := pick(g, "NaN", "Infinity", "-Infinity", "-0", "0.00", "9.50", "1E+6111", "-1E-6176",
		fmt.Sprintf("%d.%d", int64(g.Uint64()), g.IntN(1e9)), fmt.Sprintf("%dE%d", int64(g.Uint64()), g.IntN(12000)-6000))
	d, err := bson.ParseDecimal128(text)
	if err != nil {
		panic(err)
	}
	return d
}

func (g generator) objectID() (id bson.ObjectID) {
	for i := range id {
		id[i] = byte(g.Uint32())
	}
	return id
}

// date returns one that a date of JavaScript can be.
func (g generator) date() bson.DateTime {
	const last = 8.64e15
	return pick(g, bson.DateTime(g.Int64N(2*last)-last), bson.DateTime(g.Int64N(4e12)-2e12), bson.DateTime(1000*g.Int64N(2e9)), bson.DateTime(86400000*g.Int64N(20000)), last, -last)
}

func (g generator) regex() bson.Regex {
	return bson.Regex{
		Pattern: pick(g, "^Gal", "a/b", "[/]", "(?i)x", "", "\\d+\\/", "*", "a.*$", "line\nend", "имя"),
		Options: pick(g, "", "i", "im", "m", "s", "imsx"),
	}
}

// text returns a string of characters that are hard to quote, and sometimes one
// that is longer than a line.
func (g generator) text() string {
	characters := []rune("ab c'\"`\\/${}[]\n\r\t\v\b\f\x00\x7f\u00a0\u00ad\u2028\u2029\u202e\ufeff\ufffdéЯ字😀\U000e0001")
	text := make([]rune, pick(g, 0, 1, 5, 12, 90))
	for i := range text {
		text[i] = pick(g, characters...)
	}
	return string(slices.Clip(text))
}

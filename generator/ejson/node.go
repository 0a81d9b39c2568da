package ejson

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Node is a BSON value opened for packages that write it in another notation and
// know nothing else of BSON.
type Node struct {
	// Type is the value's name in the $type operator: "string", "object",
	// "array", "int", "long", "double", "decimal", "objectId", "date", …
	Type string
	// Text is a scalar's value: a string as it is, numbers in digits, an
	// objectId in hexadecimal, binData in base64, a date in ISO 8601 with
	// milliseconds or, outside of the years 0 to 9999, in milliseconds since
	// 1970, a regex's pattern.
	Text string
	// Options are a regex's options, or binData's subtype in decimal.
	Options string
	// Fields are those of an object, the elements of an array, t and i of a
	// timestamp.
	Fields []Field
	// Size is the number of BSON bytes of an object or an array.
	Size int
	// More is how many elements of an array follow that were not opened.
	More int
}

// Field is a named value of an object; an array's elements have no names.
type Field struct {
	Key   string
	Value Node
}

// Open takes a BSON value in any of the driver's forms: bson.RawValue,
// bson.Raw, bson.D or a scalar. A type that examples do not have (undefined,
// symbol, dbPointer, code) is an error.
func Open(value any) (Node, error) { return OpenFirst(value, math.MaxInt) }

// OpenFirst opens a value as Open does, but not all of one that holds more than so
// many: of an array that follows then, or goes on, no more than the first element.
func OpenFirst(value any, values int) (Node, error) {
	raw, ok := value.(bson.RawValue)
	if !ok {
		kind, data, err := bson.MarshalValue(value)
		if err != nil {
			return Node{}, fmt.Errorf("open %T: %w", value, err)
		}
		raw = bson.RawValue{Type: kind, Value: data}
	}
	if err := raw.Validate(); err != nil {
		return Node{}, fmt.Errorf("open BSON: %w", err)
	}
	o := opener{values}
	return o.open(raw)
}

// opener opens values up to a number.
type opener struct{ left int }

func (o *opener) open(v bson.RawValue) (Node, error) {
	o.left--
	switch v.Type {
	case bson.TypeEmbeddedDocument:
		return o.fields("object", v.Value, true)
	case bson.TypeArray:
		return o.fields("array", v.Value, false)
	case bson.TypeTimestamp:
		t, i := v.Timestamp()
		number := func(key string, n uint32) Field {
			return Field{Key: key, Value: Node{Type: "int", Text: strconv.FormatUint(uint64(n), 10)}}
		}
		return Node{Type: "timestamp", Fields: []Field{number("t", t), number("i", i)}}, nil
	}
	return openScalar(v)
}

func (o *opener) fields(kind string, raw bson.Raw, named bool) (Node, error) {
	elements, err := raw.Elements()
	if err != nil {
		return Node{}, fmt.Errorf("open BSON: %w", err)
	}
	node := Node{Type: kind, Size: len(raw), Fields: make([]Field, 0, min(len(elements), max(o.left, 1)))}
	for i, element := range elements {
		if !named && i > 0 && o.left <= 0 {
			node.More = len(elements) - i
			break
		}
		var field Field
		if named {
			field.Key = element.Key()
		}
		if field.Value, err = o.open(element.Value()); err != nil {
			return Node{}, err
		}
		node.Fields = append(node.Fields, field)
	}
	return node, nil
}

func openScalar(v bson.RawValue) (Node, error) {
	switch v.Type {
	case bson.TypeString:
		return Node{Type: "string", Text: v.StringValue()}, nil
	case bson.TypeInt32:
		return Node{Type: "int", Text: strconv.Itoa(int(v.Int32()))}, nil
	case bson.TypeInt64:
		return Node{Type: "long", Text: strconv.FormatInt(v.Int64(), 10)}, nil
	case bson.TypeDouble:
		return Node{Type: "double", Text: doubleText(v.Double())}, nil
	case bson.TypeDecimal128:
		return Node{Type: "decimal", Text: v.Decimal128().String()}, nil
	case bson.TypeBoolean:
		return Node{Type: "bool", Text: strconv.FormatBool(v.Boolean())}, nil
	case bson.TypeNull:
		return Node{Type: "null", Text: "null"}, nil
	case bson.TypeObjectID:
		return Node{Type: "objectId", Text: v.ObjectID().Hex()}, nil
	case bson.TypeDateTime:
		return Node{Type: "date", Text: dateText(v.DateTime())}, nil
	}
	return openRare(v)
}

func openRare(v bson.RawValue) (Node, error) {
	switch v.Type {
	case bson.TypeBinary:
		subtype, data := v.Binary()
		text := base64.StdEncoding.EncodeToString(data)
		return Node{Type: "binData", Text: text, Options: strconv.Itoa(int(subtype))}, nil
	case bson.TypeRegex:
		pattern, options := v.Regex()
		return Node{Type: "regex", Text: pattern, Options: options}, nil
	case bson.TypeMinKey:
		return Node{Type: "minKey"}, nil
	case bson.TypeMaxKey:
		return Node{Type: "maxKey"}, nil
	}
	return Node{}, fmt.Errorf("open BSON: the type %s is not supported", v.Type)
}

// doubleText writes a double as ECMAScript does: the shortest digits that
// read back as the same value.
func doubleText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 0):
		return map[bool]string{true: "Infinity", false: "-Infinity"}[f > 0]
	case f != 0 && (math.Abs(f) < 1e-6 || math.Abs(f) >= 1e21):
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

func dateText(millis int64) string {
	t := time.UnixMilli(millis).UTC()
	if t.Year() < 0 || t.Year() > 9999 {
		return strconv.FormatInt(millis, 10)
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}

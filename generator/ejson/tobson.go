package ejson

import (
	"math"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

// ToBSON returns the value of v in the types of the driver's bson package:
// bson.D, bson.A, string, int32, int64, float64, bool, nil, bson.ObjectID,
// bson.DateTime and so on. It reports values that are not written as this
// package's doc comment says, no more of them than Parse does: each message
// carries its line, and one line may be all there is.
func ToBSON(text *diag.Text, v *Value) (any, diag.List) {
	d := &decoder{text: text}
	return d.value(v), d.list
}

// ToDocument is ToBSON for an object that is a document. It returns nil if the
// object is a wrapper, which is a single value.
func ToDocument(text *diag.Text, v *Value) (bson.D, diag.List) {
	value, list := ToBSON(text, v)
	document, _ := value.(bson.D)
	return document, list
}

// Raw encodes a value that ToBSON returned, or any other that bson.MarshalValue
// takes.
func Raw(value any) (bson.RawValue, error) {
	if value == nil {
		return bson.RawValue{Type: bson.TypeNull}, nil
	}
	kind, data, err := bson.MarshalValue(value)
	return bson.RawValue{Type: kind, Value: data}, err
}

// MustRaw is Raw for a value that is made of BSON values, which can be encoded.
func MustRaw(value any) bson.RawValue {
	v, err := Raw(value)
	if err != nil {
		panic(err)
	}
	return v
}

type decoder struct {
	text *diag.Text
	list diag.List
}

func (d *decoder) note(offset int, text, hint string) {
	if len(d.list) < maxErrors {
		d.list.Add(d.text.Message(offset, text, hint))
	}
}

func (d *decoder) report(v *Value, text, hint string) any {
	d.note(v.Start, text, hint)
	return nil
}

func (d *decoder) value(v *Value) any {
	switch v.Kind {
	case True, False:
		return v.Kind == True
	case Number:
		return d.number(v)
	case String:
		return v.Text
	case Array:
		array := make(bson.A, len(v.Items))
		for i, item := range v.Items {
			array[i] = d.value(item)
		}
		return array
	case Object:
		if name := wrapperOf(v); name != "" {
			return d.decodeWrapper(v, name)
		}
		return d.document(v)
	}
	return nil
}

func (d *decoder) document(v *Value) any {
	document := make(bson.D, len(v.Members))
	for i, m := range v.Members {
		if strings.ContainsRune(m.Key, 0) {
			d.note(m.Start, "a key holds the character NUL", "BSON has no such keys")
		}
		document[i] = bson.E{Key: m.Key, Value: d.value(m.Value)}
	}
	return document
}

func (d *decoder) number(v *Value) any {
	if !strings.ContainsAny(v.Text, ".eE") {
		return d.integer(v)
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	if err != nil {
		return d.report(v, v.Text+" is too large for a double", `write {"$numberDecimal": "`+v.Text+`"}`)
	}
	return f
}

func (d *decoder) integer(v *Value) any {
	n, err := strconv.ParseInt(v.Text, 10, 64)
	switch {
	case err != nil:
		return d.report(v, v.Text+" is too large for an integer", `write {"$numberDecimal": "`+v.Text+`"} or a double`)
	case n < math.MinInt32 || n > math.MaxInt32:
		return d.report(v, v.Text+" is too large for an int32", `write {"$numberLong": "`+v.Text+`"}`)
	case v.Text == "-0":
		return d.report(v, "an integer has no negative zero", "write 0 or -0.0")
	}
	return int32(n)
}

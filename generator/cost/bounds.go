package cost

import (
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
)

// bound is a range of the values of a field, between bytes of keys.
type bound struct {
	low, high     string
	lowIn, highIn bool
}

func (b bound) holds(field string) bool {
	return (field > b.low || b.lowIn && field == b.low) && (field < b.high || b.highIn && field == b.high)
}

// within returns the entries of an index in the ranges of a plan, in the order of the
// index. It is not ok if it is not known which values the ranges have.
func (x *indexLayout) within(key bson.D, ranges []fieldBounds) (entries []entry, ok bool) {
	if len(ranges) != len(key) {
		return nil, false
	}
	bounds := make([][]bound, len(key))
	for i, field := range ranges {
		for _, text := range field.ranges {
			b, ok := readBound(text, descends(key[i].Value))
			if !ok {
				return nil, false
			}
			bounds[i] = append(bounds[i], b)
		}
		if len(bounds[i]) == 0 {
			return nil, false
		}
	}
	for _, e := range x.entries {
		isInside := true
		for i, list := range bounds {
			isInside = isInside && slices.ContainsFunc(list, func(b bound) bool { return b.holds(e.field(i)) })
		}
		if isInside {
			entries = append(entries, e)
		}
	}
	return entries, true
}

// readBound reads a range as explain writes it, `[1, 5)`, from the start of the scan to
// its end.
func readBound(text string, isDescending bool) (bound, bool) {
	if len(text) < 2 {
		return bound{}, false
	}
	inner := text[1 : len(text)-1]
	for at := 0; ; {
		comma := strings.Index(inner[at:], ", ")
		if comma < 0 {
			return bound{}, false
		}
		at += comma
		start, ok := readValue(inner[:at], isDescending)
		end, ends := readValue(inner[at+2:], isDescending)
		if ok && ends {
			b := bound{start, end, text[0] == '[', text[len(text)-1] == ']'}
			if b.low > b.high {
				b = bound{b.high, b.low, b.highIn, b.lowIn}
			}
			return b, true
		}
		at += 2
	}
}

// readValue reads a value as explain writes it, as the bytes that it has in a key.
func readValue(text string, isDescending bool) (string, bool) {
	value, ok := valueOfText(text)
	if !ok {
		return "", false
	}
	var key keyString
	if !key.append(value, isDescending) {
		return "", false
	}
	return string(key.bytes), true
}

func valueOfText(text string) (bson.RawValue, bool) {
	between := func(start, end string) (string, bool) {
		if len(text) < len(start)+len(end) || !strings.HasPrefix(text, start) || !strings.HasSuffix(text, end) {
			return "", false
		}
		return text[len(start) : len(text)-len(end)], true
	}
	known := map[string]bson.Type{"MinKey": bson.TypeMinKey, "MaxKey": bson.TypeMaxKey, "null": bson.TypeNull, "undefined": bson.TypeUndefined}
	if t, ok := known[text]; ok {
		return bson.RawValue{Type: t}, true
	}
	switch text {
	case "true", "false":
		return bson.RawValue{Type: bson.TypeBoolean, Value: bsoncore.AppendBoolean(nil, text == "true")}, true
	case "{}":
		return bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: []byte{5, 0, 0, 0, 0}}, true
	case "[]":
		return bson.RawValue{Type: bson.TypeArray, Value: []byte{5, 0, 0, 0, 0}}, true
	}
	if inner, ok := between(`"`, `"`); ok {
		return bson.RawValue{Type: bson.TypeString, Value: bsoncore.AppendString(nil, inner)}, true
	}
	if inner, ok := between("ObjectId('", "')"); ok {
		id, err := bson.ObjectIDFromHex(inner)
		return bson.RawValue{Type: bson.TypeObjectID, Value: id[:]}, err == nil
	}
	if inner, ok := between("new Date(", ")"); ok {
		n, err := strconv.ParseInt(inner, 10, 64)
		return bson.RawValue{Type: bson.TypeDateTime, Value: bsoncore.AppendInt64(nil, n)}, err == nil
	}
	if inner, ok := between(`UUID("`, `")`); ok {
		data, err := hex.DecodeString(strings.ReplaceAll(inner, "-", ""))
		return bson.RawValue{Type: bson.TypeBinary, Value: bsoncore.AppendBinary(nil, bson.TypeBinaryUUID, data)}, err == nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return bson.RawValue{Type: bson.TypeInt64, Value: bsoncore.AppendInt64(nil, n)}, true
	}
	named := map[string]float64{"inf.0": math.Inf(1), "-inf.0": math.Inf(-1), "nan.0": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1), "nan": math.NaN()}
	f, isNamed := named[text]
	if !isNamed {
		var err error
		if f, err = strconv.ParseFloat(text, 64); err != nil {
			return bson.RawValue{}, false
		}
	}
	return bson.RawValue{Type: bson.TypeDouble, Value: bsoncore.AppendDouble(nil, f)}, true
}

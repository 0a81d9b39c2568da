// Package value implements BSON values as MongoDB's server treats them: how they are
// read and written, ordered, compared, counted with and named.
//
// It takes and returns Go values that hold one of the types of the driver's bson
// package (bson.D, bson.A, string, int32, int64, float64, bson.Decimal128, bool,
// bson.ObjectID, bson.DateTime, bson.Timestamp, bson.Binary, bson.Regex, bson.Null,
// bson.Undefined, bson.MinKey, bson.MaxKey, bson.Symbol, bson.DBPointer,
// bson.JavaScript, bson.CodeWithScope with a bson.D as scope), and Missing for a field
// that is absent. Go's nil is never a value. Values are not changed in place: code
// that changes a document copies the changed part.
package value

import "go.mongodb.org/mongo-driver/v2/bson"

// Missing is the value of an absent field. It is never stored.
type Missing struct{}

// Get returns the first field of that name, or Missing.
func Get(doc bson.D, name string) any {
	for i := range doc {
		if doc[i].Key == name {
			return doc[i].Value
		}
	}
	return Missing{}
}

// Truthy reports whether v counts as true in an expression: everything but
// false, zero, null, undefined and missing. NaN is true.
func Truthy(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case int32:
		return v != 0
	case int64:
		return v != 0
	case float64:
		return v != 0
	case bson.Decimal128:
		return !unpack(v).isZero()
	case bson.Null, bson.Undefined, Missing:
		return false
	}
	return true
}

// IsNumber reports whether v is an int, a long, a double or a decimal.
func IsNumber(v any) bool {
	switch v.(type) {
	case int32, int64, float64, bson.Decimal128:
		return true
	}
	return false
}

// IsMissing reports whether v is the value of an absent field.
func IsMissing(v any) bool {
	_, missing := v.(Missing)
	return missing
}

// IsNullish reports whether v is null, undefined or missing.
func IsNullish(v any) bool {
	switch v.(type) {
	case bson.Null, bson.Undefined, Missing:
		return true
	}
	return false
}

package value

import "go.mongodb.org/mongo-driver/v2/bson"

// The classes of the canonical type order, lowest first. Values of different
// classes compare by class; queries compare only within one.
const (
	ClassMinKey = iota
	ClassUndefined
	ClassNull
	ClassNumber
	ClassString
	ClassObject
	ClassArray
	ClassBinData
	ClassObjectID
	ClassBool
	ClassDate
	ClassTimestamp
	ClassRegex
	ClassDBPointer
	ClassCode
	ClassCodeWithScope
	ClassMaxKey
)

type typeInfo struct {
	name  string
	code  int
	class int
}

// typeOf is the one table of types: name of $type, number in BSON, class.
// Undefined and missing share a class, as in the server's canonical types.
func typeOf(v any) typeInfo {
	switch v.(type) {
	case int32:
		return typeInfo{"int", 16, ClassNumber}
	case string:
		return typeInfo{"string", 2, ClassString}
	case float64:
		return typeInfo{"double", 1, ClassNumber}
	case bson.D:
		return typeInfo{"object", 3, ClassObject}
	case bson.A:
		return typeInfo{"array", 4, ClassArray}
	case bson.ObjectID:
		return typeInfo{"objectId", 7, ClassObjectID}
	case bool:
		return typeInfo{"bool", 8, ClassBool}
	case bson.DateTime:
		return typeInfo{"date", 9, ClassDate}
	case bson.Null:
		return typeInfo{"null", 10, ClassNull}
	case Missing:
		return typeInfo{"missing", 0, ClassUndefined}
	case int64:
		return typeInfo{"long", 18, ClassNumber}
	case bson.Decimal128:
		return typeInfo{"decimal", 19, ClassNumber}
	}
	return rareType(v)
}

func rareType(v any) typeInfo {
	switch v.(type) {
	case bson.Binary:
		return typeInfo{"binData", 5, ClassBinData}
	case bson.Undefined:
		return typeInfo{"undefined", 6, ClassUndefined}
	case bson.Regex:
		return typeInfo{"regex", 11, ClassRegex}
	case bson.DBPointer:
		return typeInfo{"dbPointer", 12, ClassDBPointer}
	case bson.JavaScript:
		return typeInfo{"javascript", 13, ClassCode}
	case bson.Symbol:
		return typeInfo{"symbol", 14, ClassString}
	case bson.CodeWithScope:
		return typeInfo{"javascriptWithScope", 15, ClassCodeWithScope}
	case bson.Timestamp:
		return typeInfo{"timestamp", 17, ClassTimestamp}
	case bson.MinKey:
		return typeInfo{"minKey", -1, ClassMinKey}
	case bson.MaxKey:
		return typeInfo{"maxKey", 127, ClassMaxKey}
	}
	panic("value: not a BSON value")
}

// Class returns the canonical class of v, one of the Class constants.
func Class(v any) int { return typeOf(v).class }

// TypeName returns the name of v's type as $type writes it; "missing" for
// Missing.
func TypeName(v any) string { return typeOf(v).name }

// TypeCode returns the number of v's type in BSON, -1 for MinKey, 0 for Missing.
func TypeCode(v any) int { return typeOf(v).code }

var typeCodes = map[string]int{
	"double": 1, "string": 2, "object": 3, "array": 4, "binData": 5, "undefined": 6,
	"objectId": 7, "bool": 8, "date": 9, "null": 10, "regex": 11, "dbPointer": 12,
	"javascript": 13, "symbol": 14, "javascriptWithScope": 15, "int": 16,
	"timestamp": 17, "long": 18, "decimal": 19, "minKey": -1, "maxKey": 127,
}

// TypeCodeOf returns the number of the type with that name, and whether there
// is one. "number" and "missing" are not types.
func TypeCodeOf(name string) (int, bool) {
	code, ok := typeCodes[name]
	return code, ok
}

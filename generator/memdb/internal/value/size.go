package value

import "go.mongodb.org/mongo-driver/v2/bson"

// sizeLimit is above all limits that sizes are held to.
const sizeLimit = 256 << 20

// Size returns how many bytes v takes in BSON, without the type byte and the name of
// its field; for a document that is the document's whole size. A value larger than
// sizeLimit is not counted to its end: an array can hold the same value so often that
// counting would not end.
func Size(v any) int { return size(v, 1) }

func size(v any, depth int) int {
	switch v := v.(type) {
	case bson.D:
		CheckDepth(depth)
		n := 5
		for i := 0; i < len(v) && n <= sizeLimit; i++ {
			n += 2 + len(v[i].Key) + size(v[i].Value, depth+1)
		}
		return n
	case bson.A:
		CheckDepth(depth)
		n := 5
		for i := 0; i < len(v) && n <= sizeLimit; i++ {
			n += 2 + digitsOf(i) + size(v[i], depth+1)
		}
		return n
	case string:
		return 5 + len(v)
	case bool:
		return 1
	case int32:
		return 4
	case float64, int64, bson.DateTime, bson.Timestamp:
		return 8
	case bson.ObjectID:
		return 12
	case bson.Decimal128:
		return 16
	}
	return sizeOfRare(v)
}

func sizeOfRare(v any) int {
	switch v := v.(type) {
	case bson.Binary:
		if v.Subtype == 2 {
			return 9 + len(v.Data)
		}
		return 5 + len(v.Data)
	case bson.Regex:
		return len(v.Pattern) + len(v.Options) + 2
	case bson.DBPointer:
		return 5 + len(v.DB) + 12
	case bson.JavaScript:
		return 5 + len(v)
	case bson.Symbol:
		return 5 + len(v)
	case bson.CodeWithScope:
		return 9 + len(v.Code) + Size(v.Scope)
	}
	return 0
}

func digitsOf(i int) int {
	n := 1
	for ; i >= 10; i /= 10 {
		n++
	}
	return n
}

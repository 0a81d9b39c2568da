package value

import (
	"bytes"
	"cmp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Compare orders two values as the server does: by class first, then by value;
// numbers by their exact value whatever their type, NaN lowest; objects field
// by field (class, name, value), arrays element by element. It returns -1, 0
// or 1.
func Compare(a, b any) int {
	var p parts
	return p.compare(a, b)
}

func (p *parts) compare(a, b any) int {
	// Most keys of indexes are of these types.
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			return strings.Compare(x, y)
		}
	case int32:
		if y, ok := b.(int32); ok {
			return cmp.Compare(x, y)
		}
	case bson.DateTime:
		if y, ok := b.(bson.DateTime); ok {
			return cmp.Compare(x, y)
		}
	case bson.ObjectID:
		if y, ok := b.(bson.ObjectID); ok {
			return bytes.Compare(x[:], y[:])
		}
	}
	class := Class(a)
	if c := cmp.Compare(class, Class(b)); c != 0 {
		return c
	}
	switch class {
	case ClassNumber:
		return CompareNumbers(a, b)
	case ClassString:
		return strings.Compare(stringOf(a), stringOf(b))
	case ClassObject:
		return p.compareObjects(a.(bson.D), b.(bson.D))
	case ClassArray:
		return p.compareArrays(a.(bson.A), b.(bson.A))
	}
	return compareAtoms(class, a, b)
}

// CompareSort is Compare for sort keys, where a missing field equals null.
func CompareSort(a, b any) int {
	return Compare(nullIfMissing(a), nullIfMissing(b))
}

func nullIfMissing(v any) any {
	if _, ok := v.(Missing); ok {
		return bson.Null{}
	}
	return v
}

// Equal reports whether Compare returns 0.
func Equal(a, b any) bool { return Compare(a, b) == 0 }

func stringOf(v any) string {
	if s, ok := v.(bson.Symbol); ok {
		return string(s)
	}
	return v.(string)
}

func (p *parts) compareObjects(a, b bson.D) int {
	p.enter(min(len(a), len(b)))
	defer p.leave()
	for i := range min(len(a), len(b)) {
		if a[i].Key != b[i].Key {
			return cmp.Or(cmp.Compare(Class(a[i].Value), Class(b[i].Value)), strings.Compare(a[i].Key, b[i].Key))
		}
		if c := p.compare(a[i].Value, b[i].Value); c != 0 { // by class first
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func (p *parts) compareArrays(a, b bson.A) int {
	p.enter(min(len(a), len(b)))
	defer p.leave()
	for i := range min(len(a), len(b)) {
		if c := p.compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareAtoms compares two values of one class that contain no others (but for
// a scope). Classes of a single value fall through to 0.
func compareAtoms(class int, a, b any) int {
	switch class {
	case ClassBinData:
		return compareBinary(a.(bson.Binary), b.(bson.Binary))
	case ClassObjectID:
		x, y := a.(bson.ObjectID), b.(bson.ObjectID)
		return bytes.Compare(x[:], y[:])
	case ClassBool:
		return compareBools(a.(bool), b.(bool))
	case ClassDate:
		return cmp.Compare(a.(bson.DateTime), b.(bson.DateTime))
	case ClassTimestamp:
		return a.(bson.Timestamp).Compare(b.(bson.Timestamp))
	case ClassRegex:
		x, y := a.(bson.Regex), b.(bson.Regex)
		return cmp.Or(strings.Compare(x.Pattern, y.Pattern), strings.Compare(x.Options, y.Options))
	case ClassDBPointer:
		x, y := a.(bson.DBPointer), b.(bson.DBPointer)
		return cmp.Or(cmp.Compare(len(x.DB), len(y.DB)), strings.Compare(x.DB, y.DB),
			bytes.Compare(x.Pointer[:], y.Pointer[:]))
	case ClassCode:
		return cmp.Compare(a.(bson.JavaScript), b.(bson.JavaScript))
	case ClassCodeWithScope:
		x, y := a.(bson.CodeWithScope), b.(bson.CodeWithScope)
		return cmp.Or(cmp.Compare(x.Code, y.Code), Compare(x.Scope, y.Scope))
	}
	return 0
}

func compareBinary(a, b bson.Binary) int {
	x, y := StoredBytes(a), StoredBytes(b)
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a.Subtype, b.Subtype), bytes.Compare(x, y))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

package expr

import "modelbook/generator/memdb/internal/value"

// comparisons use the full BSON order without type brackets; a missing value is
// less than null.
var comparisons = table{
	"$cmp": compare(func(c int) any { return int32(c) }),
	"$eq":  compare(func(c int) any { return c == 0 }),
	"$ne":  compare(func(c int) any { return c != 0 }),
	"$gt":  compare(func(c int) any { return c > 0 }),
	"$gte": compare(func(c int) any { return c >= 0 }),
	"$lt":  compare(func(c int) any { return c < 0 }),
	"$lte": compare(func(c int) any { return c <= 0 }),
}

func compare(result func(c int) any) parser {
	return ordered(func(o *value.Collation) parser {
		return binary(func(a, b any) (any, error) { return result(o.Compare(a, b)), nil })
	})
}

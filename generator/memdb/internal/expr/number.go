package expr

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// wholeInt32 returns a number that is whole and fits an int.
func wholeInt32(v any) (int32, bool) {
	n, ok := value.Whole(v)
	if !ok || n < math.MinInt32 || n > math.MaxInt32 {
		return 0, false
	}
	return int32(n), true
}

// coerceLong reads a number for the operators that cut: the fraction of a double is
// dropped, that of a decimal rounded half to even. A double that doesn't fit is an
// error, a decimal that doesn't fit becomes the smallest long.
func coerceLong(v any) (int64, error) {
	if _, decimal := v.(bson.Decimal128); decimal {
		if n, ok := value.ToLong(v, value.HalfEven); ok {
			return n, nil
		}
		return math.MinInt64, nil
	}
	n, ok := value.ToLong(v, value.TowardZero)
	if !ok {
		return 0, errcode.New(31109, "Can't coerce out of range value %s to long", value.String(v))
	}
	return n, nil
}

func isDecimal(v any) bool {
	_, ok := v.(bson.Decimal128)
	return ok
}

package plan

import (
	"math"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Intervals returns the values that an indexed field may have where a condition
// holds; ok is false if an index can't help with it.
func (c Condition) Intervals(multikey bool) (list []storage.Interval, ok bool) {
	return Intervals(c.Operator, c.Operand, multikey)
}

// Intervals returns the values for which an operator holds.
func Intervals(operator string, operand any, multikey bool) (list []storage.Interval, ok bool) {
	switch operator {
	case "$eq":
		return equalIntervals(operand, multikey)
	case "$in":
		values, _ := operand.(bson.A)
		for _, v := range values {
			more, ok := equalIntervals(v, multikey)
			if !ok {
				return nil, false
			}
			list = append(list, more...)
		}
		return union(list), true
	case "$gt", "$gte", "$lt", "$lte":
		return rangeIntervals(operator, operand)
	}
	return nil, false
}

func equalIntervals(v any, multikey bool) ([]storage.Interval, bool) {
	switch v := v.(type) {
	case bson.Regex:
		return nil, false
	case bson.Null:
		if multikey {
			return []storage.Interval{storage.Point(bson.Undefined{}), storage.Point(v)}, true
		}
		return []storage.Interval{storage.Point(v)}, true
	case bson.A:
		first := any(bson.Undefined{})
		if len(v) > 0 {
			first = v[0]
		}
		return union([]storage.Interval{storage.Point(first), storage.Point(v)}), true
	}
	return []storage.Interval{storage.Point(v)}, true
}

func rangeIntervals(operator string, v any) ([]storage.Interval, bool) {
	low, high, highIn, ok := typeRange(v)
	if !ok || value.IsNaN(v) {
		return nil, false
	}
	in := storage.Interval{Low: low, High: high, LowIn: true, HighIn: highIn}
	switch operator {
	case "$gt", "$gte":
		in.Low, in.LowIn = v, operator == "$gte"
	default:
		in.High, in.HighIn = v, operator == "$lte"
	}
	return []storage.Interval{in}, true
}

// typeRange returns the ends of the values of an operand's own type, to which
// comparisons in queries keep.
func typeRange(v any) (low, high any, highIn, ok bool) {
	switch v.(type) {
	case int32, int64, float64, bson.Decimal128:
		return math.Inf(-1), math.Inf(1), true, true
	case string, bson.Symbol:
		return "", bson.D{}, false, true
	case bson.D:
		return bson.D{}, bson.A{}, false, true
	case bson.ObjectID:
		return bson.ObjectID{}, bson.ObjectID{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}, true, true
	case bool:
		return false, true, true, true
	case bson.DateTime:
		return bson.DateTime(math.MinInt64), bson.DateTime(math.MaxInt64), true, true
	case bson.Timestamp:
		return bson.Timestamp{}, bson.Timestamp{T: math.MaxUint32, I: math.MaxUint32}, true, true
	}
	return nil, nil, false, false
}

// union sorts points and drops duplicates.
func union(list []storage.Interval) []storage.Interval {
	slices.SortStableFunc(list, func(a, b storage.Interval) int { return value.Compare(a.Low, b.Low) })
	return slices.CompactFunc(list, func(a, b storage.Interval) bool { return value.Equal(a.Low, b.Low) })
}

// intersect narrows intervals to the parts that are in both lists.
func intersect(a, b []storage.Interval) []storage.Interval {
	var list []storage.Interval
	for _, x := range a {
		for _, y := range b {
			if both, ok := overlap(x, y); ok {
				list = append(list, both)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b storage.Interval) int { return value.Compare(a.Low, b.Low) })
	return list
}

func overlap(x, y storage.Interval) (storage.Interval, bool) {
	if c := value.Compare(y.Low, x.Low); c > 0 || (c == 0 && !y.LowIn) {
		x.Low, x.LowIn = y.Low, y.LowIn
	}
	if c := value.Compare(y.High, x.High); c < 0 || (c == 0 && !y.HighIn) {
		x.High, x.HighIn = y.High, y.HighIn
	}
	c := value.Compare(x.Low, x.High)
	return x, c < 0 || (c == 0 && x.LowIn && x.HighIn)
}

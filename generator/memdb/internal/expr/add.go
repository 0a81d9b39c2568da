package expr

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// sums return the widest of the operands' types. Ints that overflow become longs,
// longs that overflow doubles.
var sums = table{
	"$add":      lazy(add),
	"$subtract": binary(subtract),
	"$multiply": lazy(multiply),
}

// total is a running sum. Numbers before the first date are summed first, then
// everything is added to the date, each addend rounded to milliseconds.
type total struct {
	number      any // a long while only ints and longs were added
	hasOnlyInts bool
	date        int64
	isDate      bool
}

func add(env *Env, operands []*Expr) (any, error) {
	sum := total{number: int64(0), hasOnlyInts: true}
	null, err := untilNull(env, operands, sum.add)
	if null || err != nil {
		return bson.Null{}, err
	}
	return sum.value(), nil
}

func (t *total) add(v any) error {
	if date, ok := v.(bson.DateTime); ok {
		if t.isDate {
			return errcode.New(16612, "only one date allowed in an $add expression")
		}
		t.isDate, t.date = true, int64(date)
		return t.addToDate(t.number)
	}
	if !value.IsNumber(v) {
		return errcode.New(errcode.TypeMismatch, "$add only supports numeric or date types, not %s", value.TypeName(v))
	}
	if t.isDate {
		return t.addToDate(v)
	}
	t.number = value.Add(t.number, v)
	t.hasOnlyInts = t.hasOnlyInts && isInt(v)
	return nil
}

func (t *total) addToDate(v any) error {
	date, err := dateAddMillis(t.date, v)
	t.date = date
	return err
}

func (t *total) value() any {
	if t.isDate {
		return bson.DateTime(t.date)
	}
	return narrow(t.number, t.hasOnlyInts)
}

// narrow returns an int for a long that came from ints and fits one.
func narrow(v any, ints bool) any {
	if n, ok := v.(int64); ok && ints {
		return value.IntOrLong(n)
	}
	return v
}

func isInt(v any) bool {
	_, ok := v.(int32)
	return ok
}

// dateAddMillis adds a number of milliseconds to a date: a double is rounded
// half away from zero, a decimal half to even.
func dateAddMillis(date int64, v any) (int64, error) {
	mode := value.HalfEven
	if f, ok := v.(float64); ok {
		v, mode = math.Round(f), value.TowardZero
	}
	n, ok := value.ToLong(v, mode)
	sum := date + n
	if !ok || (date^sum)&(n^sum) < 0 {
		return 0, errcode.New(errcode.Overflow, "date overflow")
	}
	return sum, nil
}

func subtract(a, b any) (any, error) {
	date, isDate := a.(bson.DateTime)
	switch {
	case value.IsNumber(a) && value.IsNumber(b):
		return value.Subtract(a, b), nil
	case value.IsNullish(a) || value.IsNullish(b):
		return bson.Null{}, nil
	case !isDate:
		return nil, errcode.New(errcode.TypeMismatch, "can't $subtract %s from %s", value.TypeName(b), value.TypeName(a))
	}
	if from, ok := b.(bson.DateTime); ok {
		n, long := value.Subtract(int64(date), int64(from)).(int64)
		if !long {
			return nil, errcode.New(errcode.Overflow, "overflow in date subtraction")
		}
		return n, nil
	}
	if !value.IsNumber(b) {
		return nil, errcode.New(errcode.TypeMismatch, "can't $subtract %s from date", value.TypeName(b))
	}
	return subtractMillis(date, b)
}

func subtractMillis(date bson.DateTime, v any) (any, error) {
	mode := value.HalfEven
	if f, ok := v.(float64); ok {
		v, mode = math.Round(f), value.TowardZero
	}
	n, ok := value.ToLong(v, mode)
	difference, long := value.Subtract(int64(date), n).(int64)
	if !ok || !long {
		return nil, errcode.New(errcode.Overflow, "overflow in date subtraction")
	}
	return bson.DateTime(difference), nil
}

// multiply keeps the product as a double beside the exact one, because a long
// overflows to that.
func multiply(env *Env, operands []*Expr) (any, error) {
	exact, double, ints := any(int64(1)), 1.0, true
	null, err := untilNull(env, operands, func(v any) error {
		if !value.IsNumber(v) {
			return errcode.New(errcode.TypeMismatch, "$multiply only supports numeric types, not %s", value.TypeName(v))
		}
		exact = value.Multiply(exact, v)
		double *= value.ToDouble(v)
		if _, ok := exact.(float64); ok {
			exact = double
		}
		ints = ints && isInt(v)
		return nil
	})
	if null || err != nil {
		return bson.Null{}, err
	}
	return narrow(exact, ints), nil
}

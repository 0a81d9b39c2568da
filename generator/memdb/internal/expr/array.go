package expr

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

var arrays = table{
	"$arrayElemAt":  binary(arrayElemAt),
	"$concatArrays": lazy(concatArrays),
	"$first":        unary(func(v any) (any, error) { return end(v, "$first", 0) }),
	"$last":         unary(func(v any) (any, error) { return end(v, "$last", -1) }),
	"$in":           ordered(in),
	"$indexOfArray": ordered(indexOfArray),
	"$isArray":      unary(func(v any) (any, error) { return isArray(v), nil }),
	"$range":        betweenIn(2, 3, rangeOf),
	"$reverseArray": unaryIn(reverseArray),
	"$size":         unary(size),
	"$slice":        between(2, 3, slice),
	"$zip":          parseZip,
}

func isArray(v any) bool {
	_, ok := v.(bson.A)
	return ok
}

func arrayElemAt(array, index any) (any, error) {
	if value.IsNullish(array) || value.IsNullish(index) {
		return bson.Null{}, nil
	}
	a, ok := array.(bson.A)
	if !ok {
		return nil, errcode.New(28689, "$arrayElemAt's first argument must be an array, but is %s", value.TypeName(array))
	}
	if !value.IsNumber(index) {
		return nil, errcode.New(28690, "$arrayElemAt's second argument must be a numeric value, but is %s", value.TypeName(index))
	}
	i, ok := wholeInt32(index)
	if !ok {
		return nil, errcode.New(28691, "$arrayElemAt's second argument must be representable as a 32-bit integer: %s", value.String(index))
	}
	return at(a, int(i)), nil
}

// at returns the element at i, counted from the end if negative, or Missing.
func at(a bson.A, i int) any {
	if i < 0 {
		i += len(a)
	}
	if i < 0 || i >= len(a) {
		return value.Missing{}
	}
	return a[i]
}

func end(v any, name string, i int) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	a, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(28689, "%s's argument must be an array, but is %s", name, value.TypeName(v))
	}
	return at(a, i), nil
}

func concatArrays(env *Env, operands []*Expr) (any, error) {
	var arrays []bson.A
	length := 0
	null, err := untilNull(env, operands, func(v any) error {
		a, ok := v.(bson.A)
		if !ok {
			return errcode.New(28664, "$concatArrays only supports arrays, not %s", value.TypeName(v))
		}
		if length += len(a); length > maxElements {
			return errcode.New(errcode.ExceededMemoryLimit, "$concatArrays would use too much memory")
		}
		arrays = append(arrays, a)
		return nil
	})
	if null || err != nil {
		return bson.Null{}, err
	}
	if err := env.reserve(length, elementWeight); err != nil {
		return nil, err
	}
	out := make(bson.A, 0, length)
	for _, a := range arrays {
		out = append(out, a...)
	}
	return out, nil
}

func in(o *value.Collation) parser {
	return binary(func(v, array any) (any, error) {
		a, ok := array.(bson.A)
		if !ok {
			return nil, errcode.New(40081, "$in requires an array as a second argument, found: %s", value.TypeName(array))
		}
		return slices.ContainsFunc(a, func(element any) bool { return o.Equal(v, element) }), nil
	})
}

func indexOfArray(o *value.Collation) parser {
	return between(2, 4, func(args []any) (any, error) { return indexOf(o, args) })
}

func indexOf(o *value.Collation, args []any) (any, error) {
	if value.IsNullish(args[0]) {
		return bson.Null{}, nil
	}
	a, ok := args[0].(bson.A)
	if !ok {
		return nil, errcode.New(40090, "$indexOfArray requires an array as a first argument, found: %s", value.TypeName(args[0]))
	}
	from, to := 0, len(a)
	for i, bound := range args[2:] {
		n, ok := wholeInt32(bound)
		if !ok {
			return nil, errcode.New(9711600, "$indexOfArray requires an integral index, found: %s", value.String(bound))
		}
		if n < 0 {
			return nil, errcode.New(9711601, "$indexOfArray requires a nonnegative index, found: %d", n)
		}
		if i == 0 {
			from = int(n)
		} else {
			to = min(to, int(n))
		}
	}
	for i := from; i < to; i++ {
		if o.Equal(a[i], args[1]) {
			return int32(i), nil
		}
	}
	return int32(-1), nil
}

func reverseArray(env *Env, v any) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	a, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(34435, "The argument to $reverseArray must be an array, but was of type: %s", value.TypeName(v))
	}
	if err := env.reserve(len(a), elementWeight); err != nil {
		return nil, err
	}
	out := make(bson.A, len(a))
	for i, element := range a {
		out[len(a)-1-i] = element
	}
	return out, nil
}

func size(v any) (any, error) {
	a, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(17124, "The argument to $size must be an array, but was of type: %s", value.TypeName(v))
	}
	return int32(len(a)), nil
}

// slice returns the first or last n elements, or n elements from a position.
func slice(args []any) (any, error) {
	if value.IsNullish(args[0]) || value.IsNullish(args[1]) {
		return bson.Null{}, nil
	}
	a, ok := args[0].(bson.A)
	if !ok {
		return nil, errcode.New(28724, "First argument to $slice must be an array, but is of type: %s", value.TypeName(args[0]))
	}
	first, err := sliceNumber(args[1], "Second", 28725)
	if err != nil {
		return nil, err
	}
	if len(args) == 2 {
		return firstOrLast(a, first), nil
	}
	if value.IsNullish(args[2]) {
		return bson.Null{}, nil
	}
	n, err := sliceNumber(args[2], "Third", 28727)
	if err != nil {
		return nil, err
	}
	if n <= 0 {
		return nil, errcode.New(28729, "Third argument to $slice must be positive: %d", n)
	}
	if first < 0 {
		first = max(0, first+len(a))
	}
	first = min(first, len(a))
	return a[first:min(len(a), first+n):len(a)], nil
}

func firstOrLast(a bson.A, n int) bson.A {
	if n < 0 {
		return a[max(0, len(a)+n):]
	}
	return a[:min(n, len(a)):len(a)]
}

func sliceNumber(v any, which string, code int32) (int, error) {
	if !value.IsNumber(v) {
		return 0, errcode.New(code, "%s argument to $slice must be numeric, but is of type: %s", which, value.TypeName(v))
	}
	n, ok := wholeInt32(v)
	if !ok {
		return 0, errcode.New(code+1, "%s argument to $slice can't be represented as a 32-bit integer: %s", which, value.String(v))
	}
	return int(n), nil
}

// maxElements is how many values an array may be made of: the server's limit on the
// memory of one $range, at 16 bytes for a value.
const maxElements = 100 * 1024 * 1024 / 16

func rangeOf(env *Env, args []any) (any, error) {
	start, err := rangeNumber(args[0], "starting", 34443)
	if err != nil {
		return nil, err
	}
	stop, err := rangeNumber(args[1], "ending", 34445)
	if err != nil {
		return nil, err
	}
	step := int64(1)
	if len(args) == 3 {
		if step, err = rangeNumber(args[2], "step", 34447); err != nil {
			return nil, err
		}
	}
	if step == 0 {
		return nil, errcode.New(34449, "$range requires a non-zero step value")
	}
	if (stop-start)/step > maxElements {
		return nil, errcode.New(errcode.ExceededMemoryLimit, "$range would use too much memory")
	}
	if err := env.reserve(int((stop-start)/step), elementWeight); err != nil {
		return nil, err
	}
	out := make(bson.A, 0, max(0, (stop-start)/step))
	for n := start; step > 0 && n < stop || step < 0 && n > stop; n += step {
		out = append(out, int32(n))
	}
	return out, nil
}

func rangeNumber(v any, which string, code int32) (int64, error) {
	if !value.IsNumber(v) {
		return 0, errcode.New(code, "$range requires a numeric %s value, found value of type: %s", which, value.TypeName(v))
	}
	n, ok := wholeInt32(v)
	if !ok {
		return 0, errcode.New(code+1, "$range requires a %s value that can be represented as a 32-bit integer, found value: %s", which, value.String(v))
	}
	return int64(n), nil
}

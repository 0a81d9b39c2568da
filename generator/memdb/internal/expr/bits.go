package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// bits work on the bits of ints and longs.
var bits = table{
	"$bitAnd": lazy(combineBits("$bitAnd", -1, func(a, b int64) int64 { return a & b })),
	"$bitOr":  lazy(combineBits("$bitOr", 0, func(a, b int64) int64 { return a | b })),
	"$bitXor": lazy(combineBits("$bitXor", 0, func(a, b int64) int64 { return a ^ b })),
	"$bitNot": unary(bitNot),
}

// combineBits returns an int of ints, a long if there is one among them.
func combineBits(name string, start int64, of func(a, b int64) int64) func(env *Env, operands []*Expr) (any, error) {
	return func(env *Env, operands []*Expr) (any, error) {
		result, ints := start, true
		for _, o := range operands {
			v, err := o.Eval(env)
			if err != nil {
				return nil, err
			}
			switch n := v.(type) {
			case int32:
				result = of(result, int64(n))
			case int64:
				result, ints = of(result, n), false
			default:
				if value.IsNullish(v) {
					return bson.Null{}, nil
				}
				return nil, errcode.New(errcode.TypeMismatch, "%s only supports int and long operands, not %s", name, value.TypeName(v))
			}
		}
		return narrow(result, ints), nil
	}
}

func bitNot(v any) (any, error) {
	switch n := v.(type) {
	case int32:
		return ^n, nil
	case int64:
		return ^n, nil
	}
	switch {
	case value.IsNullish(v):
		return bson.Null{}, nil
	case value.IsNumber(v):
		return nil, errcode.New(errcode.TypeMismatch, "$bitNot only supports int and long, not: %s.", value.TypeName(v))
	}
	return nil, errcode.New(28765, "$bitNot only supports numeric types, not %s", value.TypeName(v))
}

package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// accumulatorOperators are the accumulators that are expressions too: of their
// arguments, or of the elements of their only argument if that is an array.
var accumulatorOperators = table{
	"$sum":          overArguments(newSum),
	"$avg":          overArguments(newAverage(false)),
	"$min":          overArguments(newExtreme(-1, false)),
	"$max":          overArguments(newExtreme(1, false)),
	"$stdDevPop":    overArguments(newDeviation(0)),
	"$stdDevSamp":   overArguments(newDeviation(1)),
	"$mergeObjects": overArguments(newMerge(40400)),
	"$firstN":       overArray,
	"$lastN":        overArray,
	"$minN":         overArray,
	"$maxN":         overArray,
}

func overArguments(begin func(o *value.Collation, n int) state) parser {
	return ordered(func(o *value.Collation) parser {
		return variadic(func(args []any) (any, error) {
			if len(args) == 1 {
				if a, ok := args[0].(bson.A); ok {
					args = a
				}
			}
			return addAll(begin(o, 0), args)
		})
	})
}

func addAll(s state, args []any) (any, error) {
	for _, v := range args {
		if err := s.add(v); err != nil {
			return nil, err
		}
	}
	return s.value(&Env{}), nil
}

func overArray(name string, arg any, scope *Scope) (*Expr, error) {
	operands, err := manyFields.parse(name, arg, scope)
	if err != nil {
		return nil, err
	}
	return strict(scope, operands, func(args []any) (any, error) {
		n, err := positive(args[0], name)
		if err != nil {
			return nil, err
		}
		a, ok := args[1].(bson.A)
		if !ok {
			return nil, errcode.New(5788200, "Input must be an array")
		}
		return addAll(accumulators[name].begin(scope.Collation(), n), a)
	})
}

func positive(v any, name string) (int, error) {
	if !value.IsNumber(v) {
		return 0, errcode.New(5787902, "Value for 'n' must be of integral type, but found %s", value.String(orNull(v)))
	}
	n, ok := value.Whole(v)
	if !ok {
		return 0, errcode.New(5787903, "Value for 'n' must be of integral type, but found %s", value.String(v))
	}
	if n <= 0 {
		return 0, errcode.New(5787908, "'n' must be greater than 0, found %d (%s)", n, name)
	}
	return int(n), nil
}

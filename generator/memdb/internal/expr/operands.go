package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// table maps the operators of one family to their parsers.
type table map[string]parser

// operators has every implemented operator; it is filled by init because the parsers
// in it call Parse, which uses it.
var operators table

func init() {
	operators = table{}
	for _, family := range []table{
		literals, comparisons, booleans, conditionals, arrays, iterations, arrayObjects, sets, fields, texts,
		sums, divisions, roundings, angles, accumulatorOperators,
		dateParts, dateMath, dateTexts, conversions, powers, bits, byteSizes, timestamps, arraySorts, regexes,
	} {
		for name, parse := range family {
			operators[name] = parse
		}
	}
}

// ordered is an operator that compares values.
func ordered(build func(collation *value.Collation) parser) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		return build(scope.Collation())(name, arg, scope)
	}
}

// unary is an operator of one argument, which may be written without its list.
func unary(apply func(v any) (any, error)) parser {
	return unaryIn(func(_ *Env, v any) (any, error) { return apply(v) })
}

func unaryIn(apply func(env *Env, v any) (any, error)) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		operands, err := exactly(1, name, arg, scope)
		if err != nil {
			return nil, err
		}
		a := operands[0]
		return fold(scope, operands, func(env *Env) (any, error) {
			v, err := a.Eval(env)
			if err != nil {
				return nil, err
			}
			return apply(env, v)
		})
	}
}

// binary is an operator of two arguments, both evaluated before apply.
func binary(apply func(a, b any) (any, error)) parser {
	return binaryIn(func(_ *Env, a, b any) (any, error) { return apply(a, b) })
}

func binaryIn(apply func(env *Env, a, b any) (any, error)) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		operands, err := exactly(2, name, arg, scope)
		if err != nil {
			return nil, err
		}
		left, right := operands[0], operands[1]
		return fold(scope, operands, func(env *Env) (any, error) {
			a, err := left.Eval(env)
			if err != nil {
				return nil, err
			}
			b, err := right.Eval(env)
			if err != nil {
				return nil, err
			}
			return apply(env, a, b)
		})
	}
}

// ternary is an operator of three arguments, all evaluated before apply.
func ternary(apply func(args []any) (any, error)) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		operands, err := exactly(3, name, arg, scope)
		if err != nil {
			return nil, err
		}
		return strict(scope, operands, apply)
	}
}

// between is an operator of least to most arguments, all evaluated before apply.
func between(least, most int, apply func(args []any) (any, error)) parser {
	return betweenIn(least, most, func(_ *Env, args []any) (any, error) { return apply(args) })
}

func betweenIn(least, most int, apply func(env *Env, args []any) (any, error)) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		operands, err := parseOperands(arg, scope)
		if err != nil {
			return nil, err
		}
		if n := len(operands); n < least || n > most {
			return nil, errcode.New(28667, "Expression %s takes at least %d arguments, and at most %d, but %d were passed in.", name, least, most, n)
		}
		return strictIn(scope, operands, apply)
	}
}

// variadic is an operator of any number of arguments, all evaluated before apply.
func variadic(apply func(args []any) (any, error)) parser {
	return func(_ string, arg any, scope *Scope) (*Expr, error) {
		operands, err := parseOperands(arg, scope)
		if err != nil {
			return nil, err
		}
		return strict(scope, operands, apply)
	}
}

// lazy is an operator of any number of arguments that decides itself which to
// evaluate.
func lazy(apply func(env *Env, operands []*Expr) (any, error)) parser {
	return func(_ string, arg any, scope *Scope) (*Expr, error) {
		operands, err := parseOperands(arg, scope)
		if err != nil {
			return nil, err
		}
		return fold(scope, operands, func(env *Env) (any, error) { return apply(env, operands) })
	}
}

// decidedBy makes a parser of one that is decided by a constant operand of that truth,
// at any position: the server moves constants together, and then does not evaluate the
// other operands.
func (p parser) decidedBy(truth bool) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		operands, err := parseOperands(arg, scope)
		if err != nil {
			return nil, err
		}
		for _, o := range operands {
			if v, constant := o.Constant(); constant && value.Truthy(v) == truth {
				return Constant(truth), nil
			}
		}
		return p(name, arg, scope)
	}
}

func strict(scope *Scope, operands []*Expr, apply func(args []any) (any, error)) (*Expr, error) {
	return strictIn(scope, operands, func(_ *Env, args []any) (any, error) { return apply(args) })
}

func strictIn(scope *Scope, operands []*Expr, apply func(env *Env, args []any) (any, error)) (*Expr, error) {
	return fold(scope, operands, func(env *Env) (any, error) {
		args, err := evalAll(operands, env)
		if err != nil {
			return nil, err
		}
		return apply(env, args)
	})
}

// untilNull passes on the operands' values in turn and stops at one that is null or
// missing.
func untilNull(env *Env, operands []*Expr, take func(v any) error) (stopped bool, err error) {
	for _, o := range operands {
		v, err := o.Eval(env)
		if err != nil {
			return false, err
		}
		if value.IsNullish(v) {
			return true, nil
		}
		if err := take(v); err != nil {
			return false, err
		}
	}
	return false, nil
}

func evalAll(operands []*Expr, env *Env) ([]any, error) {
	args := make([]any, len(operands))
	for i, o := range operands {
		v, err := o.Eval(env)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	return args, nil
}

func exactly(n int, name string, arg any, scope *Scope) ([]*Expr, error) {
	if got := countOperands(arg); got != n {
		return nil, errcode.New(16020, "Expression %s takes exactly %d arguments. %d were passed in.", name, n, got)
	}
	return parseOperands(arg, scope)
}

func countOperands(arg any) int {
	if a, ok := arg.(bson.A); ok {
		return len(a)
	}
	return 1
}

// parseOperands reads an operator's arguments: a list, or one without its list.
func parseOperands(arg any, scope *Scope) ([]*Expr, error) {
	if a, ok := arg.(bson.A); ok {
		return parseAll(a, scope)
	}
	return parseAll(bson.A{arg}, scope)
}

func missing(v any) bool {
	_, ok := v.(value.Missing)
	return ok
}

func orNull(v any) any {
	if missing(v) {
		return bson.Null{}
	}
	return v
}

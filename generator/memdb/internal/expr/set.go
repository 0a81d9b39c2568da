package expr

import (
	"math/rand/v2"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// sets take arrays as sets: order and repetition do not count, and equality is that of
// the scope's order. The order of their results is open.
var sets = table{
	"$allElementsTrue": elementsTrue("$allElementsTrue", 17040, false),
	"$anyElementTrue":  elementsTrue("$anyElementTrue", 17041, true),
	"$setDifference":   parseSetDifference,
	"$setEquals":       parseSetEquals,
	"$setIntersection": ordered(setIntersection),
	"$setIsSubset":     ordered(setIsSubset),
	"$setUnion":        ordered(setUnion),
}

// elementsTrue is true if an element's truth is stop (any), or the negation of that
// (all).
func elementsTrue(name string, code int32, stop bool) parser {
	return unary(func(v any) (any, error) {
		a, ok := v.(bson.A)
		if !ok {
			return nil, errcode.New(code, "%s's argument must be an array, but is %s", name, value.TypeName(v))
		}
		for _, element := range a {
			if value.Truthy(element) == stop {
				return stop, nil
			}
		}
		return !stop, nil
	})
}

func keys(env *Env, collation *value.Collation, a bson.A) (map[string]bool, error) {
	set := map[string]bool{}
	for _, element := range a {
		k := collation.Key(element)
		if !set[k] {
			if err := env.takeKey(k); err != nil {
				return nil, err
			}
		}
		set[k] = true
	}
	return set, nil
}

// distinct appends to out the elements of a that are not yet in seen.
func distinct(env *Env, collation *value.Collation, out, a bson.A, seen map[string]bool) (bson.A, error) {
	for _, element := range a {
		k := collation.Key(element)
		if seen[k] {
			continue
		}
		if err := env.takeKey(k); err != nil {
			return nil, err
		}
		seen[k] = true
		out = append(out, element)
	}
	return out, nil
}

// regrouped is lazy for an operator whose operands may change places: as in the
// server, constants come last and are joined while parsing. Of equal elements
// that decides which one is seen.
func regrouped(apply func(env *Env, operands []*Expr) (any, error)) parser {
	return func(_ string, arg any, scope *Scope) (*Expr, error) {
		given, err := parseOperands(arg, scope)
		if err != nil {
			return nil, err
		}
		var operands, constants []*Expr
		for _, o := range given {
			if o.isFolded {
				constants = append(constants, o)
			} else {
				operands = append(operands, o)
			}
		}
		if len(operands) > 0 && len(constants) > 1 {
			joined, err := apply(&Env{Budget: scope.Budget()}, constants)
			if err != nil {
				return nil, ConstantError{err}
			}
			constants = []*Expr{Constant(joined)}
		}
		operands = append(operands, constants...)
		return fold(scope, operands, func(env *Env) (any, error) { return apply(env, operands) })
	}
}

func setUnion(collation *value.Collation) parser {
	return regrouped(func(env *Env, operands []*Expr) (any, error) {
		out, seen := bson.A{}, map[string]bool{}
		for _, o := range operands {
			a, ok, err := setOperand(env, o, 17043, "$setUnion")
			if !ok || err != nil {
				return bson.Null{}, err
			}
			if out, err = distinct(env, collation, out, a, seen); err != nil {
				return nil, err
			}
		}
		return env.Unordered(out), nil
	})
}

// setIntersection keeps the elements of the smaller set, of equally large ones
// those of the first, as the server does.
func setIntersection(collation *value.Collation) parser {
	return regrouped(func(env *Env, operands []*Expr) (any, error) {
		out := bson.A{}
		for i, o := range operands {
			a, ok, err := setOperand(env, o, 17047, "$setIntersection")
			if !ok || err != nil {
				return bson.Null{}, err
			}
			other, err := distinct(env, collation, bson.A{}, a, map[string]bool{})
			if err != nil {
				return nil, err
			}
			if i == 0 {
				out = other
				continue
			}
			if len(out) > len(other) {
				out, other = other, out
			}
			set, err := keys(env, collation, other)
			if err != nil {
				return nil, err
			}
			out = slices.DeleteFunc(out, func(element any) bool { return !set[collation.Key(element)] })
		}
		return env.Unordered(out), nil
	})
}

// setOperand evaluates one set; ok is false if it is null.
func setOperand(env *Env, o *Expr, code int32, name string) (a bson.A, ok bool, err error) {
	v, err := o.Eval(env)
	if err != nil || value.IsNullish(v) {
		return nil, false, err
	}
	if a, ok = v.(bson.A); !ok {
		return nil, false, errcode.New(code, "All operands of %s must be arrays. One argument is of type: %s", name, value.TypeName(v))
	}
	return a, true, nil
}

func parseSetDifference(name string, arg any, scope *Scope) (*Expr, error) {
	operands, err := exactly(2, name, arg, scope)
	if err != nil {
		return nil, err
	}
	return strictIn(scope, operands, func(env *Env, args []any) (any, error) {
		if value.IsNullish(args[0]) || value.IsNullish(args[1]) {
			return bson.Null{}, nil
		}
		for i, v := range args {
			if !isArray(v) {
				return nil, errcode.New(int32(17048+i), "both operands of $setDifference must be arrays. Argument %d is of type: %s", i+1, value.TypeName(v))
			}
		}
		without, err := keys(env, scope.Collation(), args[1].(bson.A))
		if err != nil {
			return nil, err
		}
		out, err := distinct(env, scope.Collation(), bson.A{}, args[0].(bson.A), without)
		return env.Unordered(out), err
	})
}

func parseSetEquals(name string, arg any, scope *Scope) (*Expr, error) {
	if n := countOperands(arg); n < 2 {
		return nil, errcode.New(17045, "$setEquals needs at least two arguments had: %d", n)
	}
	operands, err := parseOperands(arg, scope)
	if err != nil {
		return nil, err
	}
	for _, o := range operands {
		if v, constant := o.Constant(); constant && !isArray(v) {
			return nil, ConstantError{errcode.New(5887502, "All operands of $setEquals must be arrays. One argument is of type: %s", value.TypeName(v))}
		}
	}
	return strictIn(scope, operands, func(env *Env, args []any) (any, error) { return setEquals(env, scope.Collation(), args) })
}

func setEquals(env *Env, collation *value.Collation, args []any) (any, error) {
	var first map[string]bool
	for i, v := range args {
		a, ok := v.(bson.A)
		if !ok {
			return nil, errcode.New(17044, "All operands of $setEquals must be arrays. One argument is of type: %s", value.TypeName(v))
		}
		set, err := keys(env, collation, a)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first = set
			continue
		}
		if len(set) != len(first) || !includes(first, set) {
			return false, nil
		}
	}
	return true, nil
}

func includes(all, some map[string]bool) bool {
	for k := range some {
		if !all[k] {
			return false
		}
	}
	return true
}

func setIsSubset(collation *value.Collation) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		operands, err := exactly(2, name, arg, scope)
		if err != nil {
			return nil, err
		}
		return strictIn(scope, operands, func(env *Env, args []any) (any, error) {
			return isSubset(env, collation, args[0], args[1])
		})
	}
}

func isSubset(env *Env, collation *value.Collation, some, all any) (any, error) {
	a, ok := some.(bson.A)
	if !ok {
		return nil, errcode.New(17046, "both operands of $setIsSubset must be arrays. First argument is of type: %s", value.TypeName(some))
	}
	b, ok := all.(bson.A)
	if !ok {
		return nil, errcode.New(17042, "both operands of $setIsSubset must be arrays. Second argument is of type: %s", value.TypeName(all))
	}
	within, err := keys(env, collation, b)
	if err != nil {
		return nil, err
	}
	part, err := keys(env, collation, a)
	return includes(within, part), err
}

// Unordered returns a list whose order is open in another order if the
// environment shuffles; a itself may be changed.
func (env *Env) Unordered(a bson.A) bson.A {
	if env.Shuffle != 0 {
		r := rand.New(rand.NewPCG(env.Shuffle, uint64(len(a))))
		r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	}
	return a
}

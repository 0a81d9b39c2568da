package expr

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

var conditionals = table{
	"$cond":   parseCond,
	"$ifNull": parseIfNull,
	"$switch": parseSwitch,
}

func parseCond(name string, arg any, scope *Scope) (*Expr, error) {
	list := arg
	if d, ok := arg.(bson.D); ok {
		named, err := condFields(d)
		if err != nil {
			return nil, err
		}
		list = named
	}
	operands, err := exactly(3, name, list, scope)
	if err != nil {
		return nil, err
	}
	return fold(scope, operands, func(env *Env) (any, error) {
		test, err := operands[0].Eval(env)
		if err != nil {
			return nil, err
		}
		if value.Truthy(test) {
			return operands[1].Eval(env)
		}
		return operands[2].Eval(env)
	})
}

func condFields(d bson.D) (bson.A, error) {
	names := []string{"if", "then", "else"}
	list := make(bson.A, len(names))
	for _, f := range d {
		i := slices.Index(names, f.Key)
		if i < 0 {
			return nil, errcode.New(17083, "Unrecognized parameter to $cond: %s", f.Key)
		}
		list[i] = f.Value
	}
	for i, name := range names {
		if list[i] == nil {
			return nil, errcode.New(int32(17080+i), "Missing '%s' parameter to $cond", name)
		}
	}
	return list, nil
}

func parseIfNull(_ string, arg any, scope *Scope) (*Expr, error) {
	if n := countOperands(arg); n < 2 {
		return nil, errcode.New(1257300, "$ifNull needs at least two arguments, had: %d", n)
	}
	operands, err := parseOperands(arg, scope)
	if err != nil {
		return nil, err
	}
	return fold(scope, operands, func(env *Env) (any, error) {
		last := len(operands) - 1
		for _, o := range operands[:last] {
			v, err := o.Eval(env)
			if err != nil || !value.IsNullish(v) {
				return v, err
			}
		}
		return operands[last].Eval(env)
	})
}

type branch struct{ test, then *Expr }

func parseSwitch(_ string, arg any, scope *Scope) (*Expr, error) {
	d, ok := arg.(bson.D)
	if !ok {
		return nil, errcode.New(40060, "$switch requires an object as an argument, found: %s", value.TypeName(arg))
	}
	var branches []branch
	var otherwise *Expr
	for _, f := range d {
		var err error
		switch f.Key {
		case "branches":
			branches, err = parseBranches(f.Value, scope)
		case "default":
			otherwise, err = Parse(f.Value, scope)
		default:
			err = errcode.New(40067, "$switch found an unknown argument: %s", f.Key)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(branches) == 0 {
		return nil, errcode.New(40068, "$switch requires at least one branch.")
	}
	return foldSwitch(branches, otherwise)
}

func parseBranches(v any, scope *Scope) ([]branch, error) {
	list, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(40061, "$switch expected an array for 'branches', found: %s", value.TypeName(v))
	}
	branches := make([]branch, len(list))
	reached := true
	for i, v := range list {
		var b branch
		var badTest error
		badThen, err := scope.Hold(func(thens *Scope) (err error) {
			badTest, err = scope.Hold(func(tests *Scope) (err error) {
				b, err = parseBranch(v, tests, thens)
				return err
			})
			return err
		})
		if err != nil {
			return nil, err
		}
		test, constant := b.test.Constant()
		always, never := constant && value.Truthy(test), constant && !value.Truthy(test)
		if err := foldBranch(scope, badTest, reached); err != nil {
			return nil, err
		}
		if err := foldBranch(scope, badThen, reached && !never); err != nil {
			return nil, err
		}
		reached = reached && !always
		branches[i] = b
	}
	return branches, nil
}

// foldBranch returns the error of a constant. Whether the server also folds the
// branches that it drops, behind a case that is always true or never, is not known.
func foldBranch(scope *Scope, failed error, folded bool) error {
	switch {
	case failed == nil:
		return nil
	case !folded:
		return errcode.NotImplemented("a constant that fails in a branch of $switch which is never taken")
	}
	return scope.PutOff(failed)
}

func parseBranch(v any, tests, thens *Scope) (branch, error) {
	d, ok := v.(bson.D)
	if !ok {
		return branch{}, errcode.New(40062, "$switch expected each branch to be an object, found: %s", value.TypeName(v))
	}
	var b branch
	for _, f := range d {
		var err error
		switch f.Key {
		case "case":
			b.test, err = Parse(f.Value, tests)
		case "then":
			b.then, err = Parse(f.Value, thens)
		default:
			err = errcode.New(40063, "$switch found an unknown argument to a branch: %s", f.Key)
		}
		if err != nil {
			return b, err
		}
	}
	if b.test == nil {
		return b, errcode.New(40064, "$switch requires each branch have a 'case' expression")
	}
	if b.then == nil {
		return b, errcode.New(40065, "$switch requires each branch have a 'then' expression.")
	}
	return b, nil
}

// foldSwitch drops the branches that can't be taken: with none left and no
// default, that is an error before any document is read.
func foldSwitch(branches []branch, otherwise *Expr) (*Expr, error) {
	var open []branch
	for _, b := range branches {
		test, constant := b.test.Constant()
		if constant && !value.Truthy(test) {
			continue
		}
		if constant {
			otherwise = b.then
			break
		}
		open = append(open, b)
	}
	if len(open) == 0 && otherwise == nil {
		return nil, ConstantError{errcode.New(40069, "One cannot execute a switch statement where all the cases evaluate to false without a default")}
	}
	if len(open) == 0 {
		return otherwise, nil
	}
	return &Expr{eval: func(env *Env) (any, error) { return evalSwitch(open, otherwise, env) }}, nil
}

func evalSwitch(branches []branch, otherwise *Expr, env *Env) (any, error) {
	for _, b := range branches {
		test, err := b.test.Eval(env)
		if err != nil {
			return nil, err
		}
		if value.Truthy(test) {
			return b.then.Eval(env)
		}
	}
	if otherwise == nil {
		return nil, errcode.New(40066, "$switch could not find a matching branch for an input, and no default was specified.")
	}
	return otherwise.Eval(env)
}

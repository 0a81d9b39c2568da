// Package expr parses and evaluates aggregation expressions.
//
// Parse takes the expression of a command (a literal, "$path", "$$variable",
// {$operator: arguments}, or a document or array of expressions) and returns an Expr.
// All errors of form come from Parse, and so do the errors of constant parts: these
// are folded while parsing, also in a branch that is never taken, but their errors may
// wait until a whole command is read. Eval takes an Env (document, variables, clock)
// and returns a value as package value describes it, value.Missing for "no field".
//
// The operators are in tables, one file a family; accumulators, which $group, $bucket
// and $setWindowFields share, are in the accumulator files.
package expr

import (
	"errors"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// Expr is a parsed expression. It holds no state: one Expr may be evaluated
// from several goroutines with an Env each.
type Expr struct {
	eval     func(env *Env) (any, error)
	constant any
	isFolded bool
	path     string
	reads    bool // a variable or a field: it allocates nothing, or counts it itself
}

// Eval returns the expression's value for the document and variables of env.
func (e *Expr) Eval(env *Env) (any, error) {
	if e.isFolded {
		return e.constant, nil
	}
	if e.reads {
		return e.eval(env)
	}
	if err := env.Budget.Step(); err != nil {
		return nil, err
	}
	used := env.used
	v, err := e.eval(env)
	if err != nil {
		return nil, err
	}
	return env.settle(used, v)
}

// Constant returns the value of an expression that depends on nothing.
func (e *Expr) Constant() (any, bool) { return e.constant, e.isFolded }

// Path returns the dotted path of an expression that is just a field of the current
// document ("a.b" for "$a.b").
func (e *Expr) Path() (string, bool) { return e.path, e.path != "" }

// Constant makes an expression of a value, without reading it as an expression.
func Constant(v any) *Expr { return &Expr{constant: v, isFolded: true} }

// parser reads the argument of the operator called name.
type parser func(name string, arg any, scope *Scope) (*Expr, error)

// Parse reads v as an expression; scope holds the variables it may use, and reports
// whether errors of constant parts wait.
func Parse(v any, scope *Scope) (*Expr, error) {
	e, err := parse(v, scope)
	var constant ConstantError
	if err == nil || !errors.As(err, &constant) {
		return e, err
	}
	if err := scope.PutOff(err); err != nil {
		return nil, err
	}
	return &Expr{eval: func(*Env) (any, error) { return nil, err }}, nil
}

func parse(v any, scope *Scope) (*Expr, error) {
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "$") {
			return parsePath(v, scope)
		}
	case bson.D:
		if len(v) > 0 && strings.HasPrefix(v[0].Key, "$") {
			return parseOperator(v, scope)
		}
		return parseObject(v, scope)
	case bson.A:
		return parseArray(v, scope)
	case bson.JavaScript, bson.CodeWithScope:
		return nil, errcode.NotImplemented("an expression of type " + value.TypeName(v))
	}
	return literal(v)
}

// IsOperator reports whether v is a document that Parse reads as an operator.
func IsOperator(v any) bool {
	d, ok := v.(bson.D)
	return ok && len(d) > 0 && strings.HasPrefix(d[0].Key, "$")
}

func parseOperator(d bson.D, scope *Scope) (*Expr, error) {
	if len(d) != 1 {
		return nil, errcode.New(15983, "an expression object holds exactly one operator, but it has the fields %s", fieldNames(d))
	}
	name := d[0].Key
	if parse, ok := operators[name]; ok {
		return parse(name, d[0].Value, scope)
	}
	if Known(name) {
		return nil, errcode.NotImplemented(name)
	}
	return nil, errcode.New(errcode.InvalidPipelineOperator, "Unrecognized expression '%s'", name)
}

func fieldNames(d bson.D) string {
	names := make([]string, len(d))
	for i, f := range d {
		names[i] = f.Key
	}
	return strings.Join(names, ", ")
}

// fold makes an expression of eval, which depends on operands only: if all of
// them are constant, so is the result, and it is computed now.
func fold(scope *Scope, operands []*Expr, eval func(env *Env) (any, error)) (*Expr, error) {
	for _, o := range operands {
		if o != nil && !o.isFolded {
			return &Expr{eval: eval}, nil
		}
	}
	v, err := scope.fold(eval)
	if errcode.EndsCommand(err) {
		return nil, err
	}
	if err != nil {
		return nil, ConstantError{err}
	}
	return Constant(v), nil
}

// ConstantError is an error of a constant part of an expression, which Parse returns
// though its form is right. A server that does not optimise the expression finds it
// when it evaluates.
type ConstantError struct{ error }

// Unwrap returns the error of the constant part.
func (e ConstantError) Unwrap() error { return e.error }

// Map makes an expression that applies a function to another's value.
func Map(of *Expr, apply func(v any) (any, error)) *Expr {
	return &Expr{eval: func(env *Env) (any, error) {
		v, err := of.Eval(env)
		if err != nil {
			return nil, err
		}
		return apply(v)
	}}
}

package expr

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// Variable is the place of a variable in an Env.
type Variable int

// Scope is a chain of the variables that an expression may use, innermost
// first. The nil Scope has only the system's.
type Scope struct {
	parent    *Scope
	name      string
	constant  any // not nil: the value is known while parsing
	slot      Variable
	depth     int              // slots in use, this one included
	collation *value.Collation // of the command's collation
	budget    *Budget          // of the command
	crossed   *bool
	waiting   *waiting // nil: errors of constant parts do not wait
}

// waiting holds the first error of a constant part until parse has read everything in
// a scope.
type waiting struct {
	failed   error
	hasEnded bool // parse has ended; errors do not wait any more
}

// NewScope makes a scope of no variables in which values compare by order.
func NewScope(collation *value.Collation, budget *Budget) *Scope {
	return &Scope{collation: collation, budget: budget}
}

// Budget is that of the command whose expressions are parsed in this scope.
func (s *Scope) Budget() *Budget {
	if s == nil {
		return nil
	}
	return s.budget
}

// Collation is how the expressions in this scope compare.
func (s *Scope) Collation() *value.Collation {
	if s == nil {
		return nil
	}
	return s.collation
}

// Bind adds a variable which gets its value by Env.Set.
func (s *Scope) Bind(name string) (*Scope, Variable) {
	slot := Variable(s.slots())
	return &Scope{parent: s, name: name, slot: slot, depth: int(slot) + 1, collation: s.Collation(), budget: s.Budget(), waiting: s.waits()}, slot
}

// BindConstant adds a variable whose value is the same for every document,
// such as those of a command's let.
func (s *Scope) BindConstant(name string, v any) *Scope {
	return &Scope{parent: s, name: name, constant: v, depth: s.slots(), collation: s.Collation(), budget: s.Budget(), waiting: s.waits()}
}

// Watch sets crossed as soon as an expression parsed in the new scope uses a
// variable of s that may change from document to document.
func (s *Scope) Watch(crossed *bool) *Scope {
	return &Scope{parent: s, crossed: crossed, depth: s.slots(), collation: s.Collation(), budget: s.Budget(), waiting: s.waits()}
}

// Deferred runs parse with a scope in which the error of a constant part does not end
// the parsing, and returns the first of them if parse itself returns none. The server
// folds constants after it has read the whole command: an error of form behind them
// comes first.
func (s *Scope) Deferred(parse func(scope *Scope) error) error {
	failed, err := s.Hold(parse)
	if err != nil {
		return err
	}
	return failed
}

// Hold is Deferred for callers that handle the error of a constant part themselves: it
// is failed. err is that of parse.
func (s *Scope) Hold(parse func(scope *Scope) error) (failed, err error) {
	w := &waiting{}
	err = parse(&Scope{parent: s, depth: s.slots(), collation: s.Collation(), budget: s.Budget(), waiting: w})
	w.hasEnded = true
	return w.failed, err
}

// Immediate makes a scope in which nothing waits.
func (s *Scope) Immediate() *Scope {
	return &Scope{parent: s, depth: s.slots(), collation: s.Collation(), budget: s.Budget()}
}

// PutOff lets the error of a constant part wait, or returns it if it can't: errors do
// not wait in this scope, or it is a refusal, which comes before everything.
func (s *Scope) PutOff(err error) error {
	w := s.waits()
	if err == nil || w == nil || w.hasEnded || errcode.Refused(err) {
		return err
	}
	if w.failed == nil {
		w.failed = err
	}
	return nil
}

func (s *Scope) waits() *waiting {
	if s == nil {
		return nil
	}
	return s.waiting
}

func (s *Scope) slots() int {
	if s == nil {
		return 0
	}
	return s.depth
}

func (s *Scope) find(name string) *Scope {
	var crossed []*bool
	for ; s != nil; s = s.parent {
		switch {
		case s.crossed != nil:
			crossed = append(crossed, s.crossed)
		case s.name == name && name != "":
			for _, c := range crossed {
				*c = *c || s.constant == nil
			}
			return s
		}
	}
	return nil
}

// ParseLet reads the let of a command: constant expressions, each of which sees the
// variables before it. env has $$NOW, collation is that of the command.
func ParseLet(let bson.D, env *Env, collation *value.Collation) (*Scope, error) {
	scope := NewScope(collation, env.Budget)
	for _, f := range let {
		if err := checkVariableName(f.Key); err != nil {
			return nil, err
		}
		if err := checkLetValue(f.Value); err != nil {
			return nil, err
		}
		e, err := Parse(f.Value, scope)
		if err != nil {
			return nil, err
		}
		v, err := e.Eval(&Env{Now: env.Now, Budget: env.Budget, Clockless: env.Clockless})
		if err != nil {
			return nil, err
		}
		scope = scope.BindConstant(f.Key, v)
	}
	return scope, nil
}

// checkLetValue refuses expressions that depend on a document: a command has none.
func checkLetValue(v any) error {
	switch v := v.(type) {
	case string:
		if name, ok := strings.CutPrefix(v, "$$"); ok {
			name, _, _ = strings.Cut(name, ".")
			if name == "ROOT" || name == "CURRENT" {
				return errcode.New(51144, "let may not use $$%s", name)
			}
			return nil
		}
		if strings.HasPrefix(v, "$") {
			return errcode.New(4890500, "let may not use the field path %s", v)
		}
	case bson.D:
		for _, f := range v {
			if f.Key == "$literal" {
				continue
			}
			if err := checkLetValue(f.Value); err != nil {
				return err
			}
		}
	case bson.A:
		for _, e := range v {
			if err := checkLetValue(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkVariableName checks the rule for names that a user assigns to a variable: first
// a lower-case ASCII or any non-ASCII letter, then also digits, capitals and "_".
// CURRENT alone of the system's may be bound.
func checkVariableName(name string) error {
	if name == "" {
		return errcode.New(errcode.FailedToParse, "empty variable names are not allowed")
	}
	if name == "CURRENT" {
		return nil
	}
	if c := name[0]; c < 0x80 && (c < 'a' || c > 'z') {
		return errcode.New(errcode.FailedToParse, "'%s' starts with an invalid character for a user variable name", name)
	}
	return checkVariableRest(name)
}

func checkVariableRest(name string) error {
	for i := 1; i < len(name); i++ {
		if !variableByte(name[i]) {
			return errcode.New(errcode.FailedToParse, "'%s' contains an invalid character for a variable name: '%c'", name, name[i])
		}
	}
	return nil
}

func variableByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// CheckVariableName is checkVariableName for stages with variables of their own.
func CheckVariableName(name string) error { return checkVariableName(name) }

// variable returns the expression that reads the named variable.
func variable(name string, scope *Scope) (*Expr, error) {
	if found := scope.find(name); found != nil {
		return found.read(), nil
	}
	if e := systemVariables[name]; e != nil {
		return e, nil
	}
	if slices.Contains(refusedVariables, name) {
		return nil, errcode.NotImplemented("$$" + name)
	}
	return nil, errcode.New(17276, "Use of undefined variable: %s", name)
}

// systemVariables are the variables that every expression sees.
var systemVariables = map[string]*Expr{
	"ROOT":    {reads: true, eval: func(env *Env) (any, error) { return env.Root, nil }},
	"CURRENT": {reads: true, eval: func(env *Env) (any, error) { return env.start(), nil }},
	"NOW": {reads: true, eval: func(env *Env) (any, error) {
		if env.Clockless {
			return nil, errcode.New(51144, "Builtin variable '$$NOW' is not available")
		}
		return env.Now, nil
	}},
	"REMOVE": Constant(value.Missing{}),
}

// refusedVariables are the variables of the server 8.2 that memdb does not have.
var refusedVariables = strings.Fields("CLUSTER_TIME USER_ROLES SEARCH_META JS_SCOPE IS_MR")

func (s *Scope) read() *Expr {
	if s.constant != nil {
		return Constant(s.constant)
	}
	slot := s.slot
	return &Expr{reads: true, eval: func(env *Env) (any, error) { return env.slots[slot], nil }}
}

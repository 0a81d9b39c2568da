package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

// Accumulator is a parsed {$operator: argument} of $group, $bucket or a window.
type Accumulator struct {
	Name string

	input     *Expr
	sort      *Sort // $top, $bottom and their kin
	n         *Expr // the operators that end in N
	begin     func(o *value.Collation, n int) state
	collation *value.Collation
}

// state is one running result.
type state interface {
	add(v any) error
	value(env *Env) any
}

// keyed is a state that orders by a key of the document.
type keyed interface {
	state
	addKeyed(key []any, v any)
}

// simpleAccumulators take one expression.
var simpleAccumulators = map[string]func(o *value.Collation, n int) state{
	"$sum":          func(*value.Collation, int) state { return &sum{} },
	"$avg":          func(*value.Collation, int) state { return &average{} },
	"$min":          func(o *value.Collation, _ int) state { return &extreme{collation: o, sign: -1} },
	"$max":          func(o *value.Collation, _ int) state { return &extreme{collation: o, sign: 1} },
	"$first":        func(*value.Collation, int) state { return &first{} },
	"$last":         func(*value.Collation, int) state { return &last{} },
	"$push":         func(*value.Collation, int) state { return &push{name: "$push"} },
	"$addToSet":     func(o *value.Collation, _ int) state { return &set{collation: o} },
	"$stdDevPop":    func(*value.Collation, int) state { return &deviation{} },
	"$stdDevSamp":   func(*value.Collation, int) state { return &deviation{sample: 1} },
	"$mergeObjects": func(*value.Collation, int) state { return &merge{code: 5911200} },
}

// manyAccumulators take {n, input}.
var manyAccumulators = map[string]func(o *value.Collation, n int) state{
	"$firstN": func(_ *value.Collation, n int) state { return &firstN{n: n} },
	"$lastN":  func(_ *value.Collation, n int) state { return &lastN{n: n} },
	"$minN":   func(o *value.Collation, n int) state { return &extremeN{collation: o, n: n, sign: 1} },
	"$maxN":   func(o *value.Collation, n int) state { return &extremeN{collation: o, n: n, sign: -1} },
}

// ParseAccumulator reads the accumulator of a field of $group.
func ParseAccumulator(name string, arg any, scope *Scope) (*Accumulator, error) {
	known := support.State(support.Accumulator, name)
	if known == support.Unknown {
		return nil, errcode.New(15952, "unknown group operator '%s'", name)
	}
	if isArray(arg) {
		return nil, errcode.New(40237, "The %s accumulator is a unary operator", name)
	}
	return ParseWindowAccumulator(name, arg, scope)
}

// ParseWindowAccumulator reads an accumulator that is used as a window function:
// there a list is an array like any other.
func ParseWindowAccumulator(name string, arg any, scope *Scope) (*Accumulator, error) {
	a, err := parseAccumulator(name, arg, scope)
	if err == nil && a == nil {
		return nil, errcode.NotImplemented("the accumulator " + name)
	}
	return a, err
}

// parseAccumulator gives nil for a name that has no implementation.
func parseAccumulator(name string, arg any, scope *Scope) (*Accumulator, error) {
	a := &Accumulator{Name: name, collation: scope.Collation()}
	var err error
	switch {
	case name == "$count":
		err = a.parseCount(arg)
	case simpleAccumulators[name] != nil:
		a.begin = simpleAccumulators[name]
		a.input, err = Parse(arg, scope)
	case manyAccumulators[name] != nil:
		a.begin = manyAccumulators[name]
		err = a.parseMany(arg, scope)
	case name == "$top", name == "$bottom", name == "$topN", name == "$bottomN":
		err = a.parseTop(arg, scope)
	default:
		return nil, nil
	}
	return a, err
}

func (a *Accumulator) parseCount(arg any) error {
	if d, ok := arg.(bson.D); !ok || len(d) > 0 {
		return errcode.New(errcode.TypeMismatch, "$count takes no arguments, i.e. $count:{}")
	}
	a.begin = simpleAccumulators["$sum"]
	a.input = Constant(int32(1))
	return nil
}

var manyFields = named{
	fields: []string{"n", "input"}, notObject: 5787900, unknown: 5787901,
	missing: map[string]int32{"n": 5787906, "input": 5787907},
}

func (a *Accumulator) parseMany(arg any, scope *Scope) error {
	operands, err := manyFields.parse(a.Name, arg, scope)
	if err != nil {
		return err
	}
	a.n, a.input = operands[0], operands[1]
	return nil
}

func (a *Accumulator) parseTop(arg any, scope *Scope) error {
	rule := named{
		fields: []string{"output", "sortBy"}, notObject: 5788001, unknown: 5788002,
		missing: map[string]int32{"n": 5788003, "output": 5788004, "sortBy": 5788005},
	}
	many := a.Name == "$topN" || a.Name == "$bottomN"
	if many {
		rule.fields = []string{"n", "output", "sortBy"}
	}
	got, err := rule.split(a.Name, arg)
	if err != nil {
		return err
	}
	sortBy, ok := got["sortBy"].(bson.D)
	if !ok {
		return errcode.New(10065, "invalid parameter: expected an object (sortBy)")
	}
	if a.sort, err = ParseSort(sortBy, scope.Collation()); err != nil {
		return err
	}
	if a.input, err = Parse(got["output"], scope); err != nil {
		return err
	}
	if many {
		if a.n, err = Parse(got["n"], scope); err != nil {
			return err
		}
	}
	bottom := a.Name == "$bottom" || a.Name == "$bottomN"
	a.begin = func(_ *value.Collation, n int) state { return &top{sort: a.sort, n: n, bottom: bottom, single: !many} }
	return nil
}

// PreferLast makes $min and $max keep the last of equal values instead of the
// first, as the server's newer engine does in $group.
func (a *Accumulator) PreferLast() {
	sign := map[string]int{"$min": -1, "$max": 1}[a.Name]
	if sign != 0 {
		a.begin = func(o *value.Collation, _ int) state { return &extreme{collation: o, sign: sign, last: true} }
	}
}

// Input is the expression whose values are accumulated.
func (a *Accumulator) Input() *Expr { return a.input }

// Running is an accumulator at work on one group.
type Running struct {
	of    *Accumulator
	state state
}

// Begin starts a group; env.Root is the group's key if that is a document.
func (a *Accumulator) Begin(env *Env) (*Running, error) {
	n := 1
	if a.n != nil {
		v, err := a.n.Eval(env)
		if err != nil {
			return nil, err
		}
		whole, ok := value.Whole(v)
		if !ok || whole <= 0 {
			return nil, errcode.New(7548606, "%s: 'n' must be a positive whole number, found %s", a.Name, value.String(orNull(v)))
		}
		n = int(whole)
	}
	return &Running{a, a.begin(a.collation, n)}, nil
}

// Add counts the document of env in.
func (r *Running) Add(env *Env) error {
	v, err := r.of.input.Eval(env)
	if err != nil {
		return err
	}
	if r.of.sort == nil {
		return r.state.add(v)
	}
	key, err := r.of.sort.Key(env.Root)
	if err != nil {
		return err
	}
	r.state.(keyed).addKeyed(key, v)
	return nil
}

// Value gives the result so far.
func (r *Running) Value(env *Env) any { return r.state.value(env) }

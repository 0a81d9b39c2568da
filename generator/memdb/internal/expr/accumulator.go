package expr

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// Accumulator is a parsed {$operator: argument} of $group, $bucket or a window.
type Accumulator struct {
	Name string

	of        accumulatorRow
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
	weight() int // bytes of the values that it keeps
}

// keeping is a state that counts the values which it keeps.
type keeping struct{ bytes int }

func (k *keeping) weight() int { return k.bytes }
func (k *keeping) take(v any)  { k.bytes += elementWeight + Weight(v, MaxHeld) }
func (k *keeping) drop(v any)  { k.bytes -= elementWeight + Weight(v, MaxHeld) }

// keyed is a state that orders by a key of the document.
type keyed interface {
	state
	addKeyed(key []any, v any)
}

// accumulatorRow describes an accumulator. Source: its page in MongoDB's manual; for
// how a window and the slot-based engine differ, the server's source.
type accumulatorRow struct {
	parse func(a *Accumulator, arg any, scope *Scope) error // sets begin too if that is nil
	begin func(o *value.Collation, n int) state

	notInWindow bool
	sliding     func() Sliding // nil: the accumulator has no state for a window that moves
	slotBased   func(o *value.Collation, n int) state
}

// accumulators are the implemented ones, by their names.
var accumulators = map[string]accumulatorRow{
	"$count": {parse: (*Accumulator).parseCount, begin: newSum, sliding: newSlidingSum},
	"$sum":   {parse: (*Accumulator).parseInput, begin: newSum, sliding: newSlidingSum},
	"$avg": {
		parse: (*Accumulator).parseInput, begin: newAverage(false), slotBased: newAverage(true),
		sliding: func() Sliding { return &slidingAverage{} },
	},
	"$min": {parse: (*Accumulator).parseInput, begin: newExtreme(-1, false), slotBased: newExtreme(-1, true)},
	"$max": {
		parse: (*Accumulator).parseInput, begin: newExtreme(1, false), slotBased: newExtreme(1, true),
		sliding: func() Sliding { return &slidingMaximum{} },
	},
	"$first":    {parse: (*Accumulator).parseInput, begin: func(*value.Collation, int) state { return &first{} }},
	"$last":     {parse: (*Accumulator).parseInput, begin: func(*value.Collation, int) state { return &last{} }},
	"$push":     {parse: (*Accumulator).parseInput, begin: func(*value.Collation, int) state { return &push{name: "$push"} }},
	"$addToSet": {parse: (*Accumulator).parseInput, begin: func(o *value.Collation, _ int) state { return &set{push: push{name: "$addToSet"}, collation: o} }},
	"$concatArrays": {parse: (*Accumulator).parseInput, begin: func(*value.Collation, int) state {
		return &elements{state: &push{name: "$concatArrays"}, name: "$concatArrays"}
	}},
	"$setUnion": {parse: (*Accumulator).parseInput, begin: func(o *value.Collation, _ int) state {
		return &elements{state: &set{push: push{name: "$setUnion"}, collation: o}, name: "$setUnion"}
	}},
	"$stdDevPop": {
		parse: (*Accumulator).parseInput, begin: newDeviation(0),
		sliding: func() Sliding { return &slidingDeviation{} },
	},
	"$stdDevSamp": {
		parse: (*Accumulator).parseInput, begin: newDeviation(1),
		sliding: func() Sliding { return &slidingDeviation{sample: 1} },
	},
	"$mergeObjects": {
		parse: (*Accumulator).parseInput, begin: newMerge(5911200),
		notInWindow: true,
	},
	"$firstN":  {parse: (*Accumulator).parseMany, begin: newFirstN},
	"$lastN":   {parse: (*Accumulator).parseMany, begin: newLastN},
	"$minN":    {parse: (*Accumulator).parseMany, begin: newExtremeN(1)},
	"$maxN":    {parse: (*Accumulator).parseMany, begin: newExtremeN(-1)},
	"$top":     {parse: parseTop(top{isSingle: true})},
	"$bottom":  {parse: parseTop(top{isSingle: true, isBottom: true})},
	"$topN":    {parse: parseTop(top{})},
	"$bottomN": {parse: parseTop(top{isBottom: true})},
}

// WindowAccumulators returns the names of the accumulators that are window functions
// too.
func WindowAccumulators() []string {
	var names []string
	for name, a := range accumulators {
		if !a.notInWindow {
			names = append(names, name)
		}
	}
	return names
}

// ParseAccumulator reads the accumulator of a field of $group.
func ParseAccumulator(name string, arg any, scope *Scope) (*Accumulator, error) {
	if _, runs := accumulators[name]; !runs && !slices.Contains(refusedAccumulators, name) {
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
	of, runs := accumulators[name]
	if !runs {
		return nil, errcode.NotImplemented("the accumulator " + name)
	}
	a := &Accumulator{Name: name, of: of, begin: of.begin, collation: scope.Collation()}
	return a, of.parse(a, arg, scope)
}

func (a *Accumulator) parseInput(arg any, scope *Scope) (err error) {
	a.input, err = Parse(arg, scope)
	return err
}

func (a *Accumulator) parseCount(arg any, _ *Scope) error {
	if d, ok := arg.(bson.D); !ok || len(d) > 0 {
		return errcode.New(errcode.TypeMismatch, "$count takes no arguments, i.e. $count:{}")
	}
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

// parseTop reads $top and its kin, which begin as kind does.
func parseTop(kind top) func(a *Accumulator, arg any, scope *Scope) error {
	return func(a *Accumulator, arg any, scope *Scope) error {
		rule := named{
			fields: []string{"output", "sortBy"}, notObject: 5788001, unknown: 5788002,
			missing: map[string]int32{"n": 5788003, "output": 5788004, "sortBy": 5788005},
		}
		if !kind.isSingle {
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
		if !kind.isSingle {
			if a.n, err = Parse(got["n"], scope); err != nil {
				return err
			}
		}
		a.begin = func(_ *value.Collation, n int) state {
			return &top{sort: a.sort, n: n, isBottom: kind.isBottom, isSingle: kind.isSingle}
		}
		return nil
	}
}

// SlotBased switches the accumulator to the behaviour of the server's slot-based
// engine, whose $min and $max keep the last of equal values instead of the first, and
// whose $avg sums longs exactly.
func (a *Accumulator) SlotBased() {
	if a.of.slotBased != nil {
		a.begin = a.of.slotBased
	}
}

// NewSliding returns the accumulator's state for a window that moves, nil if it has no
// such state.
func (a *Accumulator) NewSliding() Sliding {
	if a.of.sliding == nil {
		return nil
	}
	return a.of.sliding()
}

// Input is the expression whose values are accumulated.
func (a *Accumulator) Input() *Expr { return a.input }

// Running is the state of an accumulator for one group.
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
	before := r.state.weight()
	if err := r.add(env, v); err != nil {
		return err
	}
	return env.Budget.Hold(r.state.weight() - before)
}

func (r *Running) add(env *Env, v any) error {
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

// Value returns the result so far.
func (r *Running) Value(env *Env) any { return r.state.value(env) }

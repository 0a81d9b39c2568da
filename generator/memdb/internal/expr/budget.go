package expr

import (
	"strings"
	"sync/atomic"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// Budget is the limit of one command: the memory that it holds at a time, and the time
// until it must end. Every expression checks it when it has made a value, every stage
// when it keeps one. The nil Budget has no bounds.
type Budget struct {
	// YieldOrInterrupt, if not nil, lets other commands write and returns an error once
	// this one must end: its time is over, its client has gone or it was killed.
	YieldOrInterrupt func() error
	// Together, if not nil, counts the memory that this command holds with that of the
	// commands beside it.
	Together *Together

	steps   int
	held    int // by the evaluation that goes on now
	kept    int // as long as the command
	counted int // of held and kept, in Together
}

// Together counts the memory that the running commands of a database hold.
type Together struct{ bytes atomic.Int64 }

// MaxHeldTogether is how many bytes of memory the commands of a database may hold at
// a time: one that would hold more while others do fails, and may be sent again.
const MaxHeldTogether = MaxHeld + 32<<20

// countedStep is by how many bytes a command has to grow or shrink to be counted anew.
const countedStep = 256 << 10

// count brings the number of bytes counted for the command up to those it holds.
func (t *Together) count(b *Budget, holds int) error {
	grown := holds - b.counted
	if -countedStep < grown && grown < countedStep {
		return nil
	}
	b.counted = holds
	if t.bytes.Add(int64(grown)) > MaxHeldTogether && grown > 0 {
		return errcode.New(errcode.ExceededMemoryLimit, "the commands that run now hold more than %d MB together; send this one again when others have ended", MaxHeldTogether>>20)
	}
	return nil
}

// End marks the command as no longer running: memory that a cursor keeps of it is
// counted again when the cursor goes on.
func (b *Budget) End() {
	if b.Together != nil {
		b.Together.bytes.Add(-int64(b.counted))
		b.counted = 0
	}
}

// MaxHeld is how many bytes of memory a command may hold at a time. It is above the
// 100 MB that the server grants one operator or stage, so that the server's own errors
// come first.
const MaxHeld = 160 << 20

// The size of a value in an array, and of a field in a document, without its text.
const (
	elementWeight = 24
	fieldWeight   = 40
)

// stepsBetween is after how many steps a command checks whether it must end.
const stepsBetween = 128

// Step must be called by everything that may take long, for each of its steps.
func (b *Budget) Step() error { return b.Steps(1) }

// Steps is Step for several at once.
func (b *Budget) Steps(n int) error {
	if b == nil || b.YieldOrInterrupt == nil {
		return nil
	}
	if b.steps += n; b.steps < stepsBetween {
		return nil
	}
	b.steps = 0
	return b.YieldOrInterrupt()
}

// Hold counts bytes that are kept until they are released; it fails if those are
// more than a command may hold.
func (b *Budget) Hold(bytes int) error {
	if b == nil {
		return nil
	}
	b.held += bytes
	return b.check(0)
}

// HoldValue is Hold for a value, whose weight it returns.
func (b *Budget) HoldValue(v any) (bytes int, err error) {
	if b == nil {
		return 0, nil
	}
	bytes = Weight(v, MaxHeld)
	return bytes, b.Hold(bytes)
}

// Release subtracts bytes that are no longer kept.
func (b *Budget) Release(bytes int) {
	if b != nil {
		b.held -= bytes
	}
}

// Pass runs a function whose values are all released when it returns.
func (b *Budget) Pass(run func() error) error {
	if b == nil {
		return run()
	}
	held := b.held
	err := run()
	b.held = held
	return err
}

// Keep runs a function that makes values which the command keeps to its end.
func (b *Budget) Keep(run func() error) error {
	if b == nil {
		return run()
	}
	held := b.held
	err := run()
	b.kept += b.held - held
	b.held = held
	return err
}

func (b *Budget) check(more int) error {
	holds := b.held + b.kept + more
	if holds > MaxHeld {
		return errcode.NotImplemented("a command that holds more than 160 MB at a time")
	}
	if b.Together != nil {
		return b.Together.count(b, holds)
	}
	return nil
}

// Weight returns how many bytes of memory a value takes, about; it stops counting at
// the limit. Shared values count each time.
func Weight(v any, limit int) int { return weight(v, limit, 1) }

func weight(v any, limit, depth int) int {
	bytes := Shallow(v)
	switch v := v.(type) {
	case bson.D:
		value.CheckDepth(depth)
		for i := 0; i < len(v) && bytes < limit; i++ {
			bytes += weight(v[i].Value, limit-bytes, depth+1)
		}
	case bson.A:
		value.CheckDepth(depth)
		for i := 0; i < len(v) && bytes < limit; i++ {
			bytes += weight(v[i], limit-bytes, depth+1)
		}
	}
	return bytes
}

// Shallow is the weight of a value without those inside it.
func Shallow(v any) int {
	switch v := v.(type) {
	case bson.D:
		return elementWeight + fieldWeight*len(v)
	case bson.A:
		return elementWeight + elementWeight*len(v)
	case string:
		return len(v)
	case bson.Binary:
		return len(v.Data)
	}
	return 0
}

// reserve refuses n values of a weight that an operator is about to make at once, if they
// exceed the command's budget, or the memory that other commands leave.
func (env *Env) reserve(n, weight int) error {
	if n > MaxHeld/weight {
		return errcode.NotImplemented("an expression that makes more than 160 MB at once")
	}
	if env.Budget == nil {
		return nil
	}
	return env.Budget.check(env.used + n*weight)
}

// whileReserved is reserve for an operator that evaluates others while it fills its
// result.
func (env *Env) whileReserved(n, weight int, fill func() error) error {
	if err := env.reserve(n, weight); err != nil {
		return err
	}
	env.used += n * weight
	err := fill()
	env.used -= n * weight // settle counts the result
	return err
}

// exactWeight is the estimate from which on an operator's result is weighed.
const exactWeight = 1 << 20

// settle counts the value that an operator returned, in place of all that was made
// while it was evaluated: everything else is garbage now. used is the count of before.
// Values are weighed only where the estimate, the sum of all that was made, is large,
// and only up to that sum.
func (env *Env) settle(used int, v any) (any, error) {
	made := env.used - used
	switch text := v.(type) {
	case string:
		if 2*(len(text)+elementWeight) < made {
			v = strings.Clone(text) // it may be a part of a longer text
		}
		made = len(text)
	case bson.D, bson.A:
		if made += Shallow(v); made > exactWeight {
			made = min(made, Weight(v, made))
		}
	default:
		made = Shallow(v)
	}
	env.used = used + made
	if env.Budget == nil {
		return v, nil
	}
	return v, env.Budget.check(env.used)
}

// replaced counts a value that replaced all that was made before it, as in each step
// of $reduce.
func (env *Env) replaced(used int, v any) (any, error) {
	if env.used-used < exactWeight {
		return v, nil
	}
	return env.settle(used, v)
}

// keyWeight is the size of a key in a set of them, without its bytes.
const keyWeight = 64

// takeKey counts a key that lives until its operator is evaluated.
func (env *Env) takeKey(key string) error {
	env.used += keyWeight + len(key)
	if env.Budget == nil {
		return nil
	}
	if err := env.Budget.check(env.used); err != nil {
		return err
	}
	return env.Budget.Step()
}

// countWalk counts the array that a path makes of the documents of another.
func (env *Env) countWalk(v any) any {
	if a, ok := v.(bson.A); ok {
		env.used += Shallow(a)
	}
	return v
}

// Outer is the state that Enter has left.
type Outer struct {
	root bson.D
	used int
}

// Enter is Begin for an evaluation inside another, which Leave resumes.
func (env *Env) Enter(doc bson.D) Outer {
	outer := Outer{env.Root, env.used}
	env.Root = doc
	return outer
}

// Leave resumes the evaluation in which Enter was called.
func (env *Env) Leave(outer Outer) { env.Root, env.used = outer.root, outer.used }

// Begin makes doc the document that is evaluated next. Values made for the one before
// have been counted by the caller that kept them.
func (env *Env) Begin(doc bson.D) {
	env.Root, env.used = doc, env.base
}

// fold evaluates a constant with the scope's budget while a command is parsed:
// constants stay as long as the command.
func (s *Scope) fold(eval func(env *Env) (any, error)) (any, error) {
	env := &Env{Budget: s.Budget()}
	v, err := eval(env)
	if err == nil {
		_, err = env.Budget.HoldValue(v)
	}
	return v, err
}

package expr

import "go.mongodb.org/mongo-driver/v2/bson"

// Env is the environment of an evaluation. It is used by one goroutine at a time; the
// caller calls Begin before each document.
type Env struct {
	Root      bson.D        // $$ROOT, and $$CURRENT unless a $let or $redact changes it
	Now       bson.DateTime // $$NOW, the same in the whole command
	Clockless bool          // $$NOW is not available, as in the commands that only read a filter
	// Shuffle, if not 0, seeds the order of results that the server leaves unordered.
	Shuffle uint64
	// Budget is the command's; nil has no bounds.
	Budget *Budget

	used    int // bytes made for this document, and by the environments around
	base    int // the part of those around
	current any // $$CURRENT, nil when it is Root
	slots   []any
}

// Child returns an environment for a pipeline inside this one: it starts with the same
// variables, and the variables that it sets stay in it.
func (env *Env) Child() *Env {
	child := *env
	child.current, child.base = nil, env.used
	child.slots = append([]any(nil), env.slots...)
	return &child
}

// SetCurrent makes v the document that paths start from; nil means Root.
func (env *Env) SetCurrent(v any) { env.current = v }

// Set sets the value of a variable; v is one of the Variables of a Scope.
func (env *Env) Set(v Variable, to any) {
	for int(v) >= len(env.slots) {
		env.slots = append(env.slots, nil)
	}
	env.slots[v] = to
}

func (env *Env) start() any {
	if env.current != nil {
		return env.current
	}
	return env.Root
}

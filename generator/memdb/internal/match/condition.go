package match

import "go.mongodb.org/mongo-driver/v2/bson"

// test is a condition on a value: on the values at a path, arrays entered, or on one
// value as it is (an element of $elemMatch).
type test interface {
	onPath(p *path, doc bson.D, r *run) bool
	onValue(v any, r *run) bool
	// appendConditions appends the operators as the filter has them.
	appendConditions(list []Condition, path string) []Condition
}

// single is a test of one value; those at a path pass if one of them does.
type single struct {
	name       string // the operator
	arg        any    // its operand
	written    any    // the value beside the path in the filter
	isValue    bool   // which is the operand itself, without an operator
	hasPattern bool   // a regular expression may end the command with an error
	last       reach  // whether the elements of an array are tested too
	holds      func(v any) bool
}

func (s *single) onPath(p *path, doc bson.D, r *run) bool {
	return p.walk(doc, s.last, func(v any, index int) bool {
		if !s.holds(v) {
			return false
		}
		if index >= 0 {
			r.index = index
		}
		return true
	})
}

func (s *single) onValue(v any, _ *run) bool { return s.holds(v) }

// every is true if all its tests are, each by an element of its own: the
// operators of one field.
type every []test

func (e every) onPath(p *path, doc bson.D, r *run) bool {
	for _, t := range e {
		if !t.onPath(p, doc, r) {
			return false
		}
	}
	return true
}

func (e every) onValue(v any, r *run) bool {
	for _, t := range e {
		if !t.onValue(v, r) {
			return false
		}
	}
	return true
}

// not is true if its test is not: no element may pass.
type not struct {
	name string // operator as written: $ne, $nin, $not
	arg  any
	test test
}

func (n *not) onPath(p *path, doc bson.D, r *run) bool {
	return !r.silent(func() bool { return n.test.onPath(p, doc, r) })
}

func (n *not) onValue(v any, r *run) bool { return !n.test.onValue(v, r) }

// containsAll is $all: a test for each of its values. Without one it is false.
type containsAll struct {
	arg   any
	tests every
}

func (a *containsAll) onPath(p *path, doc bson.D, r *run) bool {
	return len(a.tests) > 0 && a.tests.onPath(p, doc, r)
}

func (a *containsAll) onValue(v any, r *run) bool { return len(a.tests) > 0 && a.tests.onValue(v, r) }

// elemMatch is true for an array with one element that passes.
type elemMatch struct {
	arg       any
	documents all  // what an element that is a document must meet; nil: an element is tested as a value
	value     test // nil if elements are documents
}

func (e *elemMatch) onPath(p *path, doc bson.D, r *run) bool {
	return p.walk(doc, whole, func(v any, index int) bool {
		i := e.find(v, r)
		if i < 0 {
			return false
		}
		r.index = outermost(index, i)
		return true
	})
}

func (e *elemMatch) onValue(v any, r *run) bool { return e.find(v, r) >= 0 }

// holds reports whether an element passes.
func (e *elemMatch) holds(item any, r *run) bool {
	if e.value != nil {
		return e.value.onValue(item, r)
	}
	doc, ok := asDocument(item)
	return ok && e.documents.matches(doc, r)
}

// find returns the position of the first element that passes, or -1.
func (e *elemMatch) find(v any, r *run) int {
	list, ok := v.(bson.A)
	if !ok {
		return -1
	}
	for i, item := range list {
		if r.silent(func() bool { return e.holds(item, r) }) {
			return i
		}
	}
	return -1
}

package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// RawFilter are the conditions of a filter that can be tested on a document's bytes. The
// zero value decides on none.
type RawFilter struct {
	tests      []rawTest
	isComplete bool // they are all conditions of the filter
}

// rawTest is a test of the scalar at a path.
type rawTest struct {
	path  []string
	holds func(v any) bool
}

// Decision is what the bytes of a document decide.
type Decision int

// The document must be decoded to be matched, or it matches, or it does not.
const (
	Undecided Decision = iota
	Matched
	Rejected
)

// Decide tests the bytes of a document, as far as the paths lead to scalars: of an array,
// an element may match. In a document that it finds, no condition went through an array.
func (r *RawFilter) Decide(doc bson.Raw) Decision {
	isDecided := r.isComplete
	for _, t := range r.tests {
		v, isScalar := value.ScalarAt(doc, t.path)
		switch {
		case !isScalar:
			isDecided = false
		case !t.holds(v):
			return Rejected
		}
	}
	if isDecided {
		return Matched
	}
	return Undecided
}

// Raw returns the conditions with which a query begins. Those behind a condition of
// another kind are not among them, since that one may end the command with an error, nor
// is any under a collation, which may refuse a string.
func (f *Filter) Raw() (raw RawFilter) {
	if !f.isQuery || f.isCollated {
		return raw
	}
	raw.tests = make([]rawTest, 0, len(f.root))
	for _, n := range f.root {
		at, isField := n.(field)
		if !isField {
			return raw
		}
		holds := scalarTest(at.test)
		if holds == nil {
			return raw
		}
		raw.tests = append(raw.tests, rawTest{at.path.names, holds})
	}
	raw.isComplete = len(raw.tests) > 0
	return raw
}

// scalarTest returns the test of a value that is no array and the only one at its path,
// nil for a test that may end the command with an error, as that of a pattern may, or
// that is only met by arrays and documents.
func scalarTest(t test) func(v any) bool {
	switch t := t.(type) {
	case *single:
		if !t.hasPattern {
			return t.holds
		}
	case *not:
		if holds := scalarTest(t.test); holds != nil {
			return func(v any) bool { return !holds(v) }
		}
	}
	return nil
}

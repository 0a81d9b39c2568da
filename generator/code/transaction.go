package code

import "modelbook/generator/example"

// part is the role of a step in a transaction that a driver runs as a callback.
type part uint8

const (
	alone part = iota // none
	begins
	inside
	ends // by a commit, or by an abort after a count that must be another one
)

// transactions returns the part of each step of an example. A transaction is a callback
// if it commits, or aborts because of a count, and steps outside of its session only read
// in the meantime; the callback does these reads too.
func transactions(e *example.Example) []part {
	parts := make([]part, len(e.Steps))
	for first := range e.Steps {
		last := ended(e.Steps, first)
		if last < 0 {
			continue
		}
		for i := first + 1; i < last; i++ {
			parts[i] = inside
		}
		parts[first], parts[last] = begins, ends
	}
	return parts
}

// ended returns the index of the step that ends the transaction begun at first, or -1 if
// there is none or the transaction can't be a callback, as an empty one can't.
func ended(steps []example.Step, first int) int {
	start := steps[first]
	if start.Operation.Name != "startTransaction" || len(start.Operation.Arguments) > 0 {
		return -1
	}
	hasFailed := false
	for i, s := range steps[first+1:] {
		other := s.Session != start.Session
		switch {
		case s.Unsent || s.Repeats() || s.ExpectError != nil || s.Save != "":
			return -1
		case other && (s.Session != "" || s.Operation.Writes() || hasFailed):
			return -1
		case s.Operation.Name == "abortTransaction" && !hasFailed:
			return -1
		case s.Operation.Name == "commitTransaction" && i == 0:
			return -1
		case s.Operation.Name == "commitTransaction", s.Operation.Name == "abortTransaction":
			return first + 1 + i
		}
		hasFailed = s.MustFail()
	}
	return -1
}

// onlyPart reports whether the session of a step has exactly one transaction, which is a
// callback, and no other steps.
func onlyPart(steps []example.Step, parts []part, i int) bool {
	begun := 0
	for j, s := range steps {
		switch {
		case s.Session == "" || s.Session != steps[i].Session:
		case parts[j] == alone:
			return false
		case parts[j] == begins:
			begun++
		}
	}
	return begun == 1
}

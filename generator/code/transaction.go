package code

import "modelbook/generator/example"

// part is the role of a step in a transaction that a driver runs as a callback.
type part uint8

const (
	alone part = iota // none
	begins
	inside
	commits
)

// transactions returns the part of each step of an example. A transaction is a callback
// if it commits, and steps outside of its session only read in the meantime; the callback
// does these reads too.
func transactions(e *example.Example) []part {
	parts := make([]part, len(e.Steps))
	for first := range e.Steps {
		last := committed(e.Steps, first)
		if last < 0 {
			continue
		}
		for i := first + 1; i < last; i++ {
			parts[i] = inside
		}
		parts[first], parts[last] = begins, commits
	}
	return parts
}

// committed returns the index of the step that commits the transaction begun at first, or
// -1 if there is none or the transaction can't be a callback, as an empty one can't.
func committed(steps []example.Step, first int) int {
	start := steps[first]
	if start.Operation.Name != "startTransaction" || len(start.Operation.Arguments) > 0 {
		return -1
	}
	for i, s := range steps[first+1:] {
		other := s.Session != start.Session
		switch {
		case s.Unsent || s.Repeats() || s.ExpectError != nil || s.Save != "":
			return -1
		case other && (s.Session != "" || s.Operation.Writes()), s.Operation.Name == "abortTransaction":
			return -1
		case s.Operation.Name == "commitTransaction" && i == 0:
			return -1
		case s.Operation.Name == "commitTransaction":
			return first + 1 + i
		}
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

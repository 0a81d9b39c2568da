package example

import "slices"

// Quantity is a number that was measured, or why it was not. Its zero value was
// not measured: nothing costs 0 by being forgotten.
type Quantity struct {
	number     int64
	isMeasured bool
	why        Reason
	things     *[]string // that were counted, if a sum counts each of them once; sorted
}

// Measured is a number that was measured.
func Measured(n int64) Quantity { return Quantity{number: n, isMeasured: true} }

// Distinct is the number of different things. In a sum, a thing that is in both counts
// once.
func Distinct(things []string) Quantity {
	sorted := slices.Compact(slices.Sorted(slices.Values(things)))
	return Quantity{number: int64(len(sorted)), isMeasured: true, things: &sorted}
}

// Unmeasured is one that has no certain answer.
func Unmeasured(why Reason) Quantity { return Quantity{why: why} }

// Number returns the number; false if it was not measured.
func (q Quantity) Number() (int64, bool) { return q.number, q.isMeasured }

// Why says why it was not measured.
func (q Quantity) Why() Reason { return q.why }

// Plus adds two quantities up. The sum has no certain answer if one of them has
// none.
func (q Quantity) Plus(other Quantity) Quantity {
	switch {
	case !q.isMeasured:
		return q
	case !other.isMeasured:
		return other
	}
	switch {
	case q.things == nil && other.things == nil:
		return Measured(q.number + other.number)
	case q.things == nil:
		q, other = other, q
	}
	if other.things == nil {
		q.number += other.number
		return q
	}
	sum := Distinct(slices.Concat(*q.things, *other.things))
	sum.number += q.number - int64(len(*q.things)) + other.number - int64(len(*other.things))
	return sum
}

// Minus returns the difference; it has no certain answer if one of them has none.
func (q Quantity) Minus(other Quantity) Quantity {
	other.number = -other.number
	return q.Plus(other)
}

// Reason says why something was not measured. It is a key of the page's strings.
type Reason string

// The reasons.
const (
	// NotRun: the step did not run.
	NotRun Reason = "not-run"
	// NotWanted: the step answers no question and expects no cost.
	NotWanted Reason = ""
	// NoPlan: explain does not show for certain which documents are read.
	NoPlan Reason = "no-plan"
	// JoinPlan: how often the joined documents are read depends on the server,
	// since no index finds them.
	JoinPlan Reason = "join-plan"
	// InTransaction: neither explain nor validate sees uncommitted changes.
	InTransaction Reason = "in-transaction"
	// NotCounted: no server counts it for such an operation.
	NotCounted Reason = "not-counted"
	// NotCalculated: the documents and indexes do not say for certain what it is.
	NotCalculated Reason = "not-calculated"
)

// reasons are for messages.
var reasons = map[Reason]string{
	NotRun:        "the step did not run",
	NotWanted:     `a step is measured if it has "answers" or "expectCost"`,
	NoPlan:        "explain does not show for certain what is read, as where one index serves the filter and another the sort",
	JoinPlan:      "no index finds what is joined, so it depends on the server how often it is read",
	InTransaction: "it is part of a transaction, of which explain and validate see nothing",
	NotCounted:    "no server counts it for such an operation",
	NotCalculated: "the documents, indexes and statements do not say for certain what it would be",
}

// Reasons returns the reasons that pages have words for: all but NotWanted, since
// pages show only wanted measures.
func Reasons() []Reason {
	var shown []Reason
	for _, reason := range sortedKeys(reasons) {
		if reason != NotWanted {
			shown = append(shown, reason)
		}
	}
	return shown
}

// String says the reason in English.
func (r Reason) String() string { return reasons[r] }

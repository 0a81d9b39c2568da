package example

import (
	"cmp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// OrderCounts are numbers of orders. Of orders that are equal, because exchanging
// neighbouring steps that touch nothing in common leads from one to the other, one
// is tried and counted.
type OrderCounts struct {
	Orders   int // all of them: Hold + Repaired + Lost
	Hold     int // after which everything holds
	Repaired int // after which it holds once it is repaired
	Lost     int // after which it does not hold
}

// orderCountsAbout are the keys of "expect", for those who write it.
var orderCountsAbout = map[string]string{
	"orders":   "All orders, of equal ones one",
	"hold":     "After which everything holds",
	"repaired": "After which it holds once it is repaired",
	"lost":     "After which it does not hold",
}

// OrderKeys are the keys of "expect", in their order.
var OrderKeys = []string{"orders", "hold", "repaired", "lost"}

// Count returns the number that "expect" has under a key.
func (c *OrderCounts) Count(key string) *int {
	switch key {
	case "hold":
		return &c.Hold
	case "repaired":
		return &c.Repaired
	case "lost":
		return &c.Lost
	}
	return &c.Orders
}

// Of returns how many orders have an outcome.
func (c *OrderCounts) Of(outcome Outcome) *int { return c.Count(outcome.String()) }

// Outcome is the outcome of an order.
type Outcome uint8

// The outcomes of orders, the better ones first.
const (
	Holds Outcome = iota
	Repaired
	Lost
)

// String returns the outcome's key in "expect".
func (o Outcome) String() string { return [...]string{"hold", "repaired", "lost"}[o] }

// Orders are the results of an "explore".
type Orders struct {
	OrderCounts
	// Sampled says that not all orders were tried: the counts are those of the ones
	// that were, until each expected outcome had come.
	Sampled bool
	// Ends are how the orders have ended, in the order in which they were tried.
	Ends []OrderEnd
	// Shortest has for each outcome that came the simplest order; of several, the
	// first that was tried. It is nil for other outcomes.
	Shortest [3]*Order
}

// Bad returns the simplest order of the worst outcome, nil if all hold.
func (o *Orders) Bad() *Order {
	if lost := o.Shortest[Lost]; lost != nil {
		return lost
	}
	return o.Shortest[Repaired]
}

// Ordered returns the ends of the orders in the order in which pages show them: by what
// happens in them, and within that the better outcomes first.
func (o *Orders) Ordered() []OrderEnd {
	ends := slices.Clone(o.Ends)
	slices.SortStableFunc(ends, func(a, b OrderEnd) int {
		return cmp.Or(cmp.Compare(slices.Index(mishaps, a.Way.Mishap()), slices.Index(mishaps, b.Way.Mishap())), cmp.Compare(a.Outcome, b.Outcome))
	})
	return ends
}

// OrderEnd is how an order has ended.
type OrderEnd struct {
	Outcome Outcome
	Way     Way
}

// Order is one order in which the clients took their steps.
type Order struct {
	Outcome Outcome
	Moments []Moment
	// Failed are the entries of "holds" that failed after the last moment, with what
	// they returned. After a repair that was to no avail Why says so.
	Failed []FailedHold
	Why    Why
}

// IsSimpler reports whether an order is simpler than another: nothing happens in it to
// a client or a request, or it has fewer moments.
func (o *Order) IsSimpler(than *Order) bool {
	isCalm, isOtherCalm := o.Way().Mishap() == ThenGoesOn, than.Way().Mishap() == ThenGoesOn
	if isCalm != isOtherCalm {
		return isCalm
	}
	return len(o.Moments) < len(than.Moments)
}

// FailedHold is an entry of "holds" with what it returned in place of what it must.
type FailedHold struct {
	Hold  int // its index
	Value bson.RawValue
	Error *StepError // or it failed
}

// StepError is the error of a step.
type StepError struct {
	Code int32 // of the server, or 0
	Name string
	Text string // of a program that can't send the step
}

// Why says why an order is lost.
type Why uint8

// Why an order is lost.
const (
	WhyNot         Why = iota // it isn't
	WhyNoRepair               // nothing repairs what does not hold
	WhyRepairFails            // a step of the repair fails
	WhyStillFails             // it does not hold after the repair either
	WhyUnstable               // the repair, done once more, changes something
)

// Moment is a step that a client took.
type Moment struct {
	Client int // of Explore.Clients
	Step   int // of Explore.Steps
	// Value is what it returned; Error, if it isn't nil, how it failed.
	Value bson.RawValue
	Error *StepError
	Then  Then
	// Changes are the documents that others see changed after it: of a transaction at
	// its commit. Only the order that Orders.Bad returns has them.
	Changes []Change
	From    int // the step from which the client begins again, by index
}

// Then is what a client does after a step.
type Then uint8

// What clients do after a step.
const (
	ThenGoesOn Then = iota
	// ThenRepeats: the reply was lost, and the client sends the request again.
	ThenRepeats
	// ThenCrashes: the client stops for good; the server aborts its transaction.
	ThenCrashes
	// ThenBeginsAgain: the client aborts its transaction and goes on from an earlier
	// step.
	ThenBeginsAgain
	// ThenIsDone: the client ends before its last step, as there is nothing left to do,
	// and aborts its transaction.
	ThenIsDone
	// ThenFails: the program ends with an error, and aborts its transaction.
	ThenFails
	// ThenGivesUp: it has begun again too often.
	ThenGivesUp
)

// OrderCounts returns how many orders of the example end how, false if it did not run.
// If not all were tried, the numbers are those that the file expects.
func (r *Result) OrderCounts() (OrderCounts, bool) {
	switch {
	case r.Orders == nil || r.Status != Passed:
		return OrderCounts{}, false
	case r.Orders.Sampled:
		return r.Example.Explore.Expect.OrderCounts, true
	}
	return r.Orders.OrderCounts, true
}

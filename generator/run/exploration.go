package run

import (
	"context"
	"errors"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/explore"
)

// MostOrders is how many orders an example may have.
const MostOrders = 500

// Exploration runs an example's clients in all of their orders.
type Exploration struct {
	Client  Client // whose database is empty
	Example *example.Example
	// IsSample ends the exploration when each outcome that the example expects has
	// come once.
	IsSample bool
	// IsUnreduced tries all orders, those that are equal too.
	IsUnreduced bool
	// Tried, if set, is called with each order and the documents after it, by
	// collection.
	Tried func(*example.Order, map[string][]bson.Raw)
}

// StepFailedError says that a step failed for a reason that is not the example's.
type StepFailedError struct {
	Step *example.Step
	Err  error
}

func (e *StepFailedError) Error() string {
	return fmt.Sprintf("the step %q fails: %s", e.Step.ID, e.Err)
}
func (e *StepFailedError) Unwrap() error { return e.Err }

// TooManyError says that there are more than MostOrders orders.
type TooManyError struct {
	Orders         int // of all clients' steps; counted up to MostCounted
	WithoutCrashes int
	// AtLeast says that it is not known how many more there are.
	AtLeast bool
}

// MostCounted is how many orders are counted.
const MostCounted = 10 * MostOrders

func (e *TooManyError) Error() string { return fmt.Sprintf("%d orders", e.Orders) }

// errEnough ends a search.
var errEnough = errors.New("enough orders were tried")

// Run returns the results of the orders. Nothing in them depends on the run.
func (x *Exploration) Run(ctx context.Context) (*example.Orders, error) {
	touches := x.Example.Touches(x.Example.Explore)
	commutes := commuting(touches)
	plan := x.plan(commutes)
	// How many there are beforehand is not known where clients end early.
	if !x.IsUnreduced && x.Example.Explore.Done == nil {
		if err := tooMany(plan); err != nil {
			return nil, err
		}
	}
	all := &example.Orders{}
	data := newDataset(x.Client, x.Example)
	defer data.close(ctx)
	var known verdicts
	if !data.isMoreChanged && x.Tried == nil {
		known = verdicts{}
	}
	for _, mishap := range plan.Mishaps() {
		c := &clients{ctx: ctx, example: x.Example, touches: touches, commutes: commutes, mishap: mishap}
		c.begin = func() (*Runner, error) {
			if c.runner != nil {
				c.runner.Close(ctx)
			}
			return data.runner(ctx)
		}
		var system explore.System = c
		if x.IsUnreduced {
			system = unreduced{c}
		}
		err := explore.Search(system, func() error { return x.finish(ctx, c, known, all) })
		if c.runner != nil {
			c.runner.Close(ctx)
		}
		if errors.Is(err, errEnough) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return all, x.recount(ctx, data, all.Bad())
}

// recount goes through an order once more, and adds to its moments the documents that
// they change. Of all orders that would take too long.
func (x *Exploration) recount(ctx context.Context, data *dataset, order *example.Order) error {
	if order == nil {
		return nil
	}
	runner, err := data.runner(ctx)
	if err != nil {
		return err
	}
	again := newReplay(ctx, x.Example, runner)
	defer again.Close()
	for i, turn := range order.Way() {
		_, changes, err := again.Take(turn)
		if err != nil {
			return err
		}
		order.Moments[i].Changes = changes
	}
	return nil
}

// unreduced are clients whose steps never commute.
type unreduced struct{ *clients }

func (unreduced) Commute(int, int) bool { return false }

// commuting finds out once which steps commute, and returns a function that knows.
func commuting(touches [][]example.Touch) func(a, b explore.Event) bool {
	known := map[[2]explore.Event]bool{}
	for c, some := range touches {
		for d, others := range touches {
			for i, t := range some {
				for j, u := range others {
					known[[2]explore.Event{{Client: c, Step: i}, {Client: d, Step: j}}] = t.Commutes(u)
				}
			}
		}
	}
	return func(a, b explore.Event) bool { return known[[2]explore.Event{a, b}] }
}

func (x *Exploration) plan(commutes func(a, b explore.Event) bool) *explore.Plan {
	e := x.Example
	step := func(at explore.Event) *example.Step {
		return &e.Explore.Steps[e.Explore.Clients[at.Client].Steps[at.Step]]
	}
	plan := &explore.Plan{
		Crashes: e.Explore.Crashes,
		Commute: commutes,
		Sends:   func(at explore.Event) bool { return step(at).Operation.Name != "startTransaction" },
		// A transaction recognizes what it was sent before, and its end too. What only
		// reads may as well have been sent later.
		ArrivesTwice: func(at explore.Event) bool { return step(at).Session == "" && step(at).Operation.Writes() },
	}
	for _, client := range e.Explore.Clients {
		plan.Steps = append(plan.Steps, len(client.Steps))
	}
	return plan
}

// tooMany returns a TooManyError if the plan has too many orders.
func tooMany(plan *explore.Plan) error {
	orders := plan.Count(MostCounted)
	if orders <= MostOrders {
		return nil
	}
	calm := *plan
	calm.Crashes = false
	return &TooManyError{Orders: orders, WithoutCrashes: calm.Count(MostCounted)}
}

// finish finds out how an order has ended, and counts it. One in which the mishap
// has not come about is another's.
func (x *Exploration) finish(ctx context.Context, c *clients, known verdicts, all *example.Orders) error {
	if !c.hasHappened {
		return nil
	}
	order := &example.Order{Moments: c.moments}
	if err := known.judge(ctx, c.runner, order); err != nil {
		return err
	}
	all.Orders++
	all.Ends = append(all.Ends, example.OrderEnd{Outcome: order.Outcome, Way: order.Way()})
	*all.Of(order.Outcome)++
	if known := all.Shortest[order.Outcome]; known == nil || order.IsSimpler(known) {
		all.Shortest[order.Outcome] = order
	}
	if x.Tried != nil {
		documents, err := documentsOf(ctx, c.runner)
		if err != nil {
			return err
		}
		x.Tried(order, documents)
	}
	switch {
	case x.IsSample && x.isSampled(all):
		all.Sampled = true
		return errEnough
	case all.Orders > MostOrders && !x.IsUnreduced:
		return &TooManyError{Orders: all.Orders, AtLeast: true}
	}
	return nil
}

// isSampled reports whether each outcome that the example expects has come.
func (x *Exploration) isSampled(all *example.Orders) bool {
	expected := x.Example.Explore.Expect
	if expected == nil {
		return false
	}
	for _, outcome := range []example.Outcome{example.Holds, example.Repaired, example.Lost} {
		if *expected.Of(outcome) > 0 && all.Shortest[outcome] == nil {
			return false
		}
	}
	return true
}

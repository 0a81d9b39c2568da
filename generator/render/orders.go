package render

import (
	"slices"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// ordersKind is a figure of the orders of an example's clients: of one example with the
// worst that happens in them, of several beside each other.
var ordersKind = Kind{
	[]guide.Pattern{{Fragment: "orders", Place: guide.Alone | guide.InList}},
	func(of Models, _ guide.Target) (figure.Figure, error) {
		orders, err := OrdersOf(of.Results)
		return figure.Figure{Panes: []figure.Pane{{Class: "all", Elements: []figure.Element{orders}}}}, err
	},
}

// OrdersOf returns how the orders of examples end. Where there is one example, it
// has its simplest order of the worst outcome.
func OrdersOf(results []*example.Result) (figure.Orders, error) {
	var all figure.Orders
	for _, r := range results {
		model := figure.OrdersOfModel{Model: r.Example.Name, Groups: orderGroups(r)}
		if len(results) == 1 && r.Orders != nil {
			var err error
			if model.Bad, err = timelineOf(r.Example, r.Orders.Bad()); err != nil {
				return all, err
			}
		}
		all.Models = append(all.Models, model)
	}
	return all, nil
}

// mishaps are the keys of order-words for what happens in orders.
var mishaps = map[example.Then]string{example.ThenGoesOn: "calm", example.ThenCrashes: "crash", example.ThenRepeats: "twice"}

// MishapKey returns the key of order-words for what happens in an order.
func MishapKey(mishap example.Then) string { return mishaps[mishap] }

// orderGroups returns the orders by what happens in them, and within that the better
// outcomes first.
func orderGroups(r *example.Result) []figure.OrderGroup {
	counts, ran := r.OrderCounts()
	if !ran {
		return nil
	}
	if r.Orders.Sampled {
		var group figure.OrderGroup
		for outcome := example.Holds; outcome <= example.Lost; outcome++ {
			group.Ends = append(group.Ends, slices.Repeat([]string{outcome.String()}, *counts.Of(outcome))...)
		}
		return []figure.OrderGroup{group}
	}
	var groups []figure.OrderGroup
	for _, end := range r.Orders.Ordered() {
		mishap := MishapKey(end.Way.Mishap())
		if len(groups) == 0 || groups[len(groups)-1].Mishap != mishap {
			groups = append(groups, figure.OrderGroup{Mishap: mishap})
		}
		last := &groups[len(groups)-1]
		last.Ends = append(last.Ends, end.Outcome.String())
	}
	return groups
}

// afterwards are the keys of order-words for what a client does after a step.
var afterwards = map[example.Then]string{
	example.ThenRepeats: "repeats", example.ThenCrashes: "crashes", example.ThenBeginsAgain: "begins-again",
	example.ThenIsDone: "done", example.ThenFails: "fails", example.ThenGivesUp: "gives-up",
}

// ThenKey returns the key of order-words for what a client does after a step, "" if it
// goes on.
func ThenKey(then example.Then) string { return afterwards[then] }

func timelineOf(e *example.Example, order *example.Order) (*figure.Timeline, error) {
	if order == nil {
		return nil, nil
	}
	line := &figure.Timeline{Outcome: order.Outcome.String()}
	for _, client := range e.Explore.Clients {
		line.Clients = append(line.Clients, client.Name)
	}
	for _, m := range order.Moments {
		step := e.Explore.Steps[m.Step]
		drawn, err := momentOf(step, failing(example.StepResult{Value: m.Value}, m.Error))
		if err != nil {
			return nil, err
		}
		drawn.Client, drawn.Then = m.Client, ThenKey(m.Then)
		// The caption of a step that is not sent in the file says that it isn't.
		if m.Step < len(e.Steps) && !step.Unsent {
			drawn.Step = step.ID
		}
		changes, err := Changes(m.Changes)
		if err != nil {
			return nil, err
		}
		if len(changes) > 0 {
			drawn.Outcome = nil
			for _, change := range changes {
				drawn.Outcome = append(drawn.Outcome, change.elements()...)
			}
		}
		line.Moments = append(line.Moments, drawn)
	}
	for _, failed := range order.Failed {
		hold := e.Explore.Holds[failed.Hold]
		drawn, err := momentOf(hold, failing(example.StepResult{Value: failed.Value}, failed.Error))
		if err != nil {
			return nil, err
		}
		due, err := ResultOf(hold, example.StepResult{Value: hold.Expect.Value})
		if err != nil {
			return nil, err
		}
		drawn.Outcome = append(drawn.Outcome, due.elementsUnder(figure.Words{Key: "order-words.due"})...)
		line.Failed = append(line.Failed, drawn)
	}
	return line, nil
}

func momentOf(step example.Step, back example.StepResult) (figure.Moment, error) {
	code, err := StepCode(&step, 0)
	if err != nil {
		return figure.Moment{}, err
	}
	result, err := ResultOf(step, back)
	return figure.Moment{Code: code, Outcome: result.elements()}, err
}

// failing returns the result of a step with the error in which it failed, if it did.
func failing(back example.StepResult, failed *example.StepError) example.StepResult {
	if failed == nil {
		return back
	}
	back.Error = &example.ExpectedError{Code: failed.Code, CodeName: failed.Name}
	if failed.Code == 0 {
		back.Error.By = "driver"
	}
	return back
}

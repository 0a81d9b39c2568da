package run

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// Finding is a part of how an order ends: what an entry of "holds" returns, or a step
// of the repair.
type Finding struct {
	Stage Stage
	Step  *example.Step
	Value bson.RawValue
	Error *example.StepError // nil if it succeeded
	// Fits says that the value is as it must be.
	Fits bool
}

// Stage is when something is found.
type Stage uint8

// The stages in which the end of an order is judged.
const (
	Checks Stage = iota
	Repairs
	ChecksAgain
	RepairsAgain // which must change nothing
)

// judge finds the outcome of an order, after its last moment. If found isn't nil, it
// is called with each part.
func judge(ctx context.Context, r *Runner, order *example.Order, found func(Finding) error) (err error) {
	if found == nil {
		found = func(Finding) error { return nil }
	}
	j := judgement{ctx, r, found}
	if order.Failed, err = j.failed(Checks); err != nil || len(order.Failed) == 0 {
		return err
	}
	order.Outcome = example.Lost
	if len(r.example.Explore.Repair) == 0 {
		order.Why = example.WhyNoRepair
		return nil
	}
	if isDone, err := j.repair(Repairs); err != nil || !isDone {
		order.Why = example.WhyRepairFails
		return err
	}
	switch still, err := j.failed(ChecksAgain); {
	case err != nil:
		return err
	case len(still) > 0:
		order.Why, order.Failed = example.WhyStillFails, still
		return nil
	}
	repaired, err := documentsOf(ctx, r)
	if err != nil {
		return err
	}
	if isDone, err := j.repair(RepairsAgain); err != nil || !isDone {
		order.Why = example.WhyUnstable
		return err
	}
	again, err := documentsOf(ctx, r)
	if err != nil {
		return err
	}
	for _, collection := range r.example.Written() {
		if !slices.EqualFunc(repaired[collection], again[collection], func(a, b bson.Raw) bool { return bytes.Equal(a, b) }) {
			order.Why = example.WhyUnstable
			return nil
		}
	}
	order.Outcome = example.Repaired
	return nil
}

// judgement finds what has become of the data.
type judgement struct {
	ctx    context.Context
	runner *Runner
	found  func(Finding) error
}

// run runs a step, and returns what is found but for whether it fits.
func (j judgement) run(stage Stage, step *example.Step) (Finding, error) {
	value, _, err := j.runner.Step(j.ctx, step, nil)
	f := Finding{Stage: stage, Step: step, Value: value}
	if err != nil {
		if f.Error = stepError(err); f.Error == nil {
			return f, &StepFailedError{step, err}
		}
		f.Value = bson.RawValue{}
	}
	return f, nil
}

// failed returns the entries of "holds" that do not hold.
func (j judgement) failed(stage Stage) ([]example.FailedHold, error) {
	var failed []example.FailedHold
	for i := range j.runner.example.Explore.Holds {
		hold := &j.runner.example.Explore.Holds[i]
		f, err := j.run(stage, hold)
		if err != nil {
			return nil, err
		}
		if f.Error == nil {
			f.Fits = NewMatch(hold).Equal(hold.Expect.Value, f.Value, "")
		}
		if !f.Fits {
			failed = append(failed, example.FailedHold{Hold: i, Value: f.Value, Error: f.Error})
		}
		if err := j.found(f); err != nil {
			return nil, err
		}
	}
	return failed, nil
}

// repair runs the steps of the repair, and reports whether all have succeeded.
func (j judgement) repair(stage Stage) (bool, error) {
	for _, step := range j.runner.example.Explore.Repair {
		s := sent(&j.runner.example.Explore.Steps[step])
		f, err := j.run(stage, s)
		if err != nil {
			return false, err
		}
		f.Fits = f.Error == nil && (s.Must == nil || s.Must.Broken(f.Value) == "")
		if err := j.found(f); err != nil || !f.Fits {
			return false, err
		}
	}
	return true, nil
}

// documentsOf returns the documents of all collections, sorted by _id.
func documentsOf(ctx context.Context, r *Runner) (map[string][]bson.Raw, error) {
	all := map[string][]bson.Raw{}
	for _, name := range r.example.Written() {
		documents, ok := r.Documents(ctx, name, Most{})
		if !ok {
			return nil, fmt.Errorf("the documents of %q can't be read", name)
		}
		all[name] = documents
	}
	return all, nil
}

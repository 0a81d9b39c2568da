package verify

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// step runs a step and reports whether the next one can run.
func (r *verification) step(ctx context.Context, s *example.Step) bool {
	if s.Unsent {
		r.result.Steps = append(r.result.Steps, example.StepResult{Cost: example.UnmeasuredCost(example.NotRun)})
		return true
	}
	begin := time.Now()
	ctx, cancel := within(ctx, r.options.Limits.Step, fmt.Sprintf("the step %q%s", s.ID, r.atSize()))
	defer cancel()
	changes := r.watchChanges(ctx, s)
	wants := s.Wants
	if r.options.CheckOnly {
		wants = s.Expects
	}
	compareOplog := r.watchOplog(ctx, s)
	var scans []example.IndexScan
	if !r.options.CheckOnly {
		r.runner.Scans = &scans
	}
	value, cost, err := r.runner.Step(ctx, s, wants)
	// Measuring a cost returns no error: if it was late, the cost would seem uncertain.
	if r.endIfLate(ctx, cmp.Or(err, ctx.Err()), s.Operation.Pos) {
		return false
	}
	compareOplog(cost)
	result := example.StepResult{Error: s.ExpectError, Cost: cost, Scans: scans}
	if err != nil {
		failure := r.failureOf(err)
		if !r.checkFailure(ctx, s, failure) {
			return false
		}
		if !r.options.CheckOnly {
			result.Rules = failure.brokenRules()
		}
	} else {
		if s.Answers != nil {
			result.Found = example.Found(value, s.Answers.Fields)
		}
		if !r.checkMust(s, value) {
			return false
		}
		result.Value = r.checkValue(s, value)
		result.Changes = changes()
	}
	result.Elapsed = time.Since(begin)
	r.result.Steps = append(r.result.Steps, result)
	return true
}

// checkMust reports whether a step's program goes on: its count is what it must be, or the
// file expects that it is not. At other sizes than the first nothing is expected.
func (r *verification) checkMust(s *example.Step, value bson.RawValue) bool {
	if s.Must == nil || s.MustFail() {
		return true
	}
	broken := s.Must.Broken(value)
	if broken == "" {
		return true
	}
	m := r.example.Message(s.Must.Pos, fmt.Sprintf("the program fails after the step %q%s: %s", s.ID, r.atSize(), broken), "if that is meant, let \"expectResult\" have this count")
	m.Detail = printed(value)
	r.list.Add(m)
	return false
}

// checkValue compares a step's value with the expected one, and returns the value
// that the page prints: the file's, if it matches. Files expect values only at the
// first size.
func (r *verification) checkValue(s *example.Step, value bson.RawValue) bson.RawValue {
	switch {
	case s.ExpectError != nil:
		m := r.example.Message(s.ExpectError.Pos, fmt.Sprintf("the step %q should fail%s with %s, but succeeds", s.ID, r.atSize(), wanted(s.ExpectError)), "")
		m.Detail = printed(value)
		r.list.Add(m)
		return value
	case !r.isFirst:
		return bson.RawValue{}
	case s.Expect == nil:
		r.addMissingExpectation(s, value)
		return value
	}
	match := match{Match: run.NewMatch(s)}
	if match.Equal(s.Expect.Value, value, "") {
		return s.Expect.Value
	}
	match.varies = r.options.Varies
	merged := match.merge(s.Expect.Value, value, "")
	if match.GaveUp() {
		r.list.Add(r.example.Message(s.Expect.Pos, fmt.Sprintf("the step %q returns too much to be compared in any order", s.ID), "sort it, so that it is compared in order"))
		return value
	}
	if r.options.Update {
		r.edits = append(r.edits, ejson.Edit{Start: s.Expect.Start, End: s.Expect.End, Value: ejson.FromBSON(merged)})
		return merged
	}
	at := r.example.Within(s.Expect.Pos, match.place(s.Expect.Value, value, "")...)
	m := r.example.Message(at, fmt.Sprintf("the step %q returns something else", s.ID), r.differenceHint(s))
	m.Detail, m.Update = difference(printed(s.Expect.Value), printed(merged)), r.example.Name
	r.list.Add(m)
	return value
}

func updateHint(e *example.Example) string { return "if the database is right: " + updateCommand(e) }

func updateCommand(e *example.Example) string {
	return fmt.Sprintf("modelbook verify --update %s writes what it returned into the file", e.Name)
}

// addMissingExpectation reports a step that has neither "expectResult" nor
// "expectError", or adds its result.
func (r *verification) addMissingExpectation(s *example.Step, value bson.RawValue) {
	if r.options.Update {
		r.edits = append(r.edits, ejson.Edit{Start: s.After, End: s.After, Before: `, "expectResult": `, Value: ejson.FromBSON(value)})
		return
	}
	hint := updateCommand(r.example)
	if unknown := r.example.UnknownField(s.Operation, r.data); unknown != "" {
		hint = unknown + "; " + hint
	}
	m := r.example.Message(s.Pos, fmt.Sprintf("the step %q has neither \"expectResult\" nor \"expectError\"", s.ID), hint)
	m.Detail, m.Update = printed(value), r.example.Name
	r.list.Add(m)
}

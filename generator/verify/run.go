package verify

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// run is one example in its database.
type run struct {
	options Options
	example *example.Example
	db      *mongo.Database
	result  example.Result
	list    diag.List
	edits   []ejson.Edit
	stored  int64
	endRun  context.CancelCauseFunc
	late    bool // something took too long, and the server may still be busy
}

func newRun(all *running, h *host, e *example.Example) *run {
	db := h.Database(databaseName(all.options.Prefix, e.Name))
	return &run{options: all.options, example: e, db: db, endRun: all.endRun, result: example.Result{Example: e}}
}

func (r *run) run(ctx context.Context) (example.Result, diag.List) {
	start := time.Now()
	r.inTime(ctx)
	r.drop(ctx)
	r.list = append(r.list, example.CheckReferences(r.example)...)
	if r.list.Failed() && r.result.Status == example.Passed {
		r.result.Status = example.Failed
	}
	if len(r.edits) > 0 {
		r.result.Updated = ejson.Replace(r.example.Text, r.edits)
	}
	r.result.Elapsed = time.Since(start)
	return r.result, r.list
}

func (r *run) inTime(ctx context.Context) {
	ctx, cancel := within(ctx, r.options.Limits.Example, "the example")
	defer cancel()
	if r.fill(ctx) {
		r.steps(ctx)
	}
}

func (r *run) steps(ctx context.Context) {
	for _, c := range r.example.Collections {
		for _, d := range c.Documents {
			r.stored += int64(len(d.Raw))
		}
	}
	for i := range r.example.Steps {
		if !r.step(ctx, &r.example.Steps[i]) {
			return
		}
	}
}

// step runs a step and reports whether the next one can run.
func (r *run) step(ctx context.Context, s *example.Step) bool {
	ctx, cancel := within(ctx, r.options.Limits.Step, fmt.Sprintf("the step %q", s.ID))
	defer cancel()
	cost := example.Cost{DocumentsExamined: r.examined(ctx, s)}
	recorder := &recorder{database: r.db.Name(), name: r.example.Name}
	value, err := r.execute(recording(ctx, recorder), s.Operation)
	cost.RoundTrips, cost.Bytes = recorder.sums()
	result := example.StepResult{Value: value, Error: s.ExpectError}
	held := true
	switch {
	case r.isLate(ctx, err, s.Operation.Pos):
		return false
	case err != nil:
		held = r.failed(ctx, s, r.failureOf(err))
	default:
		result.Value = r.returned(s, value)
	}
	if !held {
		return false
	}
	if cost.StoredBytes, err = r.storedAfter(ctx, s); r.isLate(ctx, err, s.Operation.Pos) {
		return false
	}
	if err != nil {
		r.list.Add(r.example.Message(s.Operation.Pos, "what is stored after this step can't be read: "+r.failureOf(err).String(), ""))
		return false
	}
	result.Cost = cost
	r.checkCost(s, cost)
	r.result.Steps = append(r.result.Steps, result)
	return true
}

func (r *run) storedAfter(ctx context.Context, s *example.Step) (int64, error) {
	if !s.Operation.Writes() {
		return r.stored, nil
	}
	stored, err := r.storedBytes(ctx)
	r.stored = stored
	return stored, err
}

// returned holds a step's value to what the file expects and gives what the
// page prints: the file's value, which it matched.
func (r *run) returned(s *example.Step, value bson.RawValue) bson.RawValue {
	switch {
	case s.ExpectError != nil:
		m := r.example.Message(s.ExpectError.Pos, fmt.Sprintf("the step %q should fail with %s, but succeeds", s.ID, wanted(s.ExpectError)), "")
		m.Detail = printed(value)
		r.list.Add(m)
		return value
	case s.Expect == nil:
		r.expectNothing(s, value)
		return value
	}
	match := newMatch(s.Unordered, s.UnorderedPaths)
	if match.equal(s.Expect.Value, value, "") {
		return s.Expect.Value
	}
	merged := match.merge(s.Expect.Value, value, "")
	if match.gaveUp() {
		r.list.Add(r.example.Message(s.Expect.Pos, fmt.Sprintf("the step %q returns too much to be compared in any order", s.ID), "sort it, so that it is compared in order"))
		return value
	}
	if r.options.Update {
		r.edits = append(r.edits, ejson.Edit{Start: s.Expect.Start, End: s.Expect.End, Value: ejson.FromBSON(merged)})
		return merged
	}
	m := r.example.Message(s.Expect.Pos, fmt.Sprintf("the step %q returns something else", s.ID), updateHint)
	m.Detail = difference(printed(s.Expect.Value), printed(merged))
	r.list.Add(m)
	return value
}

const updateHint = "if the database is right, verify --update writes what it returned into the file"

// expectNothing is for a step that says neither what it returns nor how it fails.
func (r *run) expectNothing(s *example.Step, value bson.RawValue) {
	if r.options.Update {
		r.edits = append(r.edits, ejson.Edit{Start: s.After, End: s.After, Before: `, "expectResult": `, Value: ejson.FromBSON(value)})
		return
	}
	m := r.example.Message(s.Pos, fmt.Sprintf("the step %q has neither \"expectResult\" nor \"expectError\"", s.ID), "verify --update writes what the database returned into the file")
	m.Detail = printed(value)
	r.list.Add(m)
}

// checkCost holds what a step cost to what the file expects.
func (r *run) checkCost(s *example.Step, cost example.Cost) {
	want := s.ExpectCost
	if want == nil {
		return
	}
	written, differs := &ejson.Value{Kind: ejson.Object}, false
	for _, name := range example.Measures {
		right, expected := want.Measure(name)
		if !expected {
			continue
		}
		if got, measured := cost.Measure(name); measured && got != right {
			if !r.options.Update {
				r.list.Add(r.example.Message(want.Pos, fmt.Sprintf("%s of the step %q: %d expected, %d measured", name, s.ID, right, got), updateHint))
			}
			right, differs = got, true
		}
		number := &ejson.Value{Kind: ejson.Number, Text: strconv.FormatInt(right, 10)}
		written.Members = append(written.Members, ejson.Member{Key: name, Value: number})
	}
	if differs && r.options.Update {
		r.edits = append(r.edits, ejson.Edit{Start: want.Start, End: want.End, Value: written})
	}
}

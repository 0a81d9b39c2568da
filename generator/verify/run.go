package verify

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// run is one example at one of its sizes, in a database of its own.
type run struct {
	options Options
	example *example.Example
	data    *example.Data
	first   bool // the size whose results are expected
	db      *mongo.Database
	result  example.Run
	status  example.Status
	reason  string
	list    diag.List
	edits   []ejson.Edit
	stored  int64 // bytes of the initial data
	saved   map[string]bson.RawValue
	// sessions are those that steps have begun, by name.
	sessions map[string]*session
	streams  map[string]*mongo.ChangeStream
	known    known
	endRun   context.CancelCauseFunc
	late     bool // something took too long, and the server may still be busy
}

// newRun prepares an example at a size; endRun ends all runs.
func newRun(ctx context.Context, o Options, c *client, e *example.Example, size int, endRun context.CancelCauseFunc) *run {
	return &run{
		options: o, example: e, data: e.Data(size).Under(ctx), first: size == e.FirstSize(), db: c.Database(databaseName(o.Prefix, e.Name)),
		result: example.Run{Size: size}, saved: map[string]bson.RawValue{},
		sessions: map[string]*session{}, streams: map[string]*mongo.ChangeStream{}, known: knowNothing(), endRun: endRun,
	}
}

// runOne runs one of the examples at each of its sizes. After one that fails the others
// are left out.
func (all *pool) runOne(ctx context.Context, c *client, i int) (example.Result, diag.List) {
	start, e := time.Now(), all.options.Examples[i]
	e.Exhausted = false
	ctx, cancel := within(ctx, all.options.Limits.Example, "the example")
	defer cancel()
	ctx, rest := all.workingOn(ctx, i)
	defer rest()
	result := example.Result{Example: e}
	var list diag.List
	var edits []ejson.Edit
	for _, size := range e.RunSizes() {
		r := newRun(ctx, all.options, c, e, size, all.endRun)
		r.all(ctx)
		result.Runs = append(result.Runs, r.result)
		result.Status, result.Reason = r.status, r.reason
		list, edits = append(list, r.list...), append(edits, r.edits...)
		if list.Failed() {
			break
		}
	}
	costs := costCheck{example: e, runs: result.Runs, update: all.options.Update}
	costs.check()
	list, edits = append(list, costs.list...), append(edits, costs.edits...)
	if ctx.Err() == nil {
		list = append(list, example.CheckReferences(ctx, e)...)
	}
	if list.Failed() && result.Status == example.Passed {
		result.Status = example.Failed
	}
	if len(edits) > 0 {
		result.Updated, result.Dropped = ejson.Replace(e.Text, edits), costs.dropped
	}
	result.Elapsed = time.Since(start)
	return result, list
}

// all fills the database, runs the steps, and drops the database.
func (r *run) all(ctx context.Context) {
	if r.fill(ctx) && r.measuredFootprint(ctx) {
		r.steps(ctx)
	}
	if r.isOurs() && (r.late || ctx.Err() != nil) {
		return // the server is busy, or will soon be gone
	}
	r.closeStreams(ctx)
	r.endSessions(ctx)
	r.drop(ctx)
}

// isOurs reports whether the server was started for the run.
func (r *run) isOurs() bool { return r.options.Start != nil }

func (r *run) steps(ctx context.Context) {
	for i := range r.example.Steps {
		if !r.step(ctx, &r.example.Steps[i]) {
			return
		}
	}
}

package verify

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// verification is one example at one of its sizes, in a database of its own.
type verification struct {
	options Options
	example *example.Example
	data    *example.Data
	first   bool // the size whose results are expected
	db      *mongo.Database
	runner  *run.Runner
	result  example.Run
	status  example.Status
	reason  string
	list    diag.List
	edits   []ejson.Edit
	stored  int64 // bytes of the initial data
	endRun  context.CancelCauseFunc
	late    bool // something took too long, and the server may still be busy
}

// newVerification prepares an example at a size in a database; endRun ends all
// runs.
func newVerification(ctx context.Context, o Options, db *mongo.Database, e *example.Example, size int, endRun context.CancelCauseFunc) *verification {
	return &verification{
		options: o, example: e, data: e.Data(size).Under(ctx), first: size == e.FirstSize(), db: db,
		runner: run.New(database{sender{db: db}}, e, size), result: example.Run{Size: size}, endRun: endRun,
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
		r := newVerification(ctx, all.options, c.Database(databaseName(all.options.Prefix, e.Name)), e, size, all.endRun)
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
func (r *verification) all(ctx context.Context) {
	if r.fill(ctx) && r.measuredFootprint(ctx) {
		r.steps(ctx)
	}
	if r.isOurs() && (r.late || ctx.Err() != nil) {
		return // the server is busy, or will soon be gone
	}
	r.close(ctx)
	r.drop(ctx)
}

// close closes what steps opened.
func (r *verification) close(ctx context.Context) {
	ctx, cancel := toEnd(ctx)
	defer cancel()
	r.runner.Close(ctx)
}

// isOurs reports whether the server was started for the run.
func (r *verification) isOurs() bool { return r.options.Start != nil }

func (r *verification) steps(ctx context.Context) {
	for i := range r.example.Steps {
		if !r.step(ctx, &r.example.Steps[i]) {
			return
		}
	}
}

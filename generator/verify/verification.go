package verify

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/migration"
	"modelbook/generator/run"
)

// verification is one example at one of its sizes, in a database of its own.
type verification struct {
	options Options
	example *example.Example
	data    *example.Data
	isFirst bool // the size whose results are expected
	server  example.Server
	db      *mongo.Database
	runner  *run.Runner
	direct  run.Client // of the embedded database, without the driver; nil if there is none
	result  example.Run
	orders  *example.Orders
	status  example.Status
	reason  string
	list    diag.List
	edits   []ejson.Edit
	stored  int64   // bytes of the initial data
	writes  written // nothing until it is asked for
	endRun  context.CancelCauseFunc
	isLate  bool // something took too long, and the server may still be busy
}

// newVerification prepares an example at a size in a database. endRun ends the run
// of all examples.
func newVerification(ctx context.Context, o Options, db *mongo.Database, e *example.Example, size int, endRun context.CancelCauseFunc) *verification {
	return &verification{
		options: o, example: e, data: e.Data(size).Under(ctx), isFirst: size == e.FirstSize(), db: db,
		runner: run.New(database{sender{db: db}}, e, size), result: example.Run{Size: size}, endRun: endRun,
	}
}

// mostCheckedOnly is how many documents a further size may have for a run that keeps no
// results: what rests on luck shows among fewer, and most of the time goes into the largest.
const mostCheckedOnly = 400

// sizesOf returns the sizes at which an example runs, in their order.
func (o Options) sizesOf(e *example.Example) []int {
	sizes := e.RunSizes()
	if !o.CheckOnly {
		return sizes
	}
	for i, size := range sizes[1:] {
		data, documents := e.Data(size), 0
		for _, c := range e.Collections {
			documents += data.Count(c.Name)
		}
		if documents > mostCheckedOnly {
			return sizes[:i+1]
		}
	}
	return sizes
}

// runOne runs one of the examples at each of its sizes, up to the first size at
// which it fails.
func (all *pool) runOne(ctx context.Context, c *client, i int) (example.Result, diag.List) {
	start, e := time.Now(), all.options.Examples[i]
	e.Exhausted = false
	if e.Move != nil {
		if list := migration.CheckNumber(e); list != nil {
			return example.Result{Example: e, Status: example.Failed}, list
		}
	}
	ctx, cancel := within(ctx, all.options.Limits.Example, "the example")
	defer cancel()
	ctx, stop := all.limitExample(ctx, i)
	defer stop()
	result := example.Result{Example: e}
	var list diag.List
	var edits []ejson.Edit
	sizes := all.options.sizesOf(e)
	for _, size := range sizes {
		r := newVerification(ctx, all.options, c.Database(databaseName(all.options.Prefix, e.Name)), e, size, all.endRun)
		r.server = all.server
		if c.direct != nil {
			r.direct = c.direct(r.db.Name()) // in half of the time
			r.runner.Asking = r.direct
			if all.options.CheckOnly { // the first run went through the driver
				r.runner = run.New(r.direct, e, size)
			}
		}
		r.run(ctx)
		if e.Move != nil && !all.options.Update && !r.list.Failed() && ctx.Err() == nil {
			result.MoveRuns = r.tryMove(ctx, c)
		}
		result.Runs = append(result.Runs, r.result)
		if r.isFirst {
			result.Orders = r.orders
		}
		result.Status, result.Reason = r.status, r.reason
		list, edits = append(list, r.list...), append(edits, r.edits...)
		if list.Failed() {
			break
		}
	}
	costs := costCheck{example: e, sizes: len(sizes), runs: result.Runs, update: all.options.Update, stepsOnly: all.options.CheckOnly}
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

// run fills the database, runs the steps, and drops the database.
func (r *verification) run(ctx context.Context) {
	if r.fill(ctx) && r.measureFootprint(ctx) {
		r.checkKeySizes(ctx)
		for i := range r.example.Steps {
			if !r.step(ctx, &r.example.Steps[i]) {
				break
			}
		}
		if r.example.Explore != nil && r.isFirst && !r.list.Failed() && len(r.result.Steps) == len(r.example.Steps) {
			r.explore(ctx)
		}
	}
	if isOurs := r.options.Start != nil; isOurs && (r.isLate || ctx.Err() != nil) {
		return // the server is busy, or will soon be gone
	}
	closing, cancel := cleanupContext(ctx)
	r.runner.Close(closing)
	cancel()
	r.drop(ctx, r.db)
}

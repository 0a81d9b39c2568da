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
	example *example.Example
	data    *example.Data
	first   bool // the size whose results are expected
	db      *mongo.Database
	result  example.Run
	status  example.Status
	reason  string
	list    diag.List
	update  bool
	edits   []ejson.Edit
	stored  int64 // bytes of the initial data
	saved   map[string]bson.RawValue
	// sessions are those that steps have begun, by name.
	sessions map[string]*session
	streams  map[string]*mongo.ChangeStream
}

// runOne runs an example at each of its sizes. After one that fails the others
// are left out.
func runOne(ctx context.Context, o Options, c *client, e *example.Example) (example.Result, diag.List) {
	start := time.Now()
	result := example.Result{Example: e}
	var list diag.List
	var edits []ejson.Edit
	for i, size := range e.RunSizes() {
		r := &run{
			example: e, data: e.Data(size), first: i == 0, update: o.Update,
			db: c.Database(databaseName(o.Prefix, e.Name)), result: example.Run{Size: size}, saved: map[string]bson.RawValue{}, sessions: map[string]*session{}, streams: map[string]*mongo.ChangeStream{},
		}
		r.all(ctx, o.Prefix)
		result.Runs = append(result.Runs, r.result)
		result.Status, result.Reason = r.status, r.reason
		list, edits = append(list, r.list...), append(edits, r.edits...)
		if list.Failed() {
			break
		}
	}
	costs := costCheck{example: e, runs: result.Runs, update: o.Update}
	costs.check()
	list, edits = append(list, costs.list...), append(edits, costs.edits...)
	list = append(list, example.CheckReferences(e)...)
	if list.Failed() && result.Status == example.Passed {
		result.Status = example.Failed
	}
	if len(edits) > 0 {
		result.Updated = ejson.Replace(e.Text, edits)
	}
	result.Elapsed = time.Since(start)
	return result, list
}

// all fills the database, runs the steps, and drops the database.
func (r *run) all(ctx context.Context, prefix string) {
	if r.fill(ctx) {
		if r.example.Measured() {
			r.result.Footprint = r.footprint(ctx)
		}
		r.steps(ctx)
	}
	r.closeStreams(ctx)
	r.endSessions(ctx)
	r.drop(ctx, prefix)
}

func (r *run) steps(ctx context.Context) {
	for i := range r.example.Steps {
		if !r.step(ctx, &r.example.Steps[i]) {
			return
		}
	}
}

package query

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/value"
)

// Aggregation is a pipeline on a collection, a view or none.
type Aggregation struct {
	Op        *engine.Operation
	Name      string // empty for a pipeline that makes its documents itself
	Stages    bson.A
	Let       bson.D
	Hint      any
	Collation *value.Collation
}

// Run runs the pipeline and returns the reply with its first batch.
func (a Aggregation) Run(batchSize *int64, single bool) (bson.D, error) {
	p, err := a.parse()
	if err != nil {
		return nil, err
	}
	next, run, err := p.open()
	if err != nil {
		return nil, err
	}
	d := p.Database()
	namespace := d.Namespace(a.Name)
	if a.Name == "" {
		namespace = d.Namespace("$cmd.aggregate")
	}
	if p.above.Writes() {
		a.Op.MayYieldAnywhere = a.Op.PipelineMayYield(a.Stages, a.Collation)
		a.Op.MayYield = a.Op.MayYieldAnywhere
		defer func() { a.Op.MayYieldAnywhere = false }()
		_, err := pipeline.Collect(next, p.env.Budget)
		return engine.CursorReply("firstBatch", bson.A{}, 0, namespace), err
	}
	c := &engine.Cursor{Namespace: namespace, Reads: d.Namespace(p.reads), Next: next, Left: -1, Executor: run}
	if run.changes != nil {
		c.Next, c.Reads = run.changes.checked(next), "" // a drop ends it by its event only
		c.IsTailable, c.AwaitsData = true, true
	}
	return c.FirstBatch(a.Op, batchSize, single)
}

// Documents runs the pipeline and returns its documents, without a cursor.
func (a Aggregation) Documents() (pipeline.Next, error) {
	p, err := a.parse()
	if err != nil {
		return nil, err
	}
	next, _, err := p.open()
	return next, err
}

// Database returns the database of the command.
func (a Aggregation) Database() *catalog.Database { return a.Op.Store.Database(a.Op.Database) }

// parsedAggregation is an aggregation that was parsed, with the views it reads
// through.
type parsedAggregation struct {
	Aggregation
	env   *expr.Env
	reads string             // the collection that it reads, below all views
	query *Query             // of the first stages, which the collection answers; nil: nothing is read
	above *pipeline.Pipeline // the stages after those of the query
}

// parse parses the stages together with those of the views that they read.
func (a Aggregation) parse() (*parsedAggregation, error) {
	p := &parsedAggregation{Aggregation: a}
	stages, err := p.resolve()
	if err != nil {
		return nil, err
	}
	err = a.Op.WithScope(a.Let, a.Collation, func(scope *expr.Scope, env *expr.Env) error {
		p.env = env
		return p.parseStages(stages, scope)
	})
	return p, err
}

// resolve returns the stages, preceded by those of the views between them and the
// collection, unless they make their documents themselves.
func (p *parsedAggregation) resolve() (bson.A, error) {
	p.reads = p.Name
	if p.Name == "" || pipeline.MakesDocuments(p.Stages) {
		return p.Stages, nil
	}
	reads, above, err := p.Database().Resolve(p.Name)
	if err == nil {
		err = p.Op.CheckSnapshot(reads)
	}
	p.reads = reads
	return append(above, p.Stages...), err
}

func (p *parsedAggregation) parseStages(stages bson.A, scope *expr.Scope) error {
	d := p.Database()
	if err := p.checkStrictStages(stages, nil); err != nil {
		return err
	}
	parsed, err := pipeline.Parse(stages, pipeline.Options{Database: d.Name, Collection: p.reads, ReplicaSet: p.Op.DB.IsReplicaSet, Scope: scope})
	if err != nil {
		return err
	}
	if err := p.checkStrictStages(nil, parsed); err != nil {
		return err
	}
	p.above = parsed
	if p.Name == "" && !parsed.MakesDocuments() {
		return errcode.New(errcode.InvalidNamespace, "{aggregate: 1} is not valid for '%s'; a collection is required.", firstStage(parsed))
	}
	if err := d.CheckViewCollations(parsed.Reads(), p.Collation); err != nil || parsed.MakesDocuments() {
		return err
	}
	p.query, p.above = p.Prefix(parsed, p.reads, scope, p.env)
	return nil
}

// Prefix makes a query of the first stages where it can, and returns it with
// the stages that remain.
func (a Aggregation) Prefix(parsed *pipeline.Pipeline, reads string, scope *expr.Scope, env *expr.Env) (*Query, *pipeline.Pipeline) {
	prefix, above := parsed.Prefix()
	q := newQuery(a.Op, a.Database().Collections[reads], prefix.Filter, scope, env)
	q.Sort, q.First = prefix.Sort, prefix.First
	return q, above
}

// open returns the documents.
func (p *parsedAggregation) open() (pipeline.Next, *Execution, error) {
	run := &Execution{Op: p.Op}
	store := &stageCatalog{op: p.Op, execution: run, collection: p.Name, collation: p.Collation}
	if p.query == nil {
		return p.above.Run(p.env, pipeline.From(nil), store), run, nil
	}
	if p.query.Collection != nil { // the server looks at no hint where there is nothing to read
		if err := p.query.SetSortAndHint(nil, p.Hint); err != nil {
			return nil, nil, err
		}
	}
	p.query.Execution = run
	in, err := p.query.Documents()
	if err != nil {
		return nil, nil, err
	}
	if needed, known := p.needed(); len(needed) > 0 {
		in = p.query.FromKeys(in, needed, known)
	}
	return p.above.Run(p.env, in, store), run, nil
}

// needed returns the fields that the stages need of the documents, none if that may
// be all of them; known says that the server then reads them like a find.
func (p *parsedAggregation) needed() (fields []string, known bool) {
	switch first := p.above.First(); first.Key {
	case "$project":
		spec, _ := first.Value.(bson.D)
		fields, known = plan.Kept(spec)
	case "$group": // in the other engine
		var whole bool
		if fields, whole = plan.Read(first.Value); whole {
			return nil, false
		}
	}
	return fields, known
}

func firstStage(p *pipeline.Pipeline) string {
	if stages := p.Stages(); len(stages) > 0 {
		return stages[0].Name
	}
	return ""
}

// checkStrictStages returns the errors of stages, their own and those of the views
// that they read, that version 1 of the stable API does not have.
func (p *parsedAggregation) checkStrictStages(stages bson.A, parsed *pipeline.Pipeline) error {
	if !p.Op.IsAPIStrict {
		return nil
	}
	if parsed == nil {
		return pipeline.CheckStrict(stages)
	}
	for _, name := range parsed.Reads() {
		_, view, err := p.Database().Resolve(name)
		if err != nil {
			return err
		}
		if pipeline.CheckStrict(view) != nil {
			return errcode.NotImplemented("reading the view " + name + " with apiStrict")
		}
	}
	return nil
}

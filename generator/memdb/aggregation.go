package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/value"
)

// aggregation is a pipeline on a collection, a view or none.
type aggregation struct {
	req       *request
	name      string // empty for a pipeline that makes its documents itself
	stages    bson.A
	let       bson.D
	hint      any
	collation *value.Collation
}

// answer runs the pipeline and returns the reply with its first batch.
func (a aggregation) answer(batchSize int64, single bool) (bson.D, error) {
	p, err := a.parse()
	if err != nil {
		return nil, err
	}
	next, run, err := p.open()
	if err != nil {
		return nil, err
	}
	d := p.database()
	namespace := d.namespace(a.name)
	if a.name == "" {
		namespace = d.namespace("$cmd.aggregate")
	}
	if p.above.Writes() {
		a.req.mayYieldAnywhere = a.req.pipelineMayYield(a.stages, a.collation)
		a.req.mayYield = a.req.mayYieldAnywhere
		defer func() { a.req.mayYieldAnywhere = false }()
		_, err := pipeline.Collect(next, p.env.Budget)
		return cursorReply("firstBatch", bson.A{}, 0, namespace), err
	}
	c := &cursor{namespace: namespace, reads: d.namespace(p.reads), next: next, left: -1, executor: run}
	if run.changes != nil {
		c.next, c.reads = run.changes.checked(next), "" // a drop ends it by its event only
		c.tailable, c.awaits = true, true
	}
	return c.first(a.req, batchSize, single)
}

// documents runs the pipeline and returns its documents, without a cursor.
func (a aggregation) documents() (pipeline.Next, error) {
	p, err := a.parse()
	if err != nil {
		return nil, err
	}
	next, _, err := p.open()
	return next, err
}

func (a aggregation) database() *database { return a.req.store.database(a.req.database) }

// parsedAggregation is an aggregation that was parsed, with the views it reads
// through.
type parsedAggregation struct {
	aggregation
	env   *expr.Env
	reads string             // the collection that it reads, below all views
	query *query             // of the first stages, which the collection answers; nil: nothing is read
	above *pipeline.Pipeline // the stages after those of the query
}

// parse parses the stages together with those of the views that they read.
func (a aggregation) parse() (*parsedAggregation, error) {
	p := &parsedAggregation{aggregation: a}
	stages, err := p.resolve()
	if err != nil {
		return nil, err
	}
	err = a.req.withScope(a.let, a.collation, func(scope *expr.Scope, env *expr.Env) error {
		p.env = env
		return p.parseStages(stages, scope)
	})
	return p, err
}

// resolve returns the stages, preceded by those of the views between them and the
// collection, unless they make their documents themselves.
func (p *parsedAggregation) resolve() (bson.A, error) {
	p.reads = p.name
	if p.name == "" || pipeline.MakesDocuments(p.stages) {
		return p.stages, nil
	}
	reads, above, err := p.database().resolve(p.name)
	if err == nil {
		err = p.req.maySnapshot(reads)
	}
	p.reads = reads
	return append(above, p.stages...), err
}

func (p *parsedAggregation) parseStages(stages bson.A, scope *expr.Scope) error {
	d := p.database()
	if err := p.checkStrictStages(stages, nil); err != nil {
		return err
	}
	parsed, err := pipeline.Parse(stages, pipeline.Options{Database: d.name, Collection: p.reads, ReplicaSet: p.req.db.replicaSet, Scope: scope})
	if err != nil {
		return err
	}
	if err := p.checkStrictStages(nil, parsed); err != nil {
		return err
	}
	p.above = parsed
	if p.name == "" && !parsed.MakesDocuments() {
		return errcode.New(errcode.InvalidNamespace, "{aggregate: 1} is not valid for '%s'; a collection is required.", firstStage(parsed))
	}
	if err := d.checkViewCollations(parsed.Reads(), p.collation); err != nil || parsed.MakesDocuments() {
		return err
	}
	p.query, p.above, err = p.parsePrefix(parsed, p.reads, scope, p.env)
	return err
}

// parsePrefix makes a query of the first stages where it can, and returns it with
// the stages that remain.
func (a aggregation) parsePrefix(parsed *pipeline.Pipeline, reads string, scope *expr.Scope, env *expr.Env) (*query, *pipeline.Pipeline, error) {
	prefix, above := parsed.Prefix()
	q, err := parseQuery(a.req, a.database().collections[reads], nonNil(prefix.Filter), scope, env, false)
	if err != nil {
		return nil, nil, err
	}
	q.sort, q.first = prefix.Sort, prefix.First
	return q, above, nil
}

// open returns the documents.
func (p *parsedAggregation) open() (pipeline.Next, *execution, error) {
	run := &execution{req: p.req}
	store := &catalog{req: p.req, run: run, collection: p.name, collation: p.collation}
	if p.query == nil {
		return p.above.Run(p.env, pipeline.From(nil), store), run, nil
	}
	if p.query.coll != nil { // the server looks at no hint where there is nothing to read
		if err := p.query.arrange(nil, p.hint); err != nil {
			return nil, nil, err
		}
	}
	p.query.run = run
	in, err := p.query.documents()
	if err != nil {
		return nil, nil, err
	}
	if needed, known := p.needed(); len(needed) > 0 {
		in = p.query.ofKeys(in, needed, known)
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
	if !p.req.strict {
		return nil
	}
	if parsed == nil {
		return pipeline.CheckStrict(stages)
	}
	for _, name := range parsed.Reads() {
		_, view, err := p.database().resolve(name)
		if err != nil {
			return err
		}
		if pipeline.CheckStrict(view) != nil {
			return errcode.NotImplemented("reading the view " + name + " with apiStrict")
		}
	}
	return nil
}

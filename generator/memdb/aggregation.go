package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/pipeline"
	"modelbook/generator/memdb/value"
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

// answer runs the pipeline and gives its first batch.
func (a aggregation) answer(batchSize int64, single bool) (bson.D, error) {
	r := a.req
	opened, err := a.open()
	if err != nil {
		return nil, err
	}
	d := r.db.database(r.database)
	namespace := d.namespace(a.name)
	if a.name == "" {
		namespace = d.namespace("$cmd.aggregate")
	}
	if opened.writes {
		_, err := pipeline.Collect(opened.next)
		return cursorReply("firstBatch", bson.A{}, 0, namespace), err
	}
	c := &cursor{namespace: namespace, reads: d.namespace(opened.reads), next: opened.next, left: -1, run: opened.run}
	return c.first(r, batchSize, single)
}

// opened is a pipeline that runs: its documents, the collection behind it all,
// and whether it writes them.
type opened struct {
	next   pipeline.Next
	reads  string
	writes bool
	run    *execution
}

// open parses the pipeline, with those of the views it reads through.
func (a aggregation) open() (o opened, err error) {
	r := a.req
	scope, env, err := r.environment(a.let, a.collation)
	if err != nil {
		return o, err
	}
	d := r.db.database(r.database)
	parsed, err := pipeline.Parse(a.stages, pipeline.Options{Database: r.database, Collection: a.name, Scope: scope})
	if err != nil {
		return o, err
	}
	o = opened{reads: a.name, writes: parsed.Writes(), run: &execution{req: r}}
	env.Interrupted = o.run.interrupted
	store := &catalog{req: r, run: o.run, collection: a.name, collation: a.collation}
	switch {
	case parsed.MakesDocuments():
		if err := d.checkViewCollations(parsed.Reads(), a.collation); err != nil {
			return o, err
		}
		if err := scope.Failed(); err != nil {
			return o, err
		}
		o.next = parsed.Run(env, pipeline.From(nil), store)
		return o, nil
	case a.name == "":
		return o, errcode.New(errcode.InvalidNamespace, "{aggregate: 1} is not valid for '%s'; a collection is required.", firstStage(parsed))
	}
	reads, above, err := d.resolve(a.name)
	if err != nil {
		return o, err
	}
	if len(above) > 0 {
		if parsed, err = pipeline.Parse(append(above, a.stages...), pipeline.Options{Database: r.database, Collection: reads, Scope: scope}); err != nil {
			return o, err
		}
	}
	if err := d.checkViewCollations(parsed.Reads(), a.collation); err != nil {
		return o, err
	}
	if err := scope.Failed(); err != nil {
		return o, err
	}
	prefix, rest := parsed.Prefix()
	in, err := a.source(reads, prefix, o.run)
	if err != nil {
		return o, err
	}
	o.reads, o.next = reads, rest.Run(env, in, store)
	return o, nil
}

// source gives the documents of the collection that the pipeline reads, by what
// of the pipeline a query can do.
func (a aggregation) source(reads string, prefix pipeline.Prefix, run *execution) (pipeline.Next, error) {
	q, err := newQuery(a.req, a.req.db.collection(a.req.database, reads), nonNil(prefix.Filter), a.let, a.collation)
	if err != nil {
		return nil, err
	}
	if q.coll != nil { // the server looks at no hint where there is nothing to read
		if err := q.arrange(nil, a.hint); err != nil {
			return nil, err
		}
	}
	q.sort, q.run = prefix.Sort, run
	return q.documents()
}

func firstStage(p *pipeline.Pipeline) string {
	if names := p.Stages(); len(names) > 0 {
		return names[0]
	}
	return ""
}

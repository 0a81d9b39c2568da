package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/pipeline"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

// aggregation is a pipeline on a collection, a view or none.
type aggregation struct {
	req       *request
	name      string // empty for a pipeline that makes its documents itself
	stages    bson.A
	let       bson.D
	hint      any
	batch     int64
	single    bool
	collation *value.Collation
}

func runAggregate(r *request) (bson.D, error) {
	a, err := r.parseAggregate()
	if err != nil {
		return nil, err
	}
	if r.flag("explain", false) {
		return r.explainAggregate(a, "queryPlanner")
	}
	if !r.has("cursor") {
		return nil, errcode.New(errcode.FailedToParse, "The 'cursor' option is required, except for aggregate with the explain argument")
	}
	return a.answer()
}

func (r *request) parseAggregate() (a aggregation, err error) {
	a = aggregation{req: r, stages: r.array("pipeline"), let: r.document("let"), hint: r.fields["hint"], batch: defaultBatch}
	if name, ok := r.fields["aggregate"].(string); ok {
		a.name = name
		if err := storage.CheckCollection(r.database, name); err != nil {
			return a, err
		}
	} else if !value.Equal(r.fields["aggregate"], int32(1)) {
		return a, errcode.New(errcode.FailedToParse, "Invalid command format: the 'aggregate' field must specify a collection name or 1")
	}
	for _, field := range r.document("cursor") {
		if field.Key != "batchSize" {
			return a, errcode.New(errcode.IDLUnknownField, "BSON field 'cursor.%s' is an unknown field.", field.Key)
		}
		if !value.IsNumber(field.Value) {
			return a, errcode.New(errcode.TypeMismatch, "BSON field 'cursor.batchSize' is the wrong type '%s', expected types '[long, int, decimal, double]'", value.TypeName(field.Value))
		}
		if a.batch = commandLong(field.Value); a.batch < 0 {
			return a, errcode.New(errcode.BadValue, "BSON field 'batchSize' value must be >= 0, actual value '%d'", a.batch)
		}
	}
	a.collation, err = r.readCollation(a.name)
	return a, err
}

// answer runs the pipeline and gives its first batch.
func (a aggregation) answer() (bson.D, error) {
	r := a.req
	next, reads, writes, run, err := a.open()
	if err != nil {
		return nil, err
	}
	namespace := r.database + "." + a.name
	if a.name == "" {
		namespace = r.database + ".$cmd.aggregate"
	}
	c := &cursor{namespace: namespace, reads: r.database + "." + reads, next: next, left: -1, run: run}
	if writes {
		_, err := pipeline.Collect(next)
		return cursorReply("firstBatch", bson.A{}, 0, namespace), err
	}
	return r.firstBatch(c, a.batch, a.single)
}

// open parses the pipeline, with those of the views it reads through, and
// gives its documents. reads is the collection behind it all.
func (a aggregation) open() (next pipeline.Next, reads string, writes bool, run *execution, err error) {
	r := a.req
	scope, env, err := r.environment(a.let, a.collation)
	if err != nil {
		return nil, "", false, nil, err
	}
	parsed, err := pipeline.Parse(a.stages, pipeline.Options{Database: r.database, Collection: a.name, Scope: scope})
	if err != nil {
		return nil, "", false, nil, err
	}
	run = &execution{req: r}
	env.Interrupted = run.interrupted
	store := &catalog{req: r, run: run, collection: a.name, collation: a.collation}
	reads = a.name
	switch {
	case parsed.MakesDocuments():
		if err := r.checkViewCollations(parsed.Reads(), a.collation); err != nil {
			return nil, "", false, nil, err
		}
		if err := scope.Failed(); err != nil {
			return nil, "", false, nil, err
		}
		return parsed.Run(env, pipeline.From(nil), store), reads, parsed.Writes(), run, nil
	case a.name == "":
		return nil, "", false, nil, errcode.New(errcode.InvalidNamespace, "{aggregate: 1} is not valid for '%s'; a collection is required.", firstStage(parsed))
	}
	writes = parsed.Writes()
	reads, above, err := r.resolve(a.name)
	if err != nil {
		return nil, "", false, nil, err
	}
	if len(above) > 0 {
		if parsed, err = pipeline.Parse(append(above, a.stages...), pipeline.Options{Database: r.database, Collection: reads, Scope: scope}); err != nil {
			return nil, "", false, nil, err
		}
	}
	if err := r.checkViewCollations(parsed.Reads(), a.collation); err != nil {
		return nil, "", false, nil, err
	}
	if err := scope.Failed(); err != nil {
		return nil, "", false, nil, err
	}
	prefix, rest := parsed.Prefix()
	q, err := r.newQuery(r.db.collection(r.database, reads), nonNil(prefix.Filter), a.let, a.collation)
	if err != nil {
		return nil, "", false, nil, err
	}
	if q.coll != nil { // the server looks at no hint where there is nothing to read
		if err := q.arrange(nil, a.hint); err != nil {
			return nil, "", false, nil, err
		}
	}
	q.sort, q.run = prefix.Sort, run
	in, err := q.documents()
	if err != nil {
		return nil, "", false, nil, err
	}
	return rest.Run(env, in, store), reads, writes, run, nil
}

func firstStage(p *pipeline.Pipeline) string {
	if names := p.Stages(); len(names) > 0 {
		return names[0]
	}
	return ""
}

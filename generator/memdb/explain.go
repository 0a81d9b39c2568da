package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/surface"
	"modelbook/generator/memdb/value"
)

// runExplain tells how a command would be run, where the server's choice of a
// plan is beyond doubt; all else is refused, because the server decides by
// trial.
func runExplain(r *request) (bson.D, error) {
	verbosity := "allPlansExecution"
	if r.has("verbosity") {
		verbosity = r.text("verbosity")
	}
	if !slices.Contains([]string{"queryPlanner", "executionStats", "allPlansExecution"}, verbosity) {
		return nil, errcode.New(2, "Enumeration value '%s' for field 'explain.verbosity' is not a valid value.", verbosity)
	}
	if verbosity == "allPlansExecution" {
		return nil, errcode.NotImplemented("explain.verbosity: allPlansExecution")
	}
	inner := r.document("explain")
	if len(inner) == 0 || surface.State(surface.Command, inner[0].Key) == surface.Unknown {
		return nil, errcode.New(59, "Explain failed due to unknown command")
	}
	if isMissing(value.Get(inner, "$db")) {
		inner = append(slices.Clip(inner), bson.E{Key: "$db", Value: r.database})
	}
	of, err := r.db.parse(r.ctx, inner)
	if err != nil {
		return nil, err
	}
	switch of.name {
	case "find":
		return of.explainFind(verbosity)
	case "count":
		return of.explainCount(verbosity)
	case "aggregate":
		a, err := of.parseAggregate()
		if err != nil {
			return nil, err
		}
		return of.explainAggregate(a, verbosity)
	case "update", "delete":
		return of.explainWrite(verbosity)
	}
	return nil, errcode.NotImplemented("explain of " + of.name)
}

// explained is a query whose plan is to be told.
type explained struct {
	*query
	window
	namespace  string
	express    bool
	covered    bool
	projection bson.D
	stats      stats
	top        func(tree bson.D, stats bool) bson.D // puts the command's own stage on top
}

// stats is what a run of the plan counted.
type stats struct {
	returned, keys, docs int
	fetched              int // documents that the filter let through
}

func (r *request) explainFind(verbosity string) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	if r.db.view(r.database, name) != nil {
		return nil, errcode.NotImplemented("explain of a find on a view")
	}
	q, _, w, err := r.parseFind(name)
	if err != nil {
		return nil, err
	}
	e := &explained{query: q, window: w, namespace: r.database + "." + name, projection: r.document("projection")}
	return e.reply(verbosity)
}

func (r *request) explainCount(verbosity string) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	if r.db.view(r.database, name) != nil || len(r.document("query")) == 0 || r.has("skip") || r.has("limit") || r.has("hint") {
		return nil, errcode.NotImplemented("explain of this count")
	}
	q, _, err := r.newQuery(r.db.collection(r.database, name), r.document("query"), nil)
	if err != nil {
		return nil, err
	}
	e := &explained{query: q, namespace: r.database + "." + name}
	e.top = func(tree bson.D, withStats bool) bson.D {
		top := bson.D{{Key: "stage", Value: "COUNT"}}
		if withStats {
			top = append(top, bson.E{Key: "nReturned", Value: int32(0)}, bson.E{Key: "nCounted", Value: int32(e.stats.fetched)})
		}
		return append(top, bson.E{Key: "inputStage", Value: tree})
	}
	if err := e.decide(); err != nil {
		return nil, err
	}
	if e.plan.index != nil {
		return nil, errcode.NotImplemented("explain of a count that uses an index")
	}
	return e.answer(verbosity)
}

// explainWrite tells the plan of an update or delete of one statement.
func (r *request) explainWrite(verbosity string) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	c, err := r.writable(name)
	if err != nil {
		return nil, err
	}
	field, stage := "updates", "UPDATE"
	if r.name == "delete" {
		field, stage = "deletes", "DELETE"
	}
	docs, err := r.batch(field)
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 {
		return nil, errcode.New(2, "explained write batches must be of size 1")
	}
	q, one, err := r.writeQuery(c, docs[0])
	if err != nil {
		return nil, err
	}
	if q.sort != nil {
		return nil, errcode.NotImplemented("explain of a write with a sort")
	}
	e := &explained{query: q, namespace: r.database + "." + name}
	if one {
		e.limit = 1
	}
	e.top = func(tree bson.D, withStats bool) bson.D {
		top := bson.D{{Key: "stage", Value: stage}}
		if withStats {
			top = append(top, bson.E{Key: "nReturned", Value: int32(0)})
		}
		return append(top, bson.E{Key: "inputStage", Value: tree})
	}
	return e.reply(verbosity)
}

func (r *request) writeQuery(c *collection, doc bson.D) (q *query, one bool, err error) {
	if r.name == "delete" {
		s, err := parseStatement("delete.deletes", doc)
		if err != nil {
			return nil, false, err
		}
		parsed, err := r.parseDelete(c, s)
		if err != nil {
			return nil, false, err
		}
		return parsed.query, parsed.one, nil
	}
	s, err := parseStatement("update.updates", doc)
	if err != nil {
		return nil, false, err
	}
	parsed, err := r.parseUpdate(c, s)
	if err != nil {
		return nil, false, err
	}
	return parsed.query, !parsed.multi, nil
}

func (e *explained) reply(verbosity string) (bson.D, error) {
	if err := e.decide(); err != nil {
		return nil, err
	}
	return e.answer(verbosity)
}

func (e *explained) answer(verbosity string) (bson.D, error) {
	body, err := e.body(verbosity)
	if err != nil {
		return nil, err
	}
	reply := append(bson.D{{Key: "explainVersion", Value: "1"}}, body...)
	return append(reply, e.req.explainTail()...), nil
}

// explainTail is what stands under every plan.
func (r *request) explainTail() bson.D {
	return bson.D{
		{Key: "command", Value: r.doc},
		{Key: "serverInfo", Value: bson.D{
			{Key: "host", Value: hostName},
			{Key: "port", Value: int32(0)},
			{Key: "version", Value: ServerVersion},
			{Key: "gitVersion", Value: "none (memdb " + Version + ", not MongoDB's server)"},
		}},
	}
}

func (e *explained) body(verbosity string) (bson.D, error) {
	body := bson.D{{Key: "queryPlanner", Value: bson.D{
		{Key: "namespace", Value: e.namespace},
		{Key: "indexFilterSet", Value: false},
		{Key: "winningPlan", Value: e.tree(false)},
		{Key: "rejectedPlans", Value: bson.A{}},
	}}}
	if verbosity == "queryPlanner" {
		return body, nil
	}
	if err := e.execute(); err != nil {
		return nil, err
	}
	returned := e.stats.returned
	if e.top != nil {
		returned = 0
	}
	return append(body, bson.E{Key: "executionStats", Value: bson.D{
		{Key: "executionSuccess", Value: true},
		{Key: "nReturned", Value: int32(returned)},
		{Key: "executionTimeMillis", Value: int32(0)},
		{Key: "totalKeysExamined", Value: int32(e.stats.keys)},
		{Key: "totalDocsExamined", Value: int32(e.stats.docs)},
		{Key: "executionStages", Value: e.tree(true)},
	}}), nil
}

// coveredBy says whether a projection needs nothing but the keys of an index,
// so that no document is fetched.
func (e *explained) coveredBy() bool {
	if len(e.projection) == 0 || e.plan.index == nil || e.plan.index.Multikeyed() || e.plan.index.Sparse || e.plan.index.Partial != nil {
		return false
	}
	has := func(path string) bool {
		return slices.ContainsFunc(e.plan.index.Key, func(f bson.E) bool { return f.Key == path })
	}
	id := true
	for _, f := range e.projection {
		_, isBool := f.Value.(bool)
		switch {
		case !isBool && !value.IsNumber(f.Value):
			return false
		case f.Key == "_id":
			id = value.Truthy(f.Value)
		case !value.Truthy(f.Value) || !has(f.Key):
			return false
		}
	}
	if len(e.projection) == 1 && !id {
		return false
	}
	conditions, others := conjuncts(e.filter)
	inKey := !slices.ContainsFunc(conditions, func(c condition) bool { return !has(c.path) })
	return !others && inKey && (!id || has("_id"))
}

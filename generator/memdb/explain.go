package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/plan"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/support"
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
		return nil, errcode.New(errcode.BadValue, "Enumeration value '%s' for field 'explain.verbosity' is not a valid value.", verbosity)
	}
	inner := r.document("explain")
	if len(inner) == 0 || support.State(support.Command, inner[0].Key) == support.Unknown {
		return nil, errcode.New(59, "Explain failed due to unknown command")
	}
	if value.IsMissing(value.Get(inner, "$db")) {
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
	case "findAndModify", "findandmodify":
		return of.explainFindAndModify(verbosity)
	case "distinct":
		return of.explainDistinct(verbosity)
	case "bulkWrite":
		return nil, errcode.NotImplemented("explain of " + of.name)
	}
	return nil, errcode.New(errcode.IllegalOperation, "Cannot explain cmd: %s", of.name)
}

// explained is a query whose plan is to be told.
type explained struct {
	*query
	window
	namespace  string
	express    *storage.Index // the index of the server's short way, or nil
	byID       bool           // the way by _id from before there was that one
	batchSized bool
	writesOne  bool // an update or a delete of one document
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
	if q.tail {
		return nil, errcode.NotImplemented("explain of a tailable cursor")
	}
	e := &explained{query: q, window: w, namespace: r.database + "." + name, projection: r.document("projection"), batchSized: r.has("batchSize")}
	return e.reply(verbosity)
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
			{Key: "port", Value: clientOf(r.ctx).Port},
			{Key: "version", Value: ServerVersion},
			{Key: "gitVersion", Value: "none (memdb " + Version + ", not MongoDB's server)"},
		}},
	}
}

func (e *explained) body(verbosity string) (bson.D, error) {
	planner := bson.D{{Key: "namespace", Value: e.namespace}, {Key: "indexFilterSet", Value: false}}
	planner = append(planner, shownCollation(e.collation)...)
	planner = append(planner, bson.E{Key: "winningPlan", Value: e.tree(false)}, bson.E{Key: "rejectedPlans", Value: bson.A{}})
	body := bson.D{{Key: "queryPlanner", Value: planner}}
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
	stats := bson.D{
		{Key: "executionSuccess", Value: true},
		{Key: "nReturned", Value: int32(returned)},
		{Key: "executionTimeMillis", Value: int32(0)},
		{Key: "totalKeysExamined", Value: int32(e.stats.keys)},
		{Key: "totalDocsExamined", Value: int32(e.stats.docs)},
		{Key: "executionStages", Value: e.tree(true)},
	}
	if verbosity == "allPlansExecution" { // there was one plan only
		stats = append(stats, bson.E{Key: "allPlansExecution", Value: bson.A{}})
	}
	return append(body, bson.E{Key: "executionStats", Value: stats}), nil
}

// coveredBy says whether a projection needs nothing but the keys of an index,
// so that no document is fetched.
func (e *explained) coveredBy() bool {
	if len(e.projection) == 0 || e.plan.Index == nil {
		return false
	}
	needed := []string{"_id"}
	for _, f := range e.projection {
		_, isBool := f.Value.(bool)
		switch {
		case !isBool && !value.IsNumber(f.Value):
			return false
		case f.Key == "_id" && !value.Truthy(f.Value):
			needed = needed[1:]
		case f.Key == "_id":
		case !value.Truthy(f.Value):
			return false
		default:
			needed = append(needed, f.Key)
		}
	}
	return len(needed) > 0 && e.answersFrom(needed)
}

// answersFrom says whether an index's keys hold all the fields needed, and all
// that the filter asks for.
func (e *explained) answersFrom(needed []string) bool {
	x := e.plan.Index
	if x.Multikeyed() || x.Sparse || x.Partial != nil {
		return false
	}
	conditions, others := plan.Conjuncts(e.filter)
	for _, c := range conditions {
		needed = append(needed, c.Path)
	}
	return !others && !slices.ContainsFunc(needed, func(path string) bool {
		return !slices.ContainsFunc(x.Key, func(f bson.E) bool { return f.Key == path })
	})
}

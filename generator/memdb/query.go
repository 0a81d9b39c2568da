package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/match"
	"modelbook/generator/memdb/pipeline"
	"modelbook/generator/memdb/project"
	"modelbook/generator/memdb/value"
)

// query is a parsed filter with the collection that it reads.
type query struct {
	req       *request
	coll      *collection // nil if there is none
	filter    bson.D
	collation *value.Collation // how values compare
	matcher   *match.Matcher
	env       *expr.Env
	sort      *expr.Sort
	hint      any
	natural   int    // 1 or -1 for the order of insertion or its reverse, asked for
	min       bson.D // keys of the hinted index: from min up to but without max
	max       bson.D
	tail      bool // the cursor stays open at the end of a capped collection
	run       *execution
	source    *source
	plan      plan
	result    match.Result // of the document that was matched last
}

// newQuery parses a filter; let gives its variables, order how values compare.
func (r *request) newQuery(c *collection, filter, let bson.D, collation *value.Collation) (*query, error) {
	q, scope, err := r.parseQuery(c, filter, let, collation, false)
	if err != nil {
		return nil, err
	}
	return q, scope.Failed()
}

// parseQuery parses the filter of a command that has more to parse in its scope;
// that of an upsert has no $expr.
func (r *request) parseQuery(c *collection, filter, let bson.D, collation *value.Collation, upsert bool) (*query, *expr.Scope, error) {
	scope, env, err := r.environment(let, collation)
	if err != nil {
		return nil, nil, err
	}
	m, err := match.Parse(filter, match.Options{Scope: scope, NoExpr: upsert})
	if err != nil {
		return nil, nil, err
	}
	return &query{req: r, coll: c, filter: filter, collation: collation, matcher: m, env: env, run: &execution{req: r}}, scope, nil
}

// documents gives the matching documents in the order asked for.
func (q *query) documents() (pipeline.Next, error) {
	next, err := q.open()
	if err != nil {
		return nil, err
	}
	if q.sort == nil || q.plan.sorted {
		return next, nil
	}
	var sorted pipeline.Next
	return func() (bson.D, bool, error) {
		if sorted == nil {
			docs, err := pipeline.Collect(next)
			if err != nil {
				return nil, false, err
			}
			if docs, err = pipeline.Sorted(docs, q.sort, q.req.db.shuffleSeed()); err != nil {
				return nil, false, err
			}
			sorted = pipeline.From(docs)
		}
		return sorted()
	}, nil
}

// open chooses the plan and gives the matching documents in its order.
func (q *query) open() (pipeline.Next, error) {
	if err := q.choosePlan(); err != nil {
		return nil, err
	}
	switch {
	case q.plan.index == nil && q.plan.reverse:
		q.source = q.run.readBackwards(q.coll)
	case q.plan.index == nil:
		q.source = q.run.read(q.coll, nil, true)
		q.source.tailable = q.tail
	default:
		q.plan.index.Accesses.Add(1)
		ids, _ := q.plan.records(0)
		q.source = q.run.read(q.coll, ids, false)
	}
	return filtered(q.source.next, q.matches), nil
}

func (q *query) matches(doc bson.D) (bool, error) {
	var err error
	q.result, err = q.matcher.Match(doc, q.env)
	return q.result.OK, err
}

func (q *query) sortFields() bson.D {
	if q.sort == nil || q.req.db.shuffle {
		return nil
	}
	return q.sort.Fields()
}

// project applies find's projection to a document of the query. The filter is
// matched again, because a sort may lie between its match and now.
func (q *query) project(p *project.Projection, doc bson.D) (bson.D, error) {
	result, err := q.matcher.Match(doc, q.env)
	if err != nil {
		return nil, err
	}
	return p.Apply(doc, result, q.env)
}

package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/project"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
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
	first     int64 // how many of the sorted documents are needed; 0: all
	hint      plan.Hint
	limits    plan.Limits
	tail      bool // the cursor stays open at the end of a capped collection
	numbers   bool // each document is followed by the number of its record
	run       *execution
	source    *source
	plan      plan.Plan
	result    match.Result // of the document that was matched last
}

// newQuery parses a filter, with the variables of let; values compare by collation.
func newQuery(r *request, c *collection, filter, let bson.D, collation *value.Collation) (q *query, err error) {
	err = r.withScope(let, collation, func(scope *expr.Scope, env *expr.Env) (err error) {
		q, err = parseQuery(r, c, filter, scope, env, false)
		return err
	})
	return q, err
}

// parseQuery parses the filter of a command that has more to parse in its scope.
// $expr is an error for an upsert.
func parseQuery(r *request, c *collection, filter bson.D, scope *expr.Scope, env *expr.Env, upsert bool) (*query, error) {
	m, err := match.Parse(filter, match.Options{Scope: scope, NoExpr: upsert, Query: true})
	if err != nil {
		return nil, err
	}
	return &query{req: r, coll: c, filter: filter, collation: scope.Collation(), matcher: m, env: env, run: &execution{req: r}}, nil
}

// documents returns the matching documents in the order asked for.
func (q *query) documents() (pipeline.Next, error) {
	next, err := q.open()
	if err == nil && q.numbers {
		next, err = q.numbered(next)
	}
	if err != nil {
		return nil, err
	}
	if q.sort == nil || q.plan.Sorted {
		return next, nil
	}
	var sorted pipeline.Next
	return func() (bson.D, bool, error) {
		if sorted == nil {
			docs, err := pipeline.SortedFirst(next, q.sort, q.first, q.req.db.shuffleSeed(), q.env.Budget)
			if err != nil {
				return nil, false, err
			}
			sorted = pipeline.From(docs)
		}
		return sorted()
	}, nil
}

// open chooses the plan and returns the matching documents in its order.
func (q *query) open() (pipeline.Next, error) {
	if err := q.choosePlan(); err != nil {
		return nil, err
	}
	if q.plan.Index == nil {
		q.source = q.run.all(q.coll, q.plan.Reverse)
		q.source.tailable = q.tail
		q.source.rejects = q.matcher.Rejects()
	} else {
		q.plan.Index.Accesses.Count.Add(1)
		q.source = q.run.open(q.coll, source{walk: q.plan.Walk()})
	}
	return filtered(q.source.next, q.matches), nil
}

// filtered returns the documents for which keep holds.
func filtered(in pipeline.Next, keep func(bson.D) (bool, error)) pipeline.Next {
	return func() (bson.D, bool, error) {
		for {
			doc, ok, err := in()
			if !ok || err != nil {
				return nil, false, err
			}
			if ok, err := keep(doc); ok || err != nil {
				return doc, ok, err
			}
		}
	}
}

// choosePlan makes the plan of a query. A collection that does not exist needs none.
func (q *query) choosePlan() (err error) {
	switch {
	case q.coll == nil:
	case q.tail: // scans the collection, regardless of the filter
		if !q.coll.Capped() {
			return errcode.New(errcode.BadValue, "error processing query: tailable cursor requested on non capped collection")
		}
		if q.hint.Natural < 0 {
			return errcode.NotImplemented("a tailable cursor with hint {$natural: -1}")
		}
	default:
		q.plan, err = q.planned().Plan(q.indexes())
	}
	return err
}

// indexes returns the indexes that the query may use: not the sparse ones if the client
// keeps to version 1 of the stable API (src/mongo/db/index/index_key_validate.cpp).
func (q *query) indexes() []*storage.Index {
	if !q.req.strict {
		return q.coll.Indexes
	}
	return slices.DeleteFunc(slices.Clone(q.coll.Indexes), func(x *storage.Index) bool { return x.Sparse })
}

// planned returns the query as package plan takes it.
func (q *query) planned() plan.Query {
	return plan.Query{Filter: q.filter, Sort: q.sortFields(), Collation: q.collation, Hint: q.hint, Limits: q.limits}
}

// arrange sets the sort and the hint.
func (q *query) arrange(sort bson.D, hint any) (err error) {
	if err := checkHint(q.coll, hint); err != nil {
		return err
	}
	if q.hint, sort, err = plan.ParseHint(hint, sort); err != nil || len(sort) == 0 {
		return err
	}
	q.sort, err = expr.ParseSort(sort, q.collation)
	return err
}

// checkHint refuses a hint of the index on _id for measurements: the server's buckets
// have another one.
func checkHint(c *collection, hint any) error {
	key, _ := hint.(bson.D)
	if c.holdsMeasurements() && (hint == any("_id_") || len(key) > 0 && key[0].Key == "_id") {
		return errcode.NotImplemented("the index on _id of a time series collection")
	}
	return nil
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

// project applies find's projection to a document of the query. A positional $ asks
// which element the filter found, for which the filter is matched again: a sort may lie
// between its match and now.
func (q *query) project(p *project.Projection, doc bson.D) (bson.D, error) {
	found := match.Result{OK: true, Index: -1}
	if p.IsPositional() {
		var err error
		if found, err = q.matcher.Match(doc, q.env); err != nil {
			return nil, err
		}
	}
	return p.Apply(doc, found, q.env)
}

// matching returns the documents of a collection or view that a filter matches.
func matching(r *request, name string, filter bson.D, hint idl.Hint, collation *value.Collation) (pipeline.Next, error) {
	d := r.store.database(r.database)
	if d.views[name] != nil {
		stages := bson.A{bson.D{{Key: "$match", Value: nonNil(filter)}}}
		return aggregation{req: r, name: name, stages: stages, hint: hint.Index, collation: collation}.documents()
	}
	q, err := newQuery(r, d.collections[name], nonNil(filter), nil, collation)
	if err != nil {
		return nil, err
	}
	q.env.Clockless = true
	if err := q.arrange(nil, hint.Index); err != nil {
		return nil, err
	}
	return q.documents()
}

func nonNil(doc bson.D) bson.D {
	if doc == nil {
		return bson.D{}
	}
	return doc
}

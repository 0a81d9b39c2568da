package query

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
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

// Query is a parsed filter with the collection that it reads.
type Query struct {
	op            *engine.Operation
	Collection    *catalog.Collection // nil if there is none
	Filter        *match.Filter
	collation     *value.Collation // how values compare
	Env           *expr.Env
	Sort          *expr.Sort
	First         int64 // how many of the sorted documents are needed; 0: all
	Hint          plan.Hint
	Limits        plan.Limits
	IsTailable    bool // the cursor stays open at the end of a capped collection
	KeepsFound    bool // the projection asks which element of an array the filter found
	ShowsRecordID bool // each document is followed by the number of its record
	Execution     *Execution
	source        *source
	Plan          plan.Plan
	result        match.Result // of the document that was matched last
}

// New parses a filter, with the variables of let; values compare by collation.
func New(op *engine.Operation, c *catalog.Collection, filter, let bson.D, collation *value.Collation) (q *Query, err error) {
	err = op.WithScope(let, collation, func(scope *expr.Scope, env *expr.Env) (err error) {
		q, err = Parse(op, c, filter, scope, env, false)
		return err
	})
	return q, err
}

// Parse parses the filter of a command that has more to parse in its scope.
// $expr is an error for an upsert.
func Parse(op *engine.Operation, c *catalog.Collection, filter bson.D, scope *expr.Scope, env *expr.Env, upsert bool) (*Query, error) {
	parsed, err := match.Parse(filter, match.Options{Scope: scope, NoExpr: upsert, Query: true})
	if err != nil {
		return nil, err
	}
	return newQuery(op, c, parsed, scope, env), nil
}

func newQuery(op *engine.Operation, c *catalog.Collection, filter *match.Filter, scope *expr.Scope, env *expr.Env) *Query {
	return &Query{op: op, Collection: c, Filter: filter, collation: scope.Collation(), Env: env, Execution: &Execution{Op: op}}
}

// Documents returns the matching documents in the order asked for.
func (q *Query) Documents() (pipeline.Next, error) {
	next, err := q.open()
	if err == nil && q.ShowsRecordID {
		next, err = q.numbered(next)
	}
	if err != nil {
		return nil, err
	}
	if q.Sort == nil || q.Plan.Sorted {
		return next, nil
	}
	if q.KeepsFound {
		next = q.withFound(next)
	}
	var sorted pipeline.Next
	return func() (bson.D, bool, error) {
		if sorted == nil {
			docs, err := pipeline.SortedFirst(next, q.Sort, q.First, q.op.DB.ShuffleSeed(), q.Env.Budget)
			if err != nil {
				return nil, false, err
			}
			sorted = pipeline.From(docs)
			if q.KeepsFound {
				sorted = q.restoringFound(sorted)
			}
		}
		return sorted()
	}, nil
}

// withFound appends to each document which element of an array the filter found.
func (q *Query) withFound(next pipeline.Next) pipeline.Next {
	return Map(next, func(doc bson.D) (bson.D, error) {
		return append(slices.Clip(doc), bson.E{Key: "$found", Value: int32(q.result.Index)}), nil
	})
}

// restoringFound takes off what withFound appended.
func (q *Query) restoringFound(next pipeline.Next) pipeline.Next {
	return Map(next, func(doc bson.D) (bson.D, error) {
		last := len(doc) - 1
		q.result = match.Result{OK: true, Index: int(doc[last].Value.(int32))}
		return doc[:last], nil
	})
}

// open chooses the plan and returns the matching documents in its order.
func (q *Query) open() (pipeline.Next, error) {
	if err := q.choosePlan(); err != nil {
		return nil, err
	}
	if q.Plan.Index == nil {
		q.source = q.Execution.all(q.Collection, q.Plan.Reverse)
		q.source.tailable = q.IsTailable
	} else {
		q.Plan.Index.Accesses.Count.Add(1)
		q.source = q.Execution.open(q.Collection, source{walk: q.Plan.Walk()})
	}
	q.source.filter = q.Filter.Raw()
	return q.next, nil
}

// next returns the next matching document of the source.
func (q *Query) next() (bson.D, bool, error) {
	for {
		doc, ok, err := q.source.next()
		if !ok || err != nil {
			return nil, false, err
		}
		if q.source.isMatched {
			q.result = match.Result{OK: true, Index: -1}
			return doc, true, nil
		}
		if ok, err := q.Matches(doc); ok || err != nil {
			return doc, ok, err
		}
	}
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
func (q *Query) choosePlan() (err error) {
	switch {
	case q.Collection == nil:
	case q.IsTailable: // scans the collection, regardless of the filter
		if !q.Collection.Capped() {
			return errcode.New(errcode.BadValue, "error processing query: tailable cursor requested on non capped collection")
		}
		if q.Hint.Natural < 0 {
			return errcode.NotImplemented("a tailable cursor with hint {$natural: -1}")
		}
	default:
		q.Plan, err = q.PlanQuery().Plan(q.indexes())
	}
	return err
}

// indexes returns the indexes that the query may use: not the sparse ones if the client
// keeps to version 1 of the stable API (src/mongo/db/index/index_key_validate.cpp).
func (q *Query) indexes() []*storage.Index {
	if !q.op.IsAPIStrict {
		return q.Collection.Indexes
	}
	return slices.DeleteFunc(slices.Clone(q.Collection.Indexes), func(x *storage.Index) bool { return x.Sparse })
}

// PlanQuery returns the query as package plan takes it.
func (q *Query) PlanQuery() plan.Query {
	return plan.Query{Filter: q.Filter, Sort: q.sortFields(), Collation: q.collation, Hint: q.Hint, Limits: q.Limits}
}

// SetSortAndHint sets the sort and the hint.
func (q *Query) SetSortAndHint(sort bson.D, hint any) (err error) {
	if err := checkHint(q.Collection, hint); err != nil {
		return err
	}
	if q.Hint, sort, err = plan.ParseHint(hint, sort); err != nil || len(sort) == 0 {
		return err
	}
	q.Sort, err = expr.ParseSort(sort, q.collation)
	return err
}

// checkHint refuses a hint of the index on _id for measurements: the server's buckets
// have another one.
func checkHint(c *catalog.Collection, hint any) error {
	key, _ := hint.(bson.D)
	if (hint == any("_id_") || len(key) > 0 && key[0].Key == "_id") && c.HoldsMeasurements() {
		return errcode.NotImplemented("the index on _id of a time series collection")
	}
	return nil
}

// Matches reports whether a document matches the filter, and keeps the result.
func (q *Query) Matches(doc bson.D) (bool, error) {
	var err error
	q.result, err = q.Filter.Match(doc, q.Env)
	return q.result.OK, err
}

func (q *Query) sortFields() bson.D {
	if q.Sort == nil || q.op.DB.IsShuffled {
		return nil
	}
	return q.Sort.Fields()
}

// ProjectFound applies find's projection to the document that was returned last.
func (q *Query) ProjectFound(p *project.Projection, doc bson.D) (bson.D, error) {
	return p.Apply(doc, q.result, q.Env)
}

// ProjectMatching applies a projection to a document that the filter is matched with
// again for it, as it may have been changed since.
func (q *Query) ProjectMatching(p *project.Projection, doc bson.D) (bson.D, error) {
	found := match.Result{OK: true, Index: -1}
	if p.IsPositional() {
		var err error
		if found, err = q.Filter.Match(doc, q.Env); err != nil {
			return nil, err
		}
	}
	return p.Apply(doc, found, q.Env)
}

// Matching returns the documents of a collection or view that a filter matches.
func Matching(op *engine.Operation, name string, filter bson.D, hint idl.Hint, collation *value.Collation) (pipeline.Next, error) {
	d := op.Store.Database(op.Database)
	if d.Views[name] != nil {
		stages := bson.A{bson.D{{Key: "$match", Value: NonNil(filter)}}}
		return Aggregation{Op: op, Name: name, Stages: stages, Hint: hint.Index, Collation: collation}.Documents()
	}
	q, err := New(op, d.Collections[name], NonNil(filter), nil, collation)
	if err != nil {
		return nil, err
	}
	q.Env.Clockless = true
	if err := q.SetSortAndHint(nil, hint.Index); err != nil {
		return nil, err
	}
	return q.Documents()
}

// NonNil returns an empty document for nil.
func NonNil(doc bson.D) bson.D {
	if doc == nil {
		return bson.D{}
	}
	return doc
}

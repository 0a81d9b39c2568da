package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/value"
)

// ofKeys returns what a query's plan finds as the server does where it makes of an
// index's keys what is needed of the documents: with null for a field that is
// missing (jstests/core/query/project/projection_dotted_paths.js). Where it is not
// known whether it does so, such a document is refused.
func (q *query) ofKeys(next pipeline.Next, needed []string, known bool) pipeline.Next {
	if q.plan.Index == nil {
		return next
	}
	covers, doubtful := q.plan.Covers(q.planned(), needed)
	doubtful = doubtful || covers && !known
	if q.hint.Index == nil && !doubtful {
		doubtful = q.otherIndexes(needed, covers)
	}
	switch {
	case doubtful:
		return mapped(next, func(doc bson.D) (bson.D, error) { return doc, complete(doc, needed) })
	case covers:
		return mapped(next, func(doc bson.D) (bson.D, error) { return q.plan.FromKey(doc), nil })
	}
	return next
}

// otherIndexes says whether the server could take an index that differs in this
// from the plan's.
func (q *query) otherIndexes(needed []string, covers bool) bool {
	return slices.ContainsFunc(q.planned().Candidates(q.indexes()), func(p plan.Plan) bool {
		other, doubtful := p.Covers(q.planned(), needed)
		return doubtful || other != covers
	})
}

// complete refuses a document that lacks a field.
func complete(doc bson.D, needed []string) error {
	for _, path := range needed {
		if value.IsMissing(plan.Field(doc, path)) {
			return errcode.NotImplemented("what an index may hold all of, for a document without the field " + path)
		}
	}
	return nil
}

package query

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/value"
)

// FromKeys returns the documents of a query. Where the server takes the needed fields
// from an index's keys instead, a missing field is null, as in the key
// (jstests/core/query/project/projection_dotted_paths.js). Where it is not known
// whether the server does so, a document without one of the fields is refused.
func (q *Query) FromKeys(next pipeline.Next, needed []string, known bool) pipeline.Next {
	if q.Plan.Index == nil {
		return next
	}
	covers, doubtful := q.Plan.Covers(q.PlanQuery(), needed)
	doubtful = doubtful || covers && !known
	if q.Hint.Index == nil && !doubtful {
		doubtful = q.otherIndexes(needed, covers)
	}
	switch {
	case doubtful:
		return Map(next, func(doc bson.D) (bson.D, error) { return doc, complete(doc, needed) })
	case covers:
		return Map(next, func(doc bson.D) (bson.D, error) { return q.Plan.FromKey(doc), nil })
	}
	return next
}

// otherIndexes reports whether the server could choose an index for which this is
// not the same as for the plan's.
func (q *Query) otherIndexes(needed []string, covers bool) bool {
	return slices.ContainsFunc(q.PlanQuery().Candidates(q.indexes()), func(p plan.Plan) bool {
		other, doubtful := p.Covers(q.PlanQuery(), needed)
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

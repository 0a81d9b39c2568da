package explain

import (
	"math"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
)

// clusteredScan reads a part of a clustered collection, by the conditions on _id.
type clusteredScan struct {
	within storage.Interval
	rest   []plan.Condition // on other fields
}

// decideClustered takes the server's scan between two values of _id, if there are
// conditions on _id; they are no part of the filter any more then
// (src/mongo/db/query/planner_access.cpp, handleRIDRangeScan and simplifyFilter).
func (e *Explanation) decideClustered(conditions []plan.Condition, others bool) error {
	isID := func(c plan.Condition) bool { return c.Path == "_id" }
	sorted := slices.ContainsFunc(e.Sort, func(f bson.E) bool { return f.Key == "_id" })
	switch {
	case e.Top != nil || e.join != nil || len(e.above) > 0:
		return errcode.NotImplemented("explain of this command on a clustered collection")
	case sorted, others && mentions(e.Filter, "_id"):
		return errcode.NotImplemented("explain of this on a clustered collection")
	case !slices.ContainsFunc(conditions, isID):
		return nil
	case len(conditions) == 1 && conditions[0].Operator == "$eq" && (!e.BatchSized || len(e.Projection) > 0):
		return errcode.NotImplemented("explain of an equality on _id of a clustered collection")
	case others, len(e.Query.Query.Candidates(e.Collection.Indexes[1:])) > 0, e.certain(conditions, others) != nil:
		return errcode.NotImplemented("explain of a clustered collection where an index could be used too")
	}
	e.clustered = &clusteredScan{rest: slices.DeleteFunc(slices.Clone(conditions), isID)}
	bounds := e.Query.Query.Candidates(e.Collection.Indexes[:1])
	if len(bounds) != 1 || len(bounds[0].Bounds) != 1 || len(bounds[0].Bounds[0]) != 1 {
		return errcode.NotImplemented("explain of these conditions on _id of a clustered collection")
	}
	e.clustered.within = bounds[0].Bounds[0][0]
	for _, c := range conditions {
		if isID(c) && !rangesByType(c.Operand) {
			return errcode.NotImplemented("explain of a condition of this type on _id of a clustered collection")
		}
	}
	return nil
}

// rangesByType reports whether it is known which values the server takes for the first
// and the last of a type.
func rangesByType(v any) bool {
	switch v.(type) {
	case int32, int64, float64, bson.Decimal128, string, bson.ObjectID, bson.DateTime:
		return true
	}
	return false
}

// scanClustered visits the records of a clustered collection in its order, those of
// the plan only. The server also counts the record behind, if it reads on to it.
func (e *Explanation) scanClustered(visit func(storage.RecordID) bool) {
	within := storage.Everything
	behind := within
	if e.clustered != nil {
		within = e.clustered.within
		behind.Low, behind.LowIn = within.High, !within.HighIn
	}
	id, stopped := e.Collection.Indexes[0], false
	id.Scan(storage.Bounds{{within}}, func(entry storage.Entry) bool {
		stopped = !visit(entry.ID)
		return !stopped
	})
	if stopped || e.clustered == nil {
		return
	}
	id.Scan(storage.Bounds{{behind}}, func(storage.Entry) bool {
		e.counts.docs++
		return false
	})
}

// clusteredStage is the scan as it is shown.
func (e *Explanation) clusteredStage() bson.D {
	stage := append(bson.D{{Key: "stage", Value: "CLUSTERED_IXSCAN"}}, shownFilter(e.clustered.rest, false)...)
	low := e.clustered.within.Low
	if n, is := low.(float64); is && math.IsInf(n, -1) {
		low = math.NaN() // the first of all numbers
	}
	return append(stage,
		bson.E{Key: "direction", Value: "forward"},
		bson.E{Key: "minRecord", Value: low},
		bson.E{Key: "maxRecord", Value: e.clustered.within.High},
	)
}

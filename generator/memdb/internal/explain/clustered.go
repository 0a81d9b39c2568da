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
// (src/mongo/db/query/planner_access.cpp, handleRIDRangeScan and simplifyFilter). One
// equality finds its document at once (IdLookupOnClusteredCollection in
// src/mongo/db/exec/express/express_plan.h). A sort by _id is the order of the scan
// (determineClusteredScanDirection in src/mongo/db/query/query_planner_common.cpp). It is
// not decided if neither applies.
func (e *Explanation) decideClustered(conditions []plan.Condition, others bool) (isDecided bool, err error) {
	isID := func(c plan.Condition) bool { return c.Path == "_id" }
	onID := slices.ContainsFunc(conditions, isID)
	sorted := slices.ContainsFunc(e.Sort, func(f bson.E) bool { return f.Key == "_id" })
	e.plan.Sorted = len(e.Sort) == 1 && sorted && e.Collation == nil
	e.plan.Reverse = e.plan.Sorted && storage.Descending(e.Sort[0].Value)
	hasOtherIndex := len(e.Query.Query.Candidates(e.Collection.Indexes[1:])) > 0
	switch {
	case e.join != nil, e.Top != nil && e.Top.Name != "UPDATE" && e.Top.Name != "DELETE":
		return false, errcode.NotImplemented("explain of this command on a clustered collection")
	case sorted && (!e.plan.Sorted || hasOtherIndex), onID && e.Collation != nil, others && mentions(e.Filter, "_id"):
		return false, errcode.NotImplemented("explain of this on a clustered collection")
	case !onID:
		return e.plan.Sorted, nil
	case len(conditions) == 1 && conditions[0].Operator == "$eq" && !e.noExpress():
		return true, e.decideClusteredExpress(conditions[0])
	case others, hasOtherIndex, e.certain(conditions, others) != nil:
		return false, errcode.NotImplemented("explain of a clustered collection where an index could be used too")
	}
	e.clustered = &clusteredScan{rest: slices.DeleteFunc(slices.Clone(conditions), isID)}
	bounds := e.Query.Query.Candidates(e.Collection.Indexes[:1])
	if len(bounds) != 1 || len(bounds[0].Bounds) != 1 || len(bounds[0].Bounds[0]) != 1 {
		return false, errcode.NotImplemented("explain of these conditions on _id of a clustered collection")
	}
	e.clustered.within = bounds[0].Bounds[0][0]
	if !betweenDocuments(conditions, isID) && slices.ContainsFunc(conditions, func(c plan.Condition) bool { return isID(c) && !rangesByType(c.Operand) }) {
		return false, errcode.NotImplemented("explain of a condition of this type on _id of a clustered collection")
	}
	// Whether a scan that begins at an end which is no part of it counts the document there
	// is known of the forward one only.
	end := storage.Bounds{{storage.Point(e.clustered.within.High)}}
	if e.plan.Reverse && !e.clustered.within.HighIn && e.Collection.Indexes[0].Walk(end, false).Next() != 0 {
		return false, errcode.NotImplemented("explain of a backward scan of a clustered collection whose upper bound is a document outside")
	}
	return true, nil
}

// noExpress reports whether the server certainly makes a plan for one equality: with a
// batchSize, or a projection of more than whole fields (isExpressEligible in
// src/mongo/db/query/query_utils.h).
func (e *Explanation) noExpress() bool {
	if e.BatchSized {
		return len(e.Projection) == 0
	}
	return len(e.above) == 0 && e.projectionStage() == "PROJECTION_DEFAULT"
}

// decideClusteredExpress takes the server's express plan for the only document with an
// _id, where the server certainly does.
func (e *Explanation) decideClusteredExpress(id plan.Condition) error {
	if e.Top != nil || e.Skip > 0 || e.BatchSized || len(e.above) > 0 || !id.Exact() {
		return errcode.NotImplemented("explain of an equality on _id of a clustered collection")
	}
	e.express = e.Collection.Indexes[0]
	return nil
}

// betweenDocuments reports whether the conditions on _id are two ends of a range of
// documents, so that it does not matter which are the first and the last of their type.
func betweenDocuments(conditions []plan.Condition, isID func(plan.Condition) bool) bool {
	hasLow, hasHigh := false, false
	for _, c := range conditions {
		if !isID(c) {
			continue
		}
		if _, isDocument := c.Operand.(bson.D); !isDocument {
			return false
		}
		hasLow = hasLow || c.Operator == "$gt" || c.Operator == "$gte" || c.Operator == "$eq"
		hasHigh = hasHigh || c.Operator == "$lt" || c.Operator == "$lte" || c.Operator == "$eq"
	}
	return hasLow && hasHigh
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
		if e.plan.Reverse {
			behind.High, behind.HighIn = within.Low, !within.LowIn
		} else {
			behind.Low, behind.LowIn = within.High, !within.HighIn
		}
	}
	walk := e.Collection.Indexes[0].Walk(storage.Bounds{{within}}, e.plan.Reverse)
	for id := walk.Next(); id != 0; id = walk.Next() {
		if !visit(id) {
			return
		}
	}
	if e.clustered != nil && e.Collection.Indexes[0].Walk(storage.Bounds{{behind}}, e.plan.Reverse).Next() != 0 {
		e.counts.docs++
	}
}

// clusteredStage is the scan as it is shown.
func (e *Explanation) clusteredStage() bson.D {
	stage := append(bson.D{{Key: "stage", Value: "CLUSTERED_IXSCAN"}}, shownFilter(e.clustered.rest, false)...)
	low := e.clustered.within.Low
	if n, is := low.(float64); is && math.IsInf(n, -1) {
		low = math.NaN() // the first of all numbers
	}
	return append(stage,
		bson.E{Key: "direction", Value: e.plan.Direction()},
		bson.E{Key: "minRecord", Value: low},
		bson.E{Key: "maxRecord", Value: e.clustered.within.High},
	)
}

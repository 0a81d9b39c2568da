package explain

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// rewritten searches a filter for a part that the server turns into something else
// before it plans: $in of one value or none, $or, and conditions that are always or
// never true.
func rewritten(filter *match.Filter) bool {
	found := false
	filter.Visit(func(_, operator string, operand any) {
		switch operator {
		case "$or", "$alwaysTrue", "$alwaysFalse":
			found = true
		case "$in", "$nin":
			list, _ := operand.(bson.A)
			found = found || !slices.ContainsFunc(list, func(e any) bool { return !value.Equal(e, list[0]) })
		case "$expr":
			_, computed := operand.(bson.D)
			found = found || !computed
		}
	})
	return found
}

// writesByOneID reports whether an update or a delete has $in of one value of _id for
// its filter. The server makes an equality of it before it plans, but looks for the
// express plan and for IDHACK in the filter as it was sent: these writes read _id_ as
// they read any other index.
func (e *Explanation) writesByOneID(conditions []plan.Condition) bool {
	if e.Top == nil || e.Top.Name == "COUNT" || len(conditions) != 1 || conditions[0].Path != "_id" || e.Collection.Indexes[0].Clustered {
		return false
	}
	list, _ := conditions[0].Operand.(bson.A)
	if conditions[0].Operator != "$in" || len(list) == 0 {
		return false
	}
	switch list[0].(type) {
	case bson.A, bson.Regex, bson.Null:
		return false
	}
	return true // rewritten() has found that all are equal
}

// expressIndex finds the index for a filter that is one equality and nothing else,
// which finds one document at most: the server then makes no plan.
func (e *Explanation) expressIndex(conditions []plan.Condition, others bool) *storage.Index {
	if e.join != nil || others || len(conditions) != 1 || conditions[0].Operator != "$eq" || e.Skip > 0 {
		return nil
	}
	switch conditions[0].Operand.(type) {
	case bson.A, bson.Regex, bson.Null:
		return nil
	}
	for _, x := range e.Collection.Indexes {
		served := x.Collation.Same(e.Collation) || plan.Independent(conditions[0].Operand)
		if x.Key[0].Key != conditions[0].Path || x.Hidden || x.Hashed || x.Partial != nil || !served {
			continue
		}
		if x.Name == "_id_" || (e.expressByFields() && (e.Limit == 1 || givesOne(x))) {
			return x
		}
	}
	return nil
}

// expressByFields reports whether the server may do without a plan for an equality on
// other fields than _id. It makes one for a sort, and for a projection of more than
// whole fields.
func (e *Explanation) expressByFields() bool {
	return e.Top == nil && len(e.Sort) == 0 && e.projectionStage() != "PROJECTION_DEFAULT"
}

// givesOne reports whether an index has one document at most for an equality.
func givesOne(x *storage.Index) bool { return x.Unique && len(x.Key) == 1 }

// rivals reports whether another index begins with the same field.
func (e *Explanation) rivals(x *storage.Index) bool {
	return slices.ContainsFunc(e.Collection.Indexes, func(y *storage.Index) bool {
		return y != x && !y.Hidden && (y.Wildcard || y.Key[0].Key == x.Key[0].Key)
	})
}

// decideExpress takes the server's express plan, where the server certainly does.
func (e *Explanation) decideExpress(x *storage.Index) error {
	switch {
	case e.Top != nil && !e.Top.Single:
		return errcode.NotImplemented("explain of an equality on _id in this command")
	case !x.Collation.Same(e.Collation):
		return errcode.NotImplemented("explain of an equality on an index with another collation")
	case x.Name == "_id_":
		e.byID = e.BatchSized || e.projectionStage() == "PROJECTION_DEFAULT"
	case e.BatchSized || !givesOne(x) || len(e.Projection) > 0 || x.Multikeyed() || e.rivals(x):
		return errcode.NotImplemented("explain of an equality on an index that gives one document at most")
	}
	e.express = x
	return nil
}

func (e *Explanation) executeExpress() error {
	conditions, _ := plan.Conjuncts(e.Filter)
	point := storage.Bounds{{storage.Point(e.express.Collation.Fold(conditions[0].Operand))}}
	e.express.Scan(point, func(storage.Entry) bool {
		e.counts = counts{returned: 1, keys: 1, docs: 1, fetched: 1}
		if e.express.Clustered {
			e.counts.keys = 0
		}
		return false
	})
	return nil
}

// expressStage is the plan of one equality; only that by _id in the older way, which
// is used with a batchSize or a projection of more than whole fields, has a projection
// above it.
func (e *Explanation) expressStage() bson.D {
	if e.byID {
		return bson.D{{Key: "stage", Value: "IDHACK"}}
	}
	if e.express.Clustered {
		return bson.D{{Key: "stage", Value: "EXPRESS_CLUSTERED_IXSCAN"}}
	}
	return bson.D{
		{Key: "stage", Value: "EXPRESS_IXSCAN"},
		{Key: "keyPattern", Value: value.String(e.express.Key)},
		{Key: "indexName", Value: e.express.Name},
	}
}

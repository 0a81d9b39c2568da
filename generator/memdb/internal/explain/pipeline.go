package explain

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/value"
)

// OfPipeline decides on the plan of a query with the stages of a pipeline on top: as
// that of a find if all the stages can be part of one, else as a cursor with stages
// above it. narrows reports whether the input of a stage need not be whole documents.
func OfPipeline(q Query, stages bson.A, narrows func(stage string) bool) (*Explanation, error) {
	e := &Explanation{Query: q}
	e.above = e.push(stages)
	if err := e.decide(); err != nil || len(e.above) == 0 {
		return e, err
	}
	if e.express != nil || hasStage(e.above, "$limit") {
		return nil, errcode.NotImplemented("explain of this pipeline")
	}
	if e.plan.Index == nil {
		return e, nil
	}
	return e, e.decideFetch(narrows)
}

// push takes $skip, $limit and $project, once each in this order, into the query, and
// returns the other stages.
func (e *Explanation) push(stages bson.A) (above bson.A) {
	order := []string{"$skip", "$limit", "$project"}
	for i, v := range stages {
		stage := v.(bson.D)[0]
		at := slices.Index(order, stage.Key)
		if at < 0 {
			return stages[i:]
		}
		order = order[at+1:]
		switch stage.Key {
		case "$skip":
			e.Skip = value.ClampLong(stage.Value)
		case "$limit":
			e.Limit = value.ClampLong(stage.Value)
		case "$project":
			e.Projection, _ = stage.Value.(bson.D)
		}
	}
	return nil
}

func hasStage(stages bson.A, name string) bool {
	return slices.ContainsFunc(stages, func(v any) bool {
		doc, ok := v.(bson.D)
		return ok && !value.IsMissing(value.Get(doc, name))
	})
}

// decideFetch decides whether the stages above an index scan need documents, or only
// the fields of its keys. A stage that needs whole documents fetches; a $group right
// above needs the fields that it names, and an $unwind at least its own.
func (e *Explanation) decideFetch(narrows func(stage string) bool) error {
	if !slices.ContainsFunc(e.above, func(v any) bool { return narrows(v.(bson.D)[0].Key) }) {
		e.covered = false
		return nil
	}
	first := e.above[0].(bson.D)[0]
	if first.Key == "$unwind" && len(e.Projection) == 0 {
		path, whole := plan.Read(first.Value)
		if covers, doubtful := e.plan.Covers(e.Query.Query, path); whole || !covers && !doubtful {
			e.covered = false
			return nil
		}
	}
	if first.Key != "$group" || len(e.Projection) > 0 || e.plan.Index.Collation != nil {
		return errcode.NotImplemented("explain of this pipeline over an index")
	}
	needed, whole := plan.Read(first.Value)
	if whole {
		e.covered = false
		return nil
	}
	return e.decideCovered(needed)
}

// Package explain reports how a query would be run, as the server's explain does,
// where the server's choice of a plan is beyond doubt; all else is refused, because
// the server decides by trial.
//
// Of takes a Query, which names no request and no command, decides on its plan, and
// returns an Explanation; its Reply is the tree of the plan's stages, with the counts
// of a run if the verbosity includes them.
package explain

import (
	"cmp"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
)

// The verbosities, each with more than the one before it.
const (
	QueryPlanner      = "queryPlanner"
	ExecutionStats    = "executionStats"
	AllPlansExecution = "allPlansExecution"
)

// Query is the query to explain.
type Query struct {
	plan.Query
	Namespace  string
	Collection *storage.Collection // nil if there is none
	// Matches applies the filter.
	Matches     func(doc bson.D) (bool, error)
	Skip, Limit int64 // no limit is 0
	Projection  bson.D
	BatchSized  bool   // a batchSize was given
	Top         *Stage // the projection of the command, nil if it has none
}

// Stage is the stage of a command on top of its query's plan.
type Stage struct {
	Name string // COUNT, UPDATE, DELETE
	// Single reports whether an update or delete is of one document, which may be
	// found by the express plan on _id.
	Single bool
	// Counts returns the counts that the stage shows for a run in which so many
	// documents matched; nil for none.
	Counts func(matched int) bson.D
}

// Explanation is a query whose plan was decided.
type Explanation struct {
	Query
	plan      plan.Plan
	express   *storage.Index // the index of the server's short way, or nil
	byID      bool           // the older plan by _id, IDHACK
	covered   bool
	clustered *clusteredScan // between two values of _id, or nil
	above     bson.A         // the stages of a pipeline that the query does not run
	join      *Join          // above the query, or nil
	clauses   []*Explanation // of an $or, which are planned for themselves
	counts    counts
}

// counts are the counters of a run of the plan.
type counts struct {
	returned, keys, docs int
	fetched              int // documents that the filter let through
}

// Of decides on the plan of a query, or refuses where the server might take
// another.
func Of(q Query) (*Explanation, error) {
	e := &Explanation{Query: q}
	return e, e.decide()
}

// Index is the one that the plan reads, nil for none.
func (e *Explanation) Index() *storage.Index { return cmp.Or(e.express, e.plan.Index) }

// UsesIndex reports whether the plan reads an index.
func (e *Explanation) UsesIndex() bool { return e.plan.Index != nil }

// Reply returns the explanation, without the fields at the end that every explanation
// has.
func (e *Explanation) Reply(verbosity string) (bson.D, error) {
	if e.join != nil {
		body, err := e.joinBody(verbosity)
		return e.withStages("2", body), err
	}
	body, err := e.body(verbosity)
	return e.withStages("1", body), err
}

// withStages returns the explanation of a query with the stages above it.
func (e *Explanation) withStages(version string, body bson.D) bson.D {
	reply := bson.D{{Key: "explainVersion", Value: version}}
	if len(e.above) == 0 {
		return append(reply, body...)
	}
	stages := bson.A{bson.D{{Key: "$cursor", Value: body}}}
	return append(reply, bson.E{Key: "stages", Value: append(stages, e.above...)})
}

func (e *Explanation) body(verbosity string) (bson.D, error) {
	planner := bson.D{{Key: "namespace", Value: e.Namespace}, {Key: "indexFilterSet", Value: false}}
	planner = append(planner, e.Collation.Option()...)
	planner = append(planner, bson.E{Key: "winningPlan", Value: e.tree(false)}, bson.E{Key: "rejectedPlans", Value: bson.A{}})
	body := bson.D{{Key: "queryPlanner", Value: planner}}
	if verbosity == QueryPlanner {
		return body, nil
	}
	if err := e.execute(); err != nil {
		return nil, err
	}
	returned := e.counts.returned
	if e.Top != nil {
		returned = 0
	}
	stats := bson.D{
		{Key: "executionSuccess", Value: true},
		{Key: "nReturned", Value: int32(returned)},
		{Key: "executionTimeMillis", Value: int32(0)},
		{Key: "totalKeysExamined", Value: int32(e.counts.keys)},
		{Key: "totalDocsExamined", Value: int32(e.counts.docs)},
		{Key: "executionStages", Value: e.tree(true)},
	}
	if verbosity == AllPlansExecution { // there was one plan only
		stats = append(stats, bson.E{Key: "allPlansExecution", Value: bson.A{}})
	}
	return append(body, bson.E{Key: "executionStats", Value: stats}), nil
}

package plan

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Query is the input of a plan.
type Query struct {
	Filter    *match.Filter    // nil for all documents
	Sort      bson.D           // the order asked for, nil for any
	Collation *value.Collation // how values compare
	Hint      Hint
	Limits    Limits
}

// Plan makes the plan for a query on a collection with these indexes, and returns the
// server's errors for a hint or limits that none of them fits.
func (q Query) Plan(indexes []*storage.Index) (Plan, error) {
	limited := q.Limits.Given()
	switch {
	case q.Hint.Natural != 0 && limited:
		return Plan{}, errcode.New(291, "error processing query: planner returned error: min and max are incompatible with $natural")
	case q.Hint.Natural != 0:
		return Plan{Reverse: q.Hint.Natural < 0}, nil
	case q.Hint.Index != nil:
		return q.byHint(indexes)
	case limited:
		// An error in every version of the server, but not by one code.
		return Plan{}, errcode.NotImplemented("find.min and find.max without a hint")
	}
	return q.choose(indexes), nil
}

// choose takes, of several indexes that help, the one with most leading
// equalities.
func (q Query) choose(indexes []*storage.Index) Plan {
	var best Plan
	for _, p := range q.Candidates(indexes) {
		if best.Index == nil || p.better(best) {
			best = p
		}
	}
	return best
}

// Candidates lists the plans that use an index: those whose first field the filter
// narrows, else those that have the order.
func (q Query) Candidates(indexes []*storage.Index) []Plan {
	conditions := q.conditions()
	all := WithElements(conditions)
	var narrowing, ordering []Plan
	for _, x := range indexes {
		if x.Hidden || x.Partial != nil && !holdsAll(x, conditions, q.Collation) {
			continue
		}
		p, ok := q.serve(x, all)
		switch {
		case ok && p.bounded:
			narrowing = append(narrowing, p)
		case ok && p.Sorted && !x.Sparse:
			ordering = append(ordering, p)
		}
	}
	if len(narrowing) > 0 {
		return narrowing
	}
	return ordering
}

// Ordered reports whether an index that no condition narrows has the order.
func (q Query) Ordered(x *storage.Index) bool {
	p, ok := q.serve(x, nil)
	return ok && p.Sorted
}

// conditions returns the conditions that an index may serve.
func (q Query) conditions() []Condition {
	conditions, _ := Conjuncts(q.Filter)
	return slices.DeleteFunc(conditions, func(c Condition) bool { return numbered(c.Path) })
}

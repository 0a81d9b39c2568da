package explain

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
)

// OfFind is Of for the command find. Of a filter that is an $or and nothing else the
// server plans each clause for itself.
func OfFind(q Query) (*Explanation, error) {
	clauses := q.Filter.Clauses()
	if clauses == nil || q.Collection == nil {
		return Of(q)
	}
	e := &Explanation{Query: q}
	return e, e.decideOr(clauses)
}

// decideOr takes one index for each clause, if each has one condition and one
// index that could be used.
func (e *Explanation) decideOr(clauses []*match.Filter) error {
	if len(e.Sort) > 0 || len(e.Projection) > 0 || e.Skip > 0 || e.Limit > 0 || e.Collation != nil || e.Hint != (plan.Hint{}) || e.Limits.Given() {
		return errcode.NotImplemented("explain of $or with anything beside it")
	}
	for _, filter := range clauses {
		clause := &Explanation{Query: Query{Query: plan.Query{Filter: filter}, Collection: e.Collection}}
		if err := clause.decideClause(); err != nil {
			return err
		}
		e.clauses = append(e.clauses, clause)
	}
	slices.SortStableFunc(e.clauses, func(a, b *Explanation) int { return inOrder(a.condition(), b.condition()) })
	paths := map[string]bool{}
	for _, clause := range e.clauses {
		path := clause.condition().Path
		if paths[path] { // equalities become an $in
			return errcode.NotImplemented("explain of $or with several clauses on one field")
		}
		paths[path] = true
	}
	return nil
}

// decideClause takes the one index that serves the one condition of a clause.
func (e *Explanation) decideClause() error {
	conditions, others := plan.Conjuncts(e.Filter)
	if others || len(conditions) != 1 || !slices.Contains(shownOperators, conditions[0].Operator) || !conditions[0].Exact() {
		return errcode.NotImplemented("explain of $or with such a clause")
	}
	if err := e.certain(conditions, false); err != nil {
		return err
	}
	list := e.Query.Query.Candidates(e.Collection.Indexes)
	if len(list) != 1 {
		return errcode.NotImplemented("explain of $or with a clause that not just one index serves")
	}
	e.plan = list[0]
	x := e.plan.Index
	if x.Multikeyed() || x.Partial != nil || x.Sparse || x.Collation != nil || e.plan.Bounds.Empty() {
		return errcode.NotImplemented("explain of $or over such an index")
	}
	return nil
}

// condition is that of a clause.
func (e *Explanation) condition() plan.Condition {
	conditions, _ := plan.Conjuncts(e.Filter)
	return conditions[0]
}

// executeOr reads the keys of all clauses, and each document once.
func (e *Explanation) executeOr() {
	seen := map[storage.RecordID]bool{}
	for _, clause := range e.clauses {
		clause.counts.keys = clause.plan.Index.Scan(clause.plan.Bounds, func(entry storage.Entry) bool {
			clause.counts.fetched++
			seen[entry.ID] = true
			return true
		})
		e.counts.keys += clause.counts.keys
	}
	e.counts.docs, e.counts.fetched, e.counts.returned = len(seen), len(seen), len(seen)
}

func (e *Explanation) orTree(counts bool) bson.D {
	or, tested, scans := bson.D{{Key: "stage", Value: "OR"}}, 0, bson.A{}
	for _, clause := range e.clauses {
		tested += clause.counts.fetched
		scans = append(scans, clause.indexScan(counts))
	}
	subplan := bson.D{{Key: "stage", Value: "SUBPLAN"}}
	if counts {
		returned := bson.E{Key: "nReturned", Value: int32(e.counts.returned)}
		subplan = append(subplan, returned)
		or = append(or, returned,
			bson.E{Key: "dupsTested", Value: int32(tested)},
			bson.E{Key: "dupsDropped", Value: int32(tested - e.counts.returned)},
		)
	}
	or = append(or, bson.E{Key: "inputStages", Value: scans})
	fetch := append(e.counted(bson.D{{Key: "stage", Value: "FETCH"}}, counts), bson.E{Key: "inputStage", Value: or})
	return append(subplan, bson.E{Key: "inputStage", Value: fetch})
}

package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
)

// SortedFirst returns the first n documents of a sort, all if n is 0. It holds no more
// documents than that needs.
func SortedFirst(in Next, s *expr.Sort, n int64, shuffle uint64, budget *expr.Budget) ([]bson.D, error) {
	if n == 0 || shuffle != 0 {
		docs, err := Collect(in, budget)
		if err != nil {
			return nil, err
		}
		return Sorted(docs, s, shuffle, budget)
	}
	var docs []bson.D
	for {
		doc, ok, err := in()
		if err != nil {
			return nil, err
		}
		if !ok {
			return firstOf(docs, s, n, budget)
		}
		if _, err := budget.HoldValue(doc); err != nil {
			return nil, err
		}
		docs = append(docs, doc)
		if int64(len(docs)) >= sortedAtOnce && int64(len(docs))/2 >= n {
			if docs, err = firstOf(docs, s, n, budget); err != nil {
				return nil, err
			}
		}
	}
}

// sortedAtOnce is the least number of documents that are gathered before they are
// sorted.
const sortedAtOnce = 1000

// firstOf sorts documents and drops those behind the nth.
func firstOf(docs []bson.D, s *expr.Sort, n int64, budget *expr.Budget) ([]bson.D, error) {
	err := budget.Pass(func() (err error) {
		docs, err = Sorted(docs, s, 0, budget)
		return err
	})
	if err != nil || int64(len(docs)) <= n {
		return docs, err
	}
	for _, doc := range docs[n:] {
		budget.Release(expr.Weight(doc, expr.MaxHeld))
	}
	clear(docs[n:])
	return docs[:n], nil
}

// limitSorts passes to each sort the number of documents that the $limit behind it
// lets through.
func limitSorts(stages []parsedStage) {
	for i := range stages {
		if stages[i].sort != nil && i+1 < len(stages) && stages[i+1].limit > 0 {
			stages[i].run = sorting(stages[i].sort, stages[i+1].limit)
		}
	}
}

func sorting(s *expr.Sort, first int64) func(r *execution, in Next) Next {
	return func(r *execution, in Next) Next {
		return later(func() (Next, error) {
			docs, err := SortedFirst(in, s, first, r.env.Shuffle, r.env.Budget)
			return From(docs), err
		})
	}
}

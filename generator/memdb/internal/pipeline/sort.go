package pipeline

import (
	"math/rand/v2"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
)

var sortStage = &Stage{
	Name: "$sort", State: support.Done,
	canPrecedeSlotBased: true,
	Reach:               ReachDocuments, Order: OrderSorted, Documents: DocumentsPassed,
	parse: parseSort,
}

func parseSort(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 15973, "$sort")
	if err != nil {
		return parsedStage{}, err
	}
	if len(spec) == 0 {
		return parsedStage{}, errcode.New(15976, "$sort stage must have at least one sort key")
	}
	s, err := expr.ParseSort(spec, p.collation())
	if err != nil {
		return parsedStage{}, err
	}
	return parsedStage{sort: s, run: sorting(s, 0)}, nil
}

// Sorted returns the documents in the order of s; documents that tie stay in theirs,
// or are shuffled if a seed is given.
func Sorted(docs []bson.D, s *expr.Sort, shuffle uint64, budget *expr.Budget) ([]bson.D, error) {
	type row struct {
		key []any
		doc bson.D
	}
	rows := make([]row, len(docs))
	for i, doc := range docs {
		key, err := s.Key(doc)
		if err != nil {
			return nil, err
		}
		if _, err := budget.HoldValue(bson.A(key)); err != nil {
			return nil, err
		}
		rows[i] = row{key, doc}
	}
	if shuffle != 0 {
		random := rand.New(rand.NewPCG(shuffle, uint64(len(rows))))
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	}
	var interrupted error
	slices.SortStableFunc(rows, func(a, b row) int {
		if interrupted == nil {
			interrupted = budget.Step()
		}
		if interrupted != nil {
			return 0
		}
		return s.Compare(a.key, b.key)
	})
	if interrupted != nil {
		return nil, interrupted
	}
	out := make([]bson.D, len(rows))
	for i, row := range rows {
		out[i] = row.doc
	}
	return out, nil
}

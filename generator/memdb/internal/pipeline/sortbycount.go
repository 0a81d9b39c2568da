package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
)

var sortByCountStage = &Stage{
	Name: "$sortByCount", State: support.Done,
	Reach: ReachDocuments, Order: OrderOpen, Documents: DocumentsMade, Narrows: true,
	parse: parseSortByCount,
}

func parseSortByCount(p *stageParser, arg any) (parsedStage, error) {
	switch v := arg.(type) {
	case bson.D:
		if !expr.IsOperator(v) {
			return parsedStage{}, errcode.New(40147, "the sortByCount field must be defined as a $-prefixed path or an expression inside an object")
		}
	case string:
		if !strings.HasPrefix(v, "$") {
			return parsedStage{}, errcode.New(40148, "the sortByCount field must be defined as a $-prefixed path or an expression inside an object")
		}
	default:
		return parsedStage{}, errcode.New(40149, "the sortByCount field must be specified as a string or as an object")
	}
	id, err := expr.Parse(arg, p.Scope)
	if err != nil {
		return parsedStage{}, err
	}
	g := &groupSpec{id: id, fields: counting()}
	byCount, err := expr.ParseSort(bson.D{{Key: "count", Value: int32(-1)}}, p.collation())
	if err != nil {
		return parsedStage{}, err
	}
	sort := all(func(r *execution, docs []bson.D) ([]bson.D, error) {
		return Sorted(docs, byCount, r.env.Shuffle, r.env.Budget)
	})
	return parsedStage{grouping: g, run: func(r *execution, in Next) Next { return sort(r, g.run(r, in)) }}, nil
}

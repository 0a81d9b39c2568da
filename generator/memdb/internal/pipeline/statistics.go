package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

func (p *stageParser) statistics(name string, spec bson.D) (parsedStage, error) {
	if p.Collection == "" {
		return parsedStage{}, errcode.New(errcode.InvalidNamespace, "%s is not valid without a collection", name)
	}
	collection := p.Collection
	return parsedStage{run: func(r *execution, _ Next) Next {
		return later(func() (Next, error) {
			docs, err := r.catalog.Statistics(name, collection, spec)
			return From(docs), err
		})
	}}, nil
}

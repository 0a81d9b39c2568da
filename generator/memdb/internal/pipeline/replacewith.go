package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var replaceWithStage = &Stage{
	Name: "$replaceWith", State: support.Done, canFollowChangeStream: true,
	InUpdate: true,
	Reach:    ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped, Narrows: true,
	parse: parseReplaceWith,
}

func parseReplaceWith(p *stageParser, arg any) (parsedStage, error) {
	e, err := expr.Parse(arg, p.Scope)
	if err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: each(func(r *execution, doc bson.D) (bson.D, error) {
		v, err := r.eval(e, doc)
		if err != nil {
			return nil, err
		}
		d, ok := v.(bson.D)
		if !ok {
			return nil, errcode.New(40228, "'newRoot' expression must evaluate to an object, but resulting value was of type: %s", value.TypeName(v))
		}
		return d, nil
	})}, nil
}

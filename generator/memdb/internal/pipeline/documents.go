package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var documentsStage = &Stage{
	Name: "$documents", State: support.Done,
	Place: First, NotInFacet: true,
	Reach: ReachDocuments, Order: OrderFixed, Documents: DocumentsMade,
	parse: parseDocuments,
}

func parseDocuments(p *stageParser, arg any) (parsedStage, error) {
	if d, ok := arg.(bson.D); ok && len(d) == 0 {
		return parsedStage{}, errcode.New(51270, "Invalid empty sub-projection in $documents")
	}
	var e *expr.Expr
	if err := p.atOnce(func(scope *expr.Scope) (err error) {
		e, err = expr.Parse(arg, scope)
		return err
	}); err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: func(r *execution, _ Next) Next {
		return later(func() (Next, error) {
			v, err := r.eval(e, nil)
			if err != nil {
				return nil, err
			}
			list, ok := v.(bson.A)
			if !ok {
				return nil, errcode.New(5858203, "$documents must evaluate to an array, found %s", value.TypeName(v))
			}
			docs := make([]bson.D, len(list))
			for i, v := range list {
				if docs[i], ok = v.(bson.D); !ok {
					return nil, errcode.New(40228, "the elements of $documents must be objects, found %s", value.TypeName(v))
				}
			}
			return From(docs), nil
		})
	}}, nil
}

// isDocuments reports whether the stage is $documents, the only stage that makes
// documents and takes the place of a collection.
func (s parsedStage) isDocuments() bool { return s.of.Name == "$documents" }

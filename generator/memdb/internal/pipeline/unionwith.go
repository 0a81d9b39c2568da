package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var unionWithStage = &Stage{
	Name: "$unionWith", State: support.Done,
	Options: strings.Fields("coll pipeline"),
	Reach:   ReachDocuments, Order: OrderOpen, Documents: DocumentsMade,
	Namespaces: []Namespace{{Option: "coll"}},
	Pipelines:  []string{"pipeline"},
	parse:      parseUnionWith,
}

func parseUnionWith(p *stageParser, arg any) (parsedStage, error) {
	from, stages := arg, bson.A{}
	spec, ok := arg.(bson.D)
	if _, isName := arg.(string); !ok && !isName {
		return parsedStage{}, errcode.New(errcode.FailedToParse, "the $unionWith stage specification must be an object or string, but found %s", value.TypeName(arg))
	}
	if ok {
		var err error
		if spec, err = given("$unionWith", spec); err != nil {
			return parsedStage{}, err
		}
		from = value.Missing{}
		for _, f := range spec {
			switch f.Key {
			case "coll":
				from = f.Value
			case "pipeline":
				if stages, ok = f.Value.(bson.A); !ok {
					return parsedStage{}, wrongType("$unionWith.pipeline", f.Value, "array")
				}
			default:
				return parsedStage{}, unknownField("$unionWith", f.Key)
			}
		}
	}
	name, ok := from.(string)
	if !ok && !value.IsMissing(from) {
		return parsedStage{}, wrongType("$unionWith.coll", from, "string")
	}
	if ok && name == "" {
		return parsedStage{}, errcode.New(errcode.InvalidNamespace, "invalid $unionWith namespace: %s.", p.Database)
	}
	of, err := p.other("$unionWith", name, p.Scope, stages)
	if err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: func(r *execution, in Next) Next {
		return concat(in, of.open(r.with(r.env.Child())))
	}}, nil
}

package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

func parseUnionWith(p *parsing, arg any) (stage, error) {
	from, stages := arg, bson.A{}
	spec, ok := arg.(bson.D)
	if _, isName := arg.(string); !ok && !isName {
		return stage{}, errcode.New(errcode.FailedToParse, "the $unionWith stage specification must be an object or string, but found %s", value.TypeName(arg))
	}
	if ok {
		var err error
		if spec, err = given("$unionWith", spec); err != nil {
			return stage{}, err
		}
		from = value.Missing{}
		for _, f := range spec {
			switch f.Key {
			case "coll":
				from = f.Value
			case "pipeline":
				if stages, ok = f.Value.(bson.A); !ok {
					return stage{}, wrongType("$unionWith.pipeline", f.Value, "array")
				}
			default:
				return stage{}, unknownField("$unionWith", f.Key)
			}
		}
	}
	name, ok := from.(string)
	if !ok && !value.IsMissing(from) {
		return stage{}, wrongType("$unionWith.coll", from, "string")
	}
	if ok && name == "" {
		return stage{}, errcode.New(errcode.InvalidNamespace, "invalid $unionWith namespace: %s.", p.Database)
	}
	of, err := p.other("$unionWith", name, p.Scope, stages)
	if err != nil {
		return stage{}, err
	}
	return stage{run: func(r *running, in Next) Next {
		return concat(in, of.open(r.with(r.env.Child())))
	}}, nil
}

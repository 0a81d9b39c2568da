package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/value"
)

func parseReplaceRoot(p *parsing, arg any) (stage, error) {
	spec, err := document(arg, 40229, "$replaceRoot")
	if err != nil {
		return stage{}, err
	}
	for _, f := range spec {
		if f.Key != "newRoot" {
			return stage{}, unknownField("$replaceRoot", f.Key)
		}
	}
	if len(spec) == 0 {
		return stage{}, missingField("$replaceRoot", "newRoot")
	}
	if err := once("$replaceRoot", spec); err != nil {
		return stage{}, err
	}
	return parseReplaceWith(p, spec[0].Value)
}

func parseReplaceWith(p *parsing, arg any) (stage, error) {
	e, err := expr.Parse(arg, p.Scope)
	if err != nil {
		return stage{}, err
	}
	return stage{run: each(func(r *running, doc bson.D) (bson.D, error) {
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

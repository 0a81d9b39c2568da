package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var redactStage = &Stage{
	Name: "$redact", State: support.Done, canFollowChangeStream: true,
	Reach: ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped,
	parse: parseRedact,
}

// decisions are the variables that only the expression of $redact sees.
var decisions = map[string]string{"DESCEND": "descend", "PRUNE": "prune", "KEEP": "keep"}

// redact decides for each document and, where the expression says so, for each
// document inside it.
func parseRedact(p *stageParser, arg any) (parsedStage, error) {
	scope := p.Scope
	for name, decision := range decisions {
		scope = scope.BindConstant(name, decision)
	}
	e, err := expr.Parse(arg, scope)
	if err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: func(r *execution, in Next) Next {
		return func() (bson.D, bool, error) {
			for {
				doc, ok, err := in()
				if !ok || err != nil {
					return nil, false, err
				}
				r.env.Begin(doc)
				out, keep, err := redact(r, e, doc)
				r.env.SetCurrent(nil)
				if keep || err != nil {
					return out, err == nil, err
				}
			}
		}
	}}, nil
}

func redact(r *execution, e *expr.Expr, doc bson.D) (bson.D, bool, error) {
	r.env.SetCurrent(doc)
	v, err := e.Eval(r.env)
	if err != nil {
		return nil, false, err
	}
	switch v {
	case "keep":
		return doc, true, nil
	case "prune":
		return nil, false, nil
	case "descend":
		out, err := redactFields(r, e, doc)
		return out, true, err
	}
	return nil, false, errcode.New(17053, "$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE, but returned %s", value.String(v))
}

func redactFields(r *execution, e *expr.Expr, doc bson.D) (bson.D, error) {
	out := make(bson.D, 0, len(doc))
	for _, f := range doc {
		v, keep, err := redactValue(r, e, f.Value)
		if err != nil {
			return nil, err
		}
		if keep {
			out = append(out, bson.E{Key: f.Key, Value: v})
		}
	}
	return out, nil
}

func redactValue(r *execution, e *expr.Expr, v any) (any, bool, error) {
	switch v := v.(type) {
	case bson.D:
		return redact(r, e, v)
	case bson.A:
		out := bson.A{}
		for _, element := range v {
			element, keep, err := redactValue(r, e, element)
			if err != nil {
				return nil, false, err
			}
			if keep {
				out = append(out, element)
			}
		}
		return out, true, nil
	}
	return v, true, nil
}

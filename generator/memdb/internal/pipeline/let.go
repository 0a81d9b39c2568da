package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
)

// letVariable is a variable that a stage computes for a pipeline of its own.
type letVariable struct {
	slot expr.Variable
	by   *expr.Expr
}

// parseLet reads the variables, and returns the scope of the pipeline that sees them.
// They do not see each other.
func (p *stageParser) parseLet(let bson.D) ([]letVariable, *expr.Scope, error) {
	var vars []letVariable
	scope := p.Scope
	for _, f := range let {
		if err := expr.CheckVariableName(f.Key); err != nil {
			return nil, nil, err
		}
		by, err := expr.Parse(f.Value, p.Scope)
		if err != nil {
			return nil, nil, err
		}
		v := letVariable{by: by}
		scope, v.slot = scope.Bind(f.Key)
		vars = append(vars, v)
	}
	return vars, scope, nil
}

// bind returns the environment of the pipeline for one document.
func (r *execution) bind(vars []letVariable, doc bson.D) (*expr.Env, error) {
	inner := r.env.Child()
	for _, v := range vars {
		to, err := r.eval(v.by, doc)
		if err != nil {
			return nil, err
		}
		inner.Set(v.slot, to)
	}
	return inner, nil
}

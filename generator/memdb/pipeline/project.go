package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/match"
	"modelbook/generator/memdb/project"
)

func parseProject(p *parsing, arg any) (stage, error) {
	spec, err := document(arg, 15969, "$project")
	if err != nil {
		return stage{}, err
	}
	var projection *project.Projection
	return projecting(projection, p.atOnce(func(scope *expr.Scope) (err error) {
		projection, err = project.Parse(spec, project.Options{Scope: scope})
		return err
	}))
}

func parseUnset(_ *parsing, arg any) (stage, error) {
	return projecting(project.ParseUnset(arg))
}

func projecting(projection *project.Projection, err error) (stage, error) {
	if err != nil {
		return stage{}, err
	}
	return stage{run: each(func(r *running, doc bson.D) (bson.D, error) {
		return projection.Apply(doc, match.Result{OK: true, Index: -1}, r.env)
	})}, nil
}

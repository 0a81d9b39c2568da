package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/project"
	"modelbook/generator/memdb/internal/support"
)

var projectStage = &Stage{
	Name: "$project", State: support.Done, canFollowChangeStream: true,
	InUpdate: true,
	Reach:    ReachDocuments, Order: OrderKept, Documents: DocumentsReshaped, Narrows: true,
	parse: parseProject,
}

func parseProject(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 15969, "$project")
	if err != nil {
		return parsedStage{}, err
	}
	var projection *project.Projection
	return projecting(projection, p.atOnce(func(scope *expr.Scope) (err error) {
		projection, err = project.Parse(spec, project.Options{Scope: scope})
		return err
	}))
}

func projecting(projection *project.Projection, err error) (parsedStage, error) {
	if err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: each(func(r *execution, doc bson.D) (bson.D, error) {
		return projection.Apply(doc, match.Result{OK: true, Index: -1}, r.env)
	})}, nil
}

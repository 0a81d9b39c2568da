package update

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/pipeline"
)

// pipelineUpdate is an update by stages, each of which makes one document of
// one.
type pipelineUpdate struct {
	stages *pipeline.Pipeline
}

func (u *Update) parsePipeline(stages bson.A) error {
	if u.options.ArrayFilters != nil {
		return errcode.New(errcode.FailedToParse, "arrayFilters may not be specified for pipeline-syle updates")
	}
	scope := u.options.Scope
	for _, c := range u.options.Constants {
		if err := expr.CheckVariableName(c.Key); err != nil {
			return err
		}
		scope = scope.BindConstant(c.Key, c.Value)
	}
	for _, v := range stages {
		if stage, ok := v.(bson.D); ok && len(stage) == 1 && pipeline.CheckUpdate(stage[0]) != nil {
			return forbiddenStage(stage, u.options.Scope)
		}
	}
	parsed, err := parseUnfolded(stages, scope)
	u.pipeline = &pipelineUpdate{parsed}
	return err
}

// parseUnfolded reads stages whose constants are not folded: the server does not
// optimize an update's, so that their errors are raised on the first document.
func parseUnfolded(stages bson.A, scope *expr.Scope) (parsed *pipeline.Pipeline, err error) {
	_, err = scope.Hold(func(scope *expr.Scope) error {
		parsed, err = pipeline.Parse(stages, pipeline.Options{Scope: scope})
		return err
	})
	return parsed, err
}

// forbiddenStage returns a stage's own error first, as the server parses it before it
// checks whether an update may have it.
func forbiddenStage(stage bson.D, scope *expr.Scope) error {
	if _, err := parseUnfolded(bson.A{stage}, scope); err != nil {
		return err
	}
	return pipeline.CheckUpdate(stage[0])
}

func (u *Update) applyPipeline(t Target) (bson.D, error) {
	next := u.pipeline.stages.Run(t.Env, pipeline.From([]bson.D{t.Doc}), nil)
	doc, _, err := next()
	if err != nil {
		return nil, err
	}
	return replace(t.Doc, doc)
}

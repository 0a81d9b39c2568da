package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/query"
)

// runOnView runs a find as the pipeline of a view and stages of its own.
func (c *findCommand) runOnView(op *engine.Operation, name string) (bson.D, error) {
	collation, err := op.ReadCollation(name, c.Collation)
	if err != nil {
		return nil, err
	}
	if err := c.checkOnView(); err != nil {
		return nil, err
	}
	a := query.Aggregation{Op: op, Name: name, Stages: c.stages(), Let: c.Let, Hint: c.Hint.Index, Collation: collation}
	return a.Run(c.BatchSize, c.SingleBatch)
}

// checkOnView returns the server's errors for options that no pipeline can express.
func (c *findCommand) checkOnView() error {
	if _, _, err := plan.ParseHint(c.Hint.Index, nil); err != nil {
		return err
	}
	sorted, err := plan.Natural("sort", c.Sort)
	if err != nil {
		return err
	}
	if err := c.checkTailable(); err != nil {
		return err
	}
	unsupported := ""
	switch {
	case len(c.Min) > 0:
		unsupported = "Option min"
	case len(c.Max) > 0:
		unsupported = "Option max"
	case c.ReturnKey:
		unsupported = "Option returnKey"
	case c.ShowRecordID:
		unsupported = "Option showRecordId"
	case c.Tailable:
		return errcode.New(errcode.InvalidPipelineOperator, "Tailable cursors are not supported in aggregation.")
	case c.NoCursorTimeout:
		unsupported = "Option noCursorTimeout"
	case c.Partial:
		unsupported = "Option allowPartialResults"
	case sorted != 0:
		unsupported = "Sort option $natural"
	case c.SingleBatch && c.Limit != 1:
		unsupported = "Option singleBatch"
	default:
		return nil
	}
	return errcode.New(errcode.InvalidPipelineOperator, "%s not supported in aggregation.", unsupported)
}

// stages returns the find as stages of a pipeline.
func (c *findCommand) stages() bson.A {
	stages := bson.A{bson.D{{Key: "$match", Value: query.NonNil(c.Filter)}}}
	if len(c.Sort) > 0 {
		stages = append(stages, bson.D{{Key: "$sort", Value: c.Sort}})
	}
	if c.Skip > 0 {
		stages = append(stages, bson.D{{Key: "$skip", Value: c.Skip}})
	}
	if c.Limit > 0 {
		stages = append(stages, bson.D{{Key: "$limit", Value: c.Limit}})
	}
	if len(c.Projection) > 0 {
		stages = append(stages, bson.D{{Key: "$project", Value: c.Projection}})
	}
	return stages
}

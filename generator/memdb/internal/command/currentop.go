//go:build !js

package command

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/value"
)

type currentOpCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
}

var _ = register[currentOpCommand](command{names: []string{"currentOp"}, admin: true})

// run runs a pipeline of $currentOp and a $match, as the server does: the fields
// that are not options of the command are the filter.
func (c *currentOpCommand) run(op *engine.Operation) (bson.D, error) {
	spec := bson.D{
		{Key: "idleConnections", Value: value.Truthy(value.Get(c.Others, "$all"))},
		{Key: "allUsers", Value: !value.Truthy(value.Get(c.Others, "$ownOps"))},
		{Key: "truncateOps", Value: true},
	}
	filter := slices.DeleteFunc(slices.Clone(c.Others[1:]), func(f bson.E) bool {
		return f.Key == "$all" || f.Key == "$ownOps" || f.Key == "$truncateOps"
	})
	next, err := query.Aggregation{Op: op, Stages: bson.A{
		bson.D{{Key: "$currentOp", Value: spec}},
		bson.D{{Key: "$match", Value: filter}},
	}}.Documents()
	if err != nil {
		return nil, err
	}
	docs, err := pipeline.Collect(next, op.Budget)
	if err != nil {
		return nil, err
	}
	inprog := bson.A{}
	for _, doc := range docs {
		inprog = append(inprog, doc)
	}
	return bson.D{{Key: "inprog", Value: inprog}}, nil
}

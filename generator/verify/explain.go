package verify

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// examined asks the server how many documents a step examines, before it runs
// and without being counted: totalDocsExamined of explain. Where explain has
// no certain answer, or the server none, it is not measured.
func (r *run) examined(ctx context.Context, s *example.Step) int64 {
	command := explained(s.Operation)
	if command == nil {
		return example.NotMeasured
	}
	explain := bson.D{{Key: "explain", Value: command}, {Key: "verbosity", Value: "executionStats"}}
	reply, err := r.db.RunCommand(ctx, explain).Raw()
	if err != nil {
		return example.NotMeasured
	}
	return totalExamined(reply)
}

// explained gives the command that the driver sends for an operation, as far
// as explain needs it, or nil.
func explained(o example.Operation) bson.D {
	c := &call{arguments: o.Arguments}
	switch o.Name {
	case "find":
		return c.command("find", o.Object, "filter", "sort", "projection", "skip", "limit", "hint", "collation", "let")
	case "findOne":
		return append(c.command("find", o.Object, "filter", "sort", "projection", "skip", "hint", "collation"), bson.E{Key: "limit", Value: 1})
	case "distinct":
		return append(c.command("distinct", o.Object, "hint", "collation"),
			bson.E{Key: "key", Value: c.argument("fieldName")}, bson.E{Key: "query", Value: c.argument("filter")})
	case "aggregate":
		return c.aggregateCommand(o)
	case "countDocuments":
		return append(c.command("aggregate", o.Object, "hint", "collation"),
			bson.E{Key: "pipeline", Value: c.countPipeline()}, bson.E{Key: "cursor", Value: bson.D{}})
	case "updateOne", "updateMany", "replaceOne":
		return c.updateCommand(o)
	case "deleteOne", "deleteMany":
		return c.deleteCommand(o)
	case "findOneAndUpdate", "findOneAndReplace", "findOneAndDelete":
		return c.findAndModifyCommand(o)
	}
	return nil
}

// aggregateCommand is nil for a pipeline that reads a second collection or
// writes: what explain counts of that one differs between versions.
func (c *call) aggregateCommand(o example.Operation) bson.D {
	pipeline, _ := c.argument("pipeline").(bson.A)
	for _, item := range pipeline {
		stage, _ := item.(bson.D)
		if len(stage) == 0 || slices.Contains(otherCollections, stage[0].Key) {
			return nil
		}
	}
	if o.Object == "" {
		return nil
	}
	return append(c.command("aggregate", o.Object, "pipeline", "hint", "collation", "let"), bson.E{Key: "cursor", Value: bson.D{}})
}

// otherCollections are the stages that may reach another collection.
var otherCollections = []string{"$lookup", "$graphLookup", "$unionWith", "$facet", "$out", "$merge"}

// countPipeline is how drivers count.
func (c *call) countPipeline() bson.A {
	pipeline := bson.A{bson.D{{Key: "$match", Value: c.argument("filter")}}}
	for _, name := range []string{"skip", "limit"} {
		if n := c.argument(name); n != nil {
			pipeline = append(pipeline, bson.D{{Key: "$" + name, Value: n}})
		}
	}
	count := bson.D{{Key: "_id", Value: 1}, {Key: "n", Value: bson.D{{Key: "$sum", Value: 1}}}}
	return append(pipeline, bson.D{{Key: "$group", Value: count}})
}

func (c *call) deleteCommand(o example.Operation) bson.D {
	limit := int32(0)
	if o.Name == "deleteOne" {
		limit = 1
	}
	statement := append(bson.D{{Key: "q", Value: c.argument("filter")}, {Key: "limit", Value: limit}}, c.given("hint", "collation")...)
	return append(bson.D{{Key: "delete", Value: o.Object}, {Key: "deletes", Value: bson.A{statement}}}, c.given("let")...)
}

func (c *call) findAndModifyCommand(o example.Operation) bson.D {
	command := append(c.command("findAndModify", o.Object, "sort", "upsert", "arrayFilters", "hint", "collation", "let"),
		bson.E{Key: "query", Value: c.argument("filter")})
	switch o.Name {
	case "findOneAndUpdate":
		return append(command, bson.E{Key: "update", Value: c.argument("update")})
	case "findOneAndReplace":
		return append(command, bson.E{Key: "update", Value: c.argument("replacement")})
	}
	return append(command, bson.E{Key: "remove", Value: true})
}

func (c *call) command(name, collection string, arguments ...string) bson.D {
	return append(bson.D{{Key: name, Value: collection}}, c.given(arguments...)...)
}

// given gives the arguments of these names that are there.
func (c *call) given(names ...string) bson.D {
	var given bson.D
	for _, name := range names {
		if value := c.argument(name); value != nil {
			given = append(given, bson.E{Key: name, Value: value})
		}
	}
	return given
}

func (c *call) updateCommand(o example.Operation) bson.D {
	change := c.argument("update")
	if o.Name == "replaceOne" {
		change = c.argument("replacement")
	}
	statement := bson.D{{Key: "q", Value: c.argument("filter")}, {Key: "u", Value: change}, {Key: "multi", Value: o.Name == "updateMany"}}
	statement = append(statement, c.given("upsert", "arrayFilters", "hint", "collation", "sort")...)
	return append(bson.D{{Key: "update", Value: o.Object}, {Key: "updates", Value: bson.A{statement}}}, c.given("let")...)
}

// totalExamined reads the reply of explain. A pipeline that does not run as
// one query has its documents from the cursor of its first stage.
func totalExamined(reply bson.Raw) int64 {
	value, err := reply.LookupErr("executionStats", "totalDocsExamined")
	if err != nil {
		value, err = reply.LookupErr("stages", "0", "$cursor", "executionStats", "totalDocsExamined")
	}
	if n, ok := value.AsInt64OK(); err == nil && ok {
		return n
	}
	return example.NotMeasured
}

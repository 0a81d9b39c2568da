package memdb

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

// isAggregate holds for pipelines on "c" that only read it.
func (c testCase) isAggregate() bool {
	for _, f := range c.Command {
		if !slices.Contains([]string{"aggregate", "pipeline", "cursor"}, f.Key) {
			return false
		}
	}
	if len(c.Command) != 3 || c.Command[0].Value != "c" || c.State != nil || c.Options != nil {
		return false
	}
	stages, ok := value.Get(c.Command, "pipeline").(bson.A)
	return ok && !slices.ContainsFunc(stages, func(v any) bool {
		d, ok := v.(bson.D)
		return !ok || len(d) != 1 || slices.Contains(notInside, d[0].Key)
	})
}

// notInside are the stages that mean something else, or nothing, behind a view or
// inside another pipeline.
var notInside = func() []string {
	var names []string
	for _, s := range pipeline.Stages() {
		if s.NotInFacet || s.Place != pipeline.Anywhere {
			names = append(names, s.Name)
		}
	}
	return names
}()

// newEngine are the errors that a grouping at the head of a pipeline gives, and none
// elsewhere.
var newEngine = []int32{4848401, 4848403}

// aggregateVariants run a pipeline on a view and inside other pipelines.
func aggregateVariants(c testCase) []variant {
	view := variant{
		name: "view", ordered: true,
		prepare: bson.D{{Key: "create", Value: "v"}, {Key: "viewOn", Value: "c"}, {Key: "pipeline", Value: bson.A{}}},
		rewrite: onView,
	}
	if slices.Contains(newEngine, c.Code) {
		return []variant{view}
	}
	variants := []variant{
		view,
		{name: "union", ordered: true, rewrite: inUnion},
		{
			name: "lookup", ordered: true, rewrite: inLookup,
			prepare: bson.D{{Key: "insert", Value: "one"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: int32(1)}}}}},
		},
	}
	if !names(value.Get(c.Command, "pipeline"), notInside) {
		variants = append(variants, variant{name: "facet", ordered: true, rewrite: inFacet})
	}
	if projection, ok := onlyProjection(c.Command); ok && !usesFindProjection(bson.D{{Key: "projection", Value: projection}}) {
		variants = append(variants, variant{name: "find", ordered: true, rewrite: asFind})
		if set, shown := computed(projection); c.Code == 0 && len(set) == 1 {
			variants = append(variants, variant{
				name: "update", ordered: true,
				prepare: bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{
					bson.D{{Key: "q", Value: bson.D{}}, {Key: "u", Value: bson.A{stage("$set", set)}}, {Key: "multi", Value: true}},
				}}},
				rewrite: func(testCase) bson.D {
					return bson.D{{Key: "find", Value: "c"}, {Key: "projection", Value: shown}}
				},
			})
		}
	}
	return variants
}

// names tells whether one of the keys stands anywhere in v: a facet also forbids
// those stages in its sub-pipelines.
func names(v any, keys []string) bool {
	switch v := v.(type) {
	case bson.A:
		return slices.ContainsFunc(v, func(v any) bool { return names(v, keys) })
	case bson.D:
		return slices.ContainsFunc(v, func(f bson.E) bool { return slices.Contains(keys, f.Key) || names(f.Value, keys) })
	}
	return false
}

// onlyProjection returns the one $project that a pipeline is.
func onlyProjection(command bson.D) (bson.D, bool) {
	stages, _ := value.Get(command, "pipeline").(bson.A)
	if len(stages) != 1 {
		return nil, false
	}
	projection, ok := value.Get(stages[0].(bson.D), "$project").(bson.D)
	return projection, ok && len(projection) > 0
}

// computed returns the fields of a projection as an update sets them, and the projection
// that shows them afterwards; nothing if it does more than compute fields.
func computed(projection bson.D) (set, shown bson.D) {
	for _, f := range projection {
		d, isDocument := f.Value.(bson.D)
		text, _ := f.Value.(string)
		switch {
		case f.Key == "_id" && (f.Value == any(int32(0)) || f.Value == false):
			shown = append(shown, f)
		case strings.Contains(f.Key, "."), f.Key == "_id":
			return nil, nil
		case isDocument && len(d) > 0 && strings.HasPrefix(d[0].Key, "$"), strings.HasPrefix(text, "$"):
			set, shown = append(set, f), append(shown, bson.E{Key: f.Key, Value: int32(1)})
		default:
			return nil, nil
		}
	}
	return set, shown
}

func asFind(c testCase) bson.D {
	projection, _ := onlyProjection(c.Command)
	return bson.D{{Key: "find", Value: "c"}, {Key: "projection", Value: projection}}
}

func inUnion(c testCase) bson.D {
	return aggregateOn(
		stage("$match", stage("$alwaysFalse", int32(1))),
		stage("$unionWith", bson.D{{Key: "coll", Value: "c"}, {Key: "pipeline", Value: value.Get(c.Command, "pipeline")}}),
	)
}

func inLookup(c testCase) bson.D {
	command := aggregateOn(
		stage("$lookup", bson.D{{Key: "from", Value: "c"}, {Key: "pipeline", Value: value.Get(c.Command, "pipeline")}, {Key: "as", Value: "x"}}),
		stage("$unwind", "$x"), stage("$replaceWith", "$x"),
	)
	command[0].Value = "one"
	return command
}

func inFacet(c testCase) bson.D {
	return aggregateOn(
		stage("$facet", stage("x", value.Get(c.Command, "pipeline"))),
		stage("$unwind", "$x"), stage("$replaceWith", "$x"),
	)
}

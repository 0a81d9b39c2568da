package example

import "go.mongodb.org/mongo-driver/v2/bson"

// reads are the operations that read documents.
var reads = []Descriptor{
	{
		Name: "find", On: OnCollection, Returns: ReturnsDocuments, reads: ReadsPlan, effect: always(EffectNothing), order: (*Example).orderOfFind,
		Command: Command{Name: "find"},
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/filter", Omittable},
			{"projection", TypeDocument, optional, "/projection", Omittable},
			{"sort", TypeDocument, optional, "/sort", CursorMethod},
			{"skip", TypeInt64, optional, "/skip", CursorMethod},
			{"limit", TypeInt64, optional, "/limit", CursorMethod},
			{"batchSize", TypeInt32, optional, "/batchSize", CursorMethod},
			{"collation", TypeCollation, optional, "/collation", CursorMethod},
			{"hint", TypeHint, optional, "/hint", CursorMethod},
			{"let", TypeDocument, optional, "/let", Option},
		},
	},
	{
		Name: "findOne", On: OnCollection, Returns: ReturnsDocument, reads: ReadsPlan, effect: always(EffectNothing), order: (*Example).orderOfFindOne,
		Command: Command{Name: "find", Defaults: []Default{{"/limit", constant(int64(1))}, {"/singleBatch", constant(true)}}},
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/filter", Omittable},
			{"projection", TypeDocument, optional, "/projection", Omittable},
			{"sort", TypeDocument, optional, "/sort", Option},
			{"skip", TypeInt64, optional, "/skip", Option},
			{"collation", TypeCollation, optional, "/collation", Option},
			{"hint", TypeHint, optional, "/hint", Option},
		},
	},
	{
		Name: "aggregate", On: OnEither, Returns: ReturnsDocuments, reads: ReadsPlan, effect: effectOfPipeline, order: (*Example).orderOfAggregate,
		Command: Command{Name: "aggregate", Defaults: []Default{{"/cursor", constant(bson.D{})}}},
		Arguments: []Argument{
			{"pipeline", TypePipeline, required, "/pipeline", Positional},
			{"batchSize", TypeInt32, optional, "/cursor/batchSize", Option},
			{"collation", TypeCollation, optional, "/collation", Option},
			{"hint", TypeHint, optional, "/hint", Option},
			{"let", TypeDocument, optional, "/let", Option},
		},
	},
	{
		Name: "countDocuments", On: OnCollection, Returns: ReturnsValue, reads: ReadsPlan, effect: always(EffectNothing), order: nothingToOrder,
		Command: Command{Name: "aggregate", Defaults: []Default{{"/pipeline/-/$group", constant(countAll)}, {"/cursor", constant(bson.D{})}}},
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/pipeline/-/$match", Omittable},
			{"skip", TypeInt64, optional, "/pipeline/-/$skip", Option},
			{"limit", TypeInt64, optional, "/pipeline/-/$limit", Option},
			{"collation", TypeCollation, optional, "/collation", Option},
			{"hint", TypeHint, optional, "/hint", Option},
		},
	},
	{
		Name: "estimatedDocumentCount", On: OnCollection, Returns: ReturnsValue, reads: ReadsNothing, effect: always(EffectNothing), order: nothingToOrder,
		Command: Command{Name: "count"},
	},
	{
		Name: "distinct", On: OnCollection, Returns: ReturnsValues, reads: ReadsPlan, effect: always(EffectNothing), order: anyOrder,
		Command: Command{Name: "distinct"},
		Arguments: []Argument{
			{"fieldName", TypeString, required, "/key", Positional},
			{"filter", TypeDocument, required, "/query", Omittable},
			{"collation", TypeCollation, optional, "/collation", Option},
			{"hint", TypeHint, optional, "/hint", Option},
		},
	},
}

// countAll is the $group with which drivers count.
var countAll = bson.D{{Key: "_id", Value: int32(1)}, {Key: "n", Value: bson.D{{Key: "$sum", Value: int32(1)}}}}

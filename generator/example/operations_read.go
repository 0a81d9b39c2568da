package example

import "go.mongodb.org/mongo-driver/v2/bson"

// reads are the operations that read documents.
var reads = []Descriptor{
	{
		Name: "find", On: OnCollection, Returns: ReturnsDocuments, reads: ReadsPlan, effect: always(EffectNothing), order: (*Example).orderOfFind,
		Command: named("find", asDocuments),
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/filter", Places{Omittable, Omittable, Omittable}},
			{"projection", TypeDocument, optional, "/projection", Places{Omittable, Option, Omittable}},
			{"sort", TypeKeys, optional, "/sort", Places{CursorMethod, CursorMethod, CursorMethod}},
			{"skip", TypeInt64, optional, "/skip", Places{CursorMethod, CursorMethod, CursorMethod}},
			{"limit", TypeInt64, optional, "/limit", Places{CursorMethod, CursorMethod, CursorMethod}},
			{"batchSize", TypeInt32, optional, "/batchSize", Places{CursorMethod, CursorMethod, CursorMethod}},
			{"collation", TypeCollation, optional, "/collation", Places{CursorMethod, CursorMethod, CursorMethod}},
			{"hint", TypeHint, optional, "/hint", Places{CursorMethod, CursorMethod, CursorMethod}},
			{"let", TypeDocument, optional, "/let", Places{Option, Option, Option}},
		},
	},
	{
		Name: "findOne", On: OnCollection, Returns: ReturnsDocument, reads: ReadsPlan, effect: always(EffectNothing), order: (*Example).orderOfFindOne,
		Command: named("find", asFirstDocument, Default{"/limit", constant(int64(1))}, Default{"/singleBatch", constant(true)}),
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/filter", Places{Omittable, Omittable, Omittable}},
			{"projection", TypeDocument, optional, "/projection", Places{Omittable, Option, Omittable}},
			{"sort", TypeKeys, optional, "/sort", Places{Option, Option, Option}},
			{"skip", TypeInt64, optional, "/skip", Places{Option, Option, Option}},
			{"collation", TypeCollation, optional, "/collation", Places{Option, Option, Option}},
			{"hint", TypeHint, optional, "/hint", Places{Option, Option, Option}},
		},
	},
	{
		Name: "aggregate", On: OnEither, Returns: ReturnsDocuments, reads: ReadsPlan, effect: effectOfPipeline, order: (*Example).orderOfAggregate,
		Command: named("aggregate", asDocuments, Default{"/cursor", constant(bson.D{})}),
		Arguments: []Argument{
			{"pipeline", TypePipeline, required, "/pipeline", Places{Positional, Positional, Positional}},
			{"batchSize", TypeInt32, optional, "/cursor/batchSize", Places{Option, Option, Verbatim}},
			{"collation", TypeCollation, optional, "/collation", Places{Option, Option, Option}},
			{"hint", TypeHint, optional, "/hint", Places{Option, Option, Option}},
			{"let", TypeDocument, optional, "/let", Places{Option, Option, Option}},
		},
	},
	{
		Name: "countDocuments", On: OnCollection, Returns: ReturnsValue, reads: ReadsPlan, effect: always(EffectNothing), order: nothingToOrder,
		Command: named("aggregate", asCountOfDocuments, Default{"/pipeline/-/$group", constant(countAll)}, Default{"/cursor", constant(bson.D{})}),
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/pipeline/-/$match", Places{Omittable, Omittable, Positional}},
			{"skip", TypeInt64, optional, "/pipeline/-/$skip", Places{Option, Option, Option}},
			{"limit", TypeInt64, optional, "/pipeline/-/$limit", Places{Option, Option, Option}},
			{"collation", TypeCollation, optional, "/collation", Places{Option, Option, Option}},
			{"hint", TypeHint, optional, "/hint", Places{Option, Option, Option}},
		},
	},
	{
		Name: "estimatedDocumentCount", On: OnCollection, Returns: ReturnsValue, reads: ReadsNothing, effect: always(EffectNothing), order: nothingToOrder,
		Command: named("count", asCount),
	},
	{
		Name: "distinct", On: OnCollection, Returns: ReturnsValues, reads: ReadsPlan, effect: always(EffectNothing), order: anyOrder,
		Command: named("distinct", asField("values")),
		Arguments: []Argument{
			{"fieldName", TypeString, required, "/key", Places{Positional, Positional, Positional}},
			{"filter", TypeDocument, required, "/query", Places{Omittable, Omittable, Omittable}},
			{"collation", TypeCollation, optional, "/collation", Places{Option, Option, Option}},
			{"hint", TypeHint, optional, "/hint", Places{Option, Option, Option}},
		},
	},
}

// countAll is the $group with which drivers count.
var countAll = bson.D{{Key: "_id", Value: int32(1)}, {Key: "n", Value: bson.D{{Key: "$sum", Value: int32(1)}}}}

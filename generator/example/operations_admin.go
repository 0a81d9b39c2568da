package example

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// administration are the operations on collections and indexes, and runCommand,
// for commands without a method.
var administration = []Descriptor{
	{
		Name: "createCollection", On: OnDatabase, Returns: ReturnsNothing, reads: ReadsNothing, effect: always(EffectCreates), order: nothingToOrder,
		Command: named("create", asNothing),
		Arguments: []Argument{
			{"collection", TypeString, required, "/create", Places{Positional, Positional, Positional}},
			{"validator", TypeDocument, optional, "/validator", Places{Option, Option, Option}},
			{"validationLevel", TypeString, optional, "/validationLevel", Places{Option, Option, Verbatim}},
			{"validationAction", TypeString, optional, "/validationAction", Places{Option, Option, Verbatim}},
			{"clusteredIndex", TypeClusteredIndex, optional, "/clusteredIndex", Places{Option, Option, Verbatim}},
		},
	},
	{
		Name: "createIndex", On: OnCollection, Returns: ReturnsValue, reads: ReadsUncounted, effect: always(EffectIndexes), order: nothingToOrder,
		Command:   named("createIndexes", asIndexName, Default{"/indexes/0/name", nameOfKeys}),
		Arguments: slices.Concat([]Argument{{"keys", TypeKeys, required, "/indexes/0/key", Places{Positional, Positional, Positional}}}, indexOptions),
	},
	{
		Name: "createView", On: OnDatabase, Returns: ReturnsNothing, reads: ReadsNothing, effect: always(EffectCreates), order: nothingToOrder,
		Command: named("create", asNothing),
		Arguments: []Argument{
			{"collection", TypeString, required, "/create", Places{Positional, Positional, Positional}},
			{"viewOn", TypeString, required, "/viewOn", Places{Positional, Option, Verbatim}},
			{"pipeline", TypePipeline, required, "/pipeline", Places{Positional, Option, Option}},
		},
	},
	{
		Name: "drop", On: OnCollection, Returns: ReturnsNothing, reads: ReadsNothing, effect: always(EffectUncounted), order: nothingToOrder,
		Command: mayBeAbsent(named("drop", asNothing)),
	},
	{
		Name: "dropIndex", On: OnCollection, Returns: ReturnsNothing, reads: ReadsNothing, effect: always(EffectIndexes), order: nothingToOrder,
		Command: mayBeAbsent(named("dropIndexes", asNothing)),
		Arguments: []Argument{
			{"name", TypeString, required, "/index", Places{Positional, Positional, Positional}},
		},
	},
	{
		Name: "explain", On: OnCollection, Returns: ReturnsValue, reads: ReadsUncounted, effect: always(EffectNothing), order: nothingToOrder,
		ByCommand: true,
		Command: made(func(o Operation, command func(Operation) bson.D) bson.D {
			return bson.D{{Key: "explain", Value: command(o.Inner())}, {Key: "verbosity", Value: "executionStats"}}
		}, asReply),
		Arguments: []Argument{
			{"operation", TypeExplained, required, wholeCommand, Places{Positional, Positional, Positional}},
		},
	},
	{
		Name: "listIndexes", On: OnCollection, Returns: ReturnsValues, reads: ReadsNothing, effect: always(EffectNothing), order: anyOrder,
		Method: "getIndexes", Command: mayBeAbsent(named("listIndexes", asDocuments, Default{"/cursor", constant(bson.D{})})),
	},
	{
		Name: "rename", On: OnCollection, Returns: ReturnsNothing, reads: ReadsNothing, effect: always(EffectNothing), order: nothingToOrder,
		Method: "renameCollection", ByCommand: true, Command: named("renameCollection", asNothing),
		Arguments: []Argument{
			{"to", TypeString, required, "/to", Places{Positional, Positional, Positional}},
			{"dropTarget", TypeBool, optional, "/dropTarget", Places{Positional, Option, Verbatim}},
		},
	},
	{
		Name: "runCommand", On: OnDatabase, Returns: ReturnsValue, reads: ReadsUncounted, effect: effectOfCommand, order: (*Example).orderOfCommand,
		ByCommand: true,
		Command: made(func(o Operation, _ func(Operation) bson.D) bson.D {
			command, _ := o.Argument("command").(bson.D)
			return command
		}, asReply),
		Arguments: []Argument{
			{"command", TypeCommand, required, wholeCommand, Places{Positional, Positional, Positional}},
		},
	},
}

// explained are the operations that explain takes.
var explained = []string{"aggregate", "find"}

// Inner returns the operation that this one explains.
func (o Operation) Inner() Operation {
	inner, _ := o.Argument("operation").(bson.D)
	if len(inner) != 1 {
		return o
	}
	arguments, _ := inner[0].Value.(bson.D)
	return Operation{Name: inner[0].Key, Object: o.Object, Arguments: arguments}
}

// indexArguments are those of the schema's indexes. createIndex has the key
// under another name, "keys".
var indexArguments = slices.Concat([]Argument{{"key", TypeDocument, required, "/indexes/0/key", Places{Positional, Positional, Positional}}}, indexOptions)

// clusteredIndexArguments are those of the index of a collection whose documents lie in
// the order of _id.
var clusteredIndexArguments = []Argument{
	{"key", TypeDocument, required, "/clusteredIndex/key", Places{Positional, Positional, Positional}},
	{"unique", TypeBool, required, "/clusteredIndex/unique", Places{Positional, Positional, Positional}},
	{"name", TypeString, optional, "/clusteredIndex/name", Places{Option, Option, Option}},
}

var indexOptions = []Argument{
	{"name", TypeString, optional, "/indexes/0/name", Places{Option, Option, Option}},
	{"unique", TypeBool, optional, "/indexes/0/unique", Places{Option, Option, Option}},
	{"sparse", TypeBool, optional, "/indexes/0/sparse", Places{Option, Option, Option}},
	{"hidden", TypeBool, optional, "/indexes/0/hidden", Places{Option, Option, Option}},
	{"expireAfterSeconds", TypeInt32, optional, "/indexes/0/expireAfterSeconds", Places{Option, Option, Verbatim}},
	{"partialFilterExpression", TypeDocument, optional, "/indexes/0/partialFilterExpression", Places{Option, Option, Verbatim}},
	{"wildcardProjection", TypeDocument, optional, "/indexes/0/wildcardProjection", Places{Option, Option, Verbatim}},
	{"collation", TypeCollation, optional, "/indexes/0/collation", Places{Option, Option, Option}},
}

// nameOfKeys returns the name that drivers choose for an index.
func nameOfKeys(arguments bson.D) any {
	keys, _ := lookup(arguments, "keys").(bson.D)
	return IndexName(keys)
}

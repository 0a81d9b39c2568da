package example

import "slices"

// writes are the operations that write documents.
var writes = []Descriptor{
	{
		Name: "insertOne", On: OnCollection, Returns: ReturnsValue, reads: ReadsNothing, effect: always(EffectAdds), order: nothingToOrder,
		Command:   named("insert", asInsertedID, inOrder),
		Arguments: insertOne,
		Request:   insertOne,
	},
	{
		Name: "insertMany", On: OnCollection, Returns: ReturnsValue, reads: ReadsNothing, effect: always(EffectAdds), order: nothingToOrder,
		Command: named("insert", asInsertedIDs, inOrder),
		Arguments: []Argument{
			{"documents", TypeStoredList, required, "/documents", Places{Positional, Positional, Positional}},
			{"ordered", TypeBool, optional, "/ordered", Places{Option, Option, Option}},
		},
	},
	{
		Name: "updateOne", On: OnCollection, Returns: ReturnsValue, reads: ReadsPlan, effect: always(EffectChanges), order: nothingToOrder,
		Command:   named("update", asUpdated, inOrder),
		Arguments: slices.Concat(updateStatement, letForAll, updateSort),
		Request:   updateStatement,
	},
	{
		Name: "updateMany", On: OnCollection, Returns: ReturnsValue, reads: ReadsPlan, effect: always(EffectChanges), order: nothingToOrder,
		Command:   named("update", asUpdated, Default{"/updates/0/multi", constant(true)}, inOrder),
		Arguments: slices.Concat(updateStatement, letForAll),
		Request:   updateStatement,
	},
	{
		Name: "replaceOne", On: OnCollection, Returns: ReturnsValue, reads: ReadsPlan, effect: always(EffectChanges), order: nothingToOrder,
		Command:   named("update", asUpdated, inOrder),
		Arguments: slices.Concat(replaceStatement, letForAll, updateSort),
		Request:   replaceStatement,
	},
	{
		Name: "deleteOne", On: OnCollection, Returns: ReturnsValue, reads: ReadsPlan, effect: always(EffectRemoves), order: nothingToOrder,
		Command:   named("delete", asDeleted, Default{"/deletes/0/limit", constant(int32(1))}, inOrder),
		Arguments: slices.Concat(deleteStatement, letForAll),
		Request:   deleteStatement,
	},
	{
		Name: "deleteMany", On: OnCollection, Returns: ReturnsValue, reads: ReadsPlan, effect: always(EffectRemoves), order: nothingToOrder,
		Command:   named("delete", asDeleted, Default{"/deletes/0/limit", constant(int32(0))}, inOrder),
		Arguments: slices.Concat(deleteStatement, letForAll),
		Request:   deleteStatement,
	},
	{
		Name: "findOneAndUpdate", On: OnCollection, Returns: ReturnsDocument, reads: ReadsPlan, effect: always(EffectChanges), order: nothingToOrder,
		Command: named("findAndModify", asField("value")),
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/query", Places{Positional, Positional, Positional}},
			{"update", TypeUpdate, required, "/update", Places{Positional, Positional, Positional}},
			{"upsert", TypeBool, optional, "/upsert", Places{Option, Option, Option}},
			{"arrayFilters", TypeDocuments, optional, "/arrayFilters", Places{Option, Option, Option}},
			{"collation", TypeCollation, optional, "/collation", Places{Option, Option, Option}},
			{"hint", TypeHint, optional, "/hint", Places{Option, Option, Option}},
			{"let", TypeDocument, optional, "/let", Places{Option, Option, Option}},
			{"projection", TypeDocument, optional, "/fields", Places{Option, Option, Option}},
			{"sort", TypeKeys, optional, "/sort", Places{Option, Option, Option}},
			{"returnDocument", TypeReturnDocument, optional, "/new", Places{Option, Option, Option}},
		},
	},
	{
		Name: "findOneAndReplace", On: OnCollection, Returns: ReturnsDocument, reads: ReadsPlan, effect: always(EffectChanges), order: nothingToOrder,
		Command: named("findAndModify", asField("value")),
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/query", Places{Positional, Positional, Positional}},
			{"replacement", TypeStored, required, "/update", Places{Positional, Positional, Positional}},
			{"upsert", TypeBool, optional, "/upsert", Places{Option, Option, Option}},
			{"collation", TypeCollation, optional, "/collation", Places{Option, Option, Option}},
			{"hint", TypeHint, optional, "/hint", Places{Option, Option, Option}},
			{"let", TypeDocument, optional, "/let", Places{Option, Option, Option}},
			{"sort", TypeKeys, optional, "/sort", Places{Option, Option, Option}},
			{"projection", TypeDocument, optional, "/fields", Places{Option, Option, Option}},
			{"returnDocument", TypeReturnDocument, optional, "/new", Places{Option, Option, Option}},
		},
	},
	{
		Name: "findOneAndDelete", On: OnCollection, Returns: ReturnsDocument, reads: ReadsPlan, effect: always(EffectRemoves), order: nothingToOrder,
		Command: named("findAndModify", asField("value"), Default{"/remove", constant(true)}),
		Arguments: []Argument{
			{"filter", TypeDocument, required, "/query", Places{Positional, Positional, Positional}},
			{"collation", TypeCollation, optional, "/collation", Places{Option, Option, Option}},
			{"hint", TypeHint, optional, "/hint", Places{Option, Option, Option}},
			{"let", TypeDocument, optional, "/let", Places{Option, Option, Option}},
			{"projection", TypeDocument, optional, "/fields", Places{Option, Option, Option}},
			{"sort", TypeKeys, optional, "/sort", Places{Option, Option, Option}},
		},
	},
	{
		Name: "bulkWrite", On: OnCollection, Returns: ReturnsValue, reads: ReadsUncounted, effect: effectOfRequests, order: nothingToOrder,
		Command: severalOrNone,
		Arguments: []Argument{
			{"requests", TypeRequests, required, wholeCommand, Places{Positional, Positional, Positional}},
			{"ordered", TypeBool, optional, "/ordered", Places{Option, Option, Option}},
			{"let", TypeDocument, optional, "/let", Places{Option, Option, Option}},
		},
	},
}

// inOrder is the value that drivers send in commands that write, where no
// argument says otherwise.
var inOrder = Default{"/ordered", constant(true)}

var (
	insertOne = []Argument{
		{"document", TypeStored, required, "/documents/0", Places{Positional, Positional, Positional}},
	}
	updateStatement = []Argument{
		{"filter", TypeDocument, required, "/updates/0/q", Places{Positional, Positional, Positional}},
		{"update", TypeUpdate, required, "/updates/0/u", Places{Positional, Positional, Positional}},
		{"upsert", TypeBool, optional, "/updates/0/upsert", Places{Option, Option, Option}},
		{"arrayFilters", TypeDocuments, optional, "/updates/0/arrayFilters", Places{Option, Option, Option}},
		{"collation", TypeCollation, optional, "/updates/0/collation", Places{Option, Option, Option}},
		{"hint", TypeHint, optional, "/updates/0/hint", Places{Option, Option, Option}},
	}
	replaceStatement = []Argument{
		{"filter", TypeDocument, required, "/updates/0/q", Places{Positional, Positional, Positional}},
		{"replacement", TypeStored, required, "/updates/0/u", Places{Positional, Positional, Positional}},
		{"upsert", TypeBool, optional, "/updates/0/upsert", Places{Option, Option, Option}},
		{"collation", TypeCollation, optional, "/updates/0/collation", Places{Option, Option, Option}},
		{"hint", TypeHint, optional, "/updates/0/hint", Places{Option, Option, Option}},
	}
	deleteStatement = []Argument{
		{"filter", TypeDocument, required, "/deletes/0/q", Places{Positional, Positional, Positional}},
		{"collation", TypeCollation, optional, "/deletes/0/collation", Places{Option, Option, Option}},
		{"hint", TypeHint, optional, "/deletes/0/hint", Places{Option, Option, Option}},
	}
	// letForAll has variables for all statements of a command.
	letForAll  = []Argument{{"let", TypeDocument, optional, "/let", Places{Option, Option, Option}}}
	updateSort = []Argument{{"sort", TypeDocument, optional, "/updates/0/sort", Places{Option, Option, Option}}}
)

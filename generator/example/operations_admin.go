package example

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// administration are the operations on collections and indexes, and
// runCommand, for what has no method.
var administration = []Descriptor{
	{
		Name: "createIndex", On: OnCollection, Returns: ReturnsValue, reads: ReadsUncounted, effect: always(EffectIndexes), order: nothingToOrder,
		Command:   Command{Name: "createIndexes", Defaults: []Default{{"/indexes/0/name", nameOfKeys}}},
		Arguments: slices.Concat([]Argument{{"keys", TypeDocument, required, "/indexes/0/key", Positional}}, indexOptions),
	},
	{
		Name: "runCommand", On: OnDatabase, Returns: ReturnsValue, reads: ReadsUncounted, effect: always(EffectUncounted), order: (*Example).orderOfCommand,
		Arguments: []Argument{
			{"command", TypeCommand, required, inItsOwn, Positional},
		},
	},
}

// indexArguments are those of the schema's indexes. createIndex has the key
// under another name, "keys".
var indexArguments = slices.Concat([]Argument{{"key", TypeDocument, required, "/indexes/0/key", Positional}}, indexOptions)

var indexOptions = []Argument{
	{"name", TypeString, optional, "/indexes/0/name", Option},
	{"unique", TypeBool, optional, "/indexes/0/unique", Option},
	{"sparse", TypeBool, optional, "/indexes/0/sparse", Option},
	{"hidden", TypeBool, optional, "/indexes/0/hidden", Option},
	{"expireAfterSeconds", TypeInt32, optional, "/indexes/0/expireAfterSeconds", Option},
	{"partialFilterExpression", TypeDocument, optional, "/indexes/0/partialFilterExpression", Option},
	{"wildcardProjection", TypeDocument, optional, "/indexes/0/wildcardProjection", Option},
	{"collation", TypeCollation, optional, "/indexes/0/collation", Option},
}

// nameOfKeys is the name that drivers give to an index.
func nameOfKeys(arguments bson.D) any {
	keys, _ := lookup(arguments, "keys").(bson.D)
	return IndexName(keys)
}

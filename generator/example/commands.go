package example

import (
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// sendable describes a command that an example may send.
type sendable struct {
	name  string
	names names
	// fields are the ones that it may have besides its name's and the generic
	// ones.
	fields string
	// collections are those of the fields that name a collection.
	collections string
}

// names is the kind of thing that the value of a command's first field names.
type names uint8

const (
	theDatabase    names = iota // it is 1
	aCollection                 // by a string
	anyNamespace                // a collection or, as 1, the database
	anotherCommand              // which is the value
)

// commands may be sent by runCommand. Commands that take a namespace with its
// database, such as dataSize and renameCollection, are left out, and so are
// fields that configure a server or name its users.
var commands = []sendable{
	{"aggregate", anyNamespace, "pipeline explain allowDiskUse cursor bypassDocumentValidation collation hint let", ""},
	{"buildInfo", theDatabase, "", ""},
	{"collMod", aCollection, "index validator validationLevel validationAction viewOn pipeline expireAfterSeconds timeseries changeStreamPreAndPostImages cappedSize cappedMax dryRun", "viewOn"},
	{"collStats", aCollection, "scale", ""},
	{"count", aCollection, "query limit skip hint collation", ""},
	{"create", aCollection, "capped size max validator validationLevel validationAction viewOn pipeline collation timeseries expireAfterSeconds clusteredIndex changeStreamPreAndPostImages", "viewOn"},
	{"createIndexes", aCollection, "indexes commitQuorum", ""},
	{"dbStats", theDatabase, "scale freeStorage", ""},
	{"delete", aCollection, "deletes ordered let", ""},
	{"distinct", aCollection, "key query collation hint", ""},
	{"drop", aCollection, "", ""},
	{"dropIndexes", aCollection, "index", ""},
	{"explain", anotherCommand, "verbosity", ""},
	{"find", aCollection, "filter sort projection hint skip limit batchSize singleBatch max min returnKey showRecordId tailable awaitData noCursorTimeout allowPartialResults collation allowDiskUse let", ""},
	{"findAndModify", aCollection, "query sort remove update new fields upsert bypassDocumentValidation arrayFilters collation hint let", ""},
	{"hello", theDatabase, "", ""},
	{"insert", aCollection, "documents ordered bypassDocumentValidation", ""},
	{"listCollections", theDatabase, "filter nameOnly authorizedCollections cursor", ""},
	{"listIndexes", aCollection, "cursor", ""},
	{"ping", theDatabase, "", ""},
	{"update", aCollection, "updates ordered bypassDocumentValidation let", ""},
	{"validate", aCollection, "full checkBSONConformance", ""},
}

// genericFields are allowed in every command.
const genericFields = "comment maxTimeMS readConcern writeConcern"

func commandNames() []string {
	list := make([]string, len(commands))
	for i, c := range commands {
		list[i] = c.name
	}
	return list
}

func (r *reader) command(v *ejson.Value) {
	if !r.kind(v, `"command"`, ejson.Object) {
		return
	}
	name := firstKey(v)
	i := slices.IndexFunc(commands, func(c sendable) bool { return c.name == name })
	if i < 0 {
		r.errorf(v.Start, diag.DidYouMean(name, commandNames()), "the command %q may not be sent", name)
		return
	}
	c := commands[i]
	r.namespace(c, v.Members[0])
	fields := strings.Fields(c.fields + " " + genericFields)
	for _, m := range v.Members[1:] {
		switch {
		case strings.HasPrefix(m.Key, "$"):
			r.errorf(m.Start, "", "%s is for the driver to set", m.Key)
		case !slices.Contains(fields, m.Key):
			r.errorf(m.Start, unknownHint(m.Key, fields), "the field %q of the command %q may not be sent", m.Key, name)
		case slices.Contains(strings.Fields(c.collections), m.Key):
			r.collectionIn(m)
		case m.Key != "documents":
			r.operators(m.Value)
		}
	}
}

// namespace checks the value of a command's first field.
func (r *reader) namespace(c sendable, m ejson.Member) {
	switch {
	case c.names == anotherCommand:
		r.command(m.Value)
	case c.names == aCollection, c.names == anyNamespace && m.Value.Kind != ejson.Number:
		r.collectionIn(m)
	case m.Value.Kind != ejson.Number && m.Value.Kind != ejson.True:
		r.errorf(m.Value.Start, "write 1", "the command %q is sent to the database", c.name)
	}
}

// collectionIn checks the name of a collection. A UUID in its place might be
// that of any.
func (r *reader) collectionIn(m ejson.Member) {
	if r.kind(m.Value, m.Key, ejson.String) && strings.Contains(m.Value.Text, "$") {
		r.errorf(m.Value.Start, "", "%q is not a collection of the example's", m.Value.Text)
	}
}

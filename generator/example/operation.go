package example

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// Arguments says how the arguments of an operation are called and what they
// are: "filter:document!" is a document that must be there.
type argumentTable string

// Names and arguments are those of the Unified Test Format (mongodb/
// specifications, "unified-test-format", entity operations).
const (
	findArguments    = "filter:document! projection:document sort:document skip:int limit:int batchSize:int collation:document hint:hint let:document"
	updateArguments  = "filter:document! update:update! upsert:bool arrayFilters:documents collation:document hint:hint let:document"
	replaceArguments = "filter:document! replacement:document! upsert:bool collation:document hint:hint let:document sort:document"
	deleteArguments  = "filter:document! collation:document hint:hint let:document"
	// indexArguments are those of the schema's indexes. createIndex has the
	// key under another name, "keys".
	indexArguments = "key:document! " + indexOptions
	indexOptions   = "name:string unique:bool sparse:bool hidden:bool expireAfterSeconds:int " +
		"partialFilterExpression:document wildcardProjection:document collation:document"
)

var operations = map[string]argumentTable{
	"find":              findArguments,
	"findOne":           "filter:document! projection:document sort:document skip:int collation:document hint:hint",
	"aggregate":         "pipeline:pipeline! batchSize:int collation:document hint:hint let:document",
	"countDocuments":    "filter:document! skip:int limit:int collation:document hint:hint",
	"distinct":          "fieldName:string! filter:document! collation:document hint:hint",
	"insertOne":         "document:document!",
	"insertMany":        "documents:documents! ordered:bool",
	"updateOne":         updateArguments + " sort:document",
	"updateMany":        updateArguments,
	"replaceOne":        replaceArguments,
	"deleteOne":         deleteArguments,
	"deleteMany":        deleteArguments,
	"findOneAndUpdate":  updateArguments + " projection:document sort:document returnDocument:when",
	"findOneAndReplace": replaceArguments + " projection:document returnDocument:when",
	"findOneAndDelete":  deleteArguments + " projection:document sort:document",
	"bulkWrite":         "requests:requests! ordered:bool let:document",
	"createIndex":       "keys:document! " + indexOptions,
	"runCommand":        "command:command!",
}

// requests are what bulkWrite may contain.
var requests = map[string]argumentTable{
	"insertOne":  "document:document!",
	"updateOne":  "filter:document! update:update! upsert:bool arrayFilters:documents collation:document hint:hint",
	"updateMany": "filter:document! update:update! upsert:bool arrayFilters:documents collation:document hint:hint",
	"replaceOne": "filter:document! replacement:document! upsert:bool collation:document hint:hint",
	"deleteOne":  "filter:document! collation:document hint:hint",
	"deleteMany": "filter:document! collation:document hint:hint",
}

// databaseOperations may come without a collection; runCommand always does.
var databaseOperations = []string{"aggregate", "runCommand"}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (r *reader) operation(v *ejson.Value) Operation {
	if !r.object(v, "the operation", operationKeys) {
		return Operation{}
	}
	o := Operation{Name: r.string(v.Get("name"), `"name"`), Pos: r.text.Pos(v.Start)}
	table, known := operations[o.Name]
	if !known {
		r.tell(v.Get("name").Start, diag.DidYouMean(o.Name, sortedKeys(operations)), "there is no operation %q", o.Name)
		return o
	}
	r.target(v, &o)
	if arguments := v.Get("arguments"); r.arguments(arguments, o.Name, table) {
		o.Arguments = r.document(arguments, `"arguments"`)
	}
	return o
}

// target reads the collection that an operation goes to.
func (r *reader) target(v *ejson.Value, o *Operation) {
	object := v.Get("object")
	switch {
	case object == nil && !slices.Contains(databaseOperations, o.Name):
		r.tell(v.Start, `name the collection: "object": "…"`, `%s has no "object"`, o.Name)
	case object != nil && o.Name == "runCommand":
		r.tell(object.Start, `leave "object" out`, "runCommand goes to the database")
	case object != nil:
		if o.Object = r.string(object, `"object"`); o.Object != "" {
			r.known(object, o.Object)
		}
	}
}

// arguments checks an object of arguments and reports whether it is one.
func (r *reader) arguments(v *ejson.Value, what string, table argumentTable) bool {
	kinds := map[string]string{}
	var keys []string
	for _, entry := range strings.Fields(string(table)) {
		name, kind, _ := strings.Cut(entry, ":")
		kind, required := strings.CutSuffix(kind, "!")
		kinds[name] = kind
		if required {
			name += "!"
		}
		keys = append(keys, name)
	}
	if !r.kind(v, "what "+what+" takes", ejson.Object) {
		return false
	}
	r.object(v, what, strings.Join(keys, " "))
	for _, m := range v.Members {
		if kind := kinds[m.Key]; kind != "" {
			r.argument(m.Value, m.Key, kind)
		}
	}
	return true
}

func (r *reader) argument(v *ejson.Value, name, kind string) {
	what := fmt.Sprintf("%q", name)
	switch kind {
	case "int":
		r.integer(v, what, -1<<31, 1<<31-1)
	case "bool":
		r.boolean(v, what)
	case "string":
		r.string(v, what)
	case "when":
		if s := r.string(v, what); s != "Before" && s != "After" && s != "" {
			r.tell(v.Start, `write "Before" or "After"`, "%s is %q", what, s)
		}
	case "document":
		if r.kind(v, what, ejson.Object) && name != "document" && name != "replacement" {
			r.operators(v)
		}
	case "documents":
		for _, item := range r.array(v, what) {
			r.kind(item, "an element of "+what, ejson.Object)
		}
	default:
		r.compound(v, what, kind)
	}
}

// compound checks the arguments that may have more than one shape.
func (r *reader) compound(v *ejson.Value, what, kind string) {
	switch kind {
	case "hint":
		if v.Kind != ejson.String {
			r.kind(v, what, ejson.Object)
		}
	case "update":
		if v.Kind == ejson.Array {
			r.pipeline(v, what)
			return
		}
		if r.kind(v, what, ejson.Object) {
			r.operators(v)
		}
	case "pipeline":
		r.pipeline(v, what)
	case "command":
		r.command(v)
	case "requests":
		for _, item := range r.array(v, what) {
			r.request(item)
		}
	}
}

func (r *reader) request(v *ejson.Value) {
	if !r.kind(v, "a request", ejson.Object) {
		return
	}
	table, known := requests[firstKey(v)]
	switch {
	case len(v.Members) != 1:
		r.tell(v.Start, "", "a request is an object with one key, the name of an operation")
	case !known:
		r.tell(v.Members[0].Start, unknownHint(firstKey(v), sortedKeys(requests)), "bulkWrite has no request %q", firstKey(v))
	default:
		r.arguments(v.Members[0].Value, firstKey(v), table)
	}
}

// Argument gives an argument of the operation, or nil.
func (o Operation) Argument(name string) any { return lookup(o.Arguments, name) }

// Command gives the command that runCommand sends, or nil.
func (o Operation) Command() bson.D {
	command, _ := o.Argument("command").(bson.D)
	return command
}

// Package java writes code for the synchronous driver for Java, of version 5 on. Filters,
// updates, sorts, projections and stages are written with the driver's builders.
package java

import (
	"cmp"
	"fmt"
	"strings"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Language is Java with the driver.
var Language code.Language = java{}

type java struct{}

const (
	// Version is the version of the driver that runs the scripts in CI.
	Version = "5.14.0"
	fetches = "mvn dependency:copy -Dartifact=org.mongodb:"
	intoLib = ":" + Version + " -DoutputDirectory=lib"
)

var facts = &code.Facts{
	Name: "Java", Ending: ".java", Label: "java", Least: "17", Command: "java -cp 'lib/*'", Comment: "// ",
	Install: []string{fetches + "mongodb-driver-sync" + intoLib, fetches + "mongodb-driver-core" + intoLib, fetches + "bson" + intoLib},
	Page:    layout.Margins{Width: 56, Step: 4}, Script: layout.Margins{Width: 88 - deep, Step: 4, IsStrict: true},
	Notation: notation, Templates: templates, Empty: []string{"db.drop();"}, HasWholeProgram: true,
}

// templates begin and end no session: the program's head does.
var templates = code.Templates{
	Guard: "if ({lacks}) {\n    throw new IllegalStateException({message});\n}", WideGuard: code.None,
	NoDocument: "{variable} == null", Empty: "{variable}.isEmpty()", Short: "{variable}.size() < {least}",
	Try:     "try {\n    {body}\n    {no error}\n} catch ({class} error) {\n    {checks}\n    System.out.println(error);\n}",
	NoError: "throw new AssertionError({expected});",
	Loop:    "for (int {i} = 0; {i} < {times}; {i}++) {\n    {body}\n}", CountedLoop: code.None,
	Changes: code.None,
	Watch: "Thread job = Thread.currentThread();\nAtomicBoolean isStopping = new AtomicBoolean();\nRuntime.getRuntime().addShutdownHook(new Thread(() -> {\n    isStopping.set(true);\n    try {\n        job.join();\n    } catch (InterruptedException error) {\n        Thread.currentThread().interrupt();\n    }\n}));\n" +
		"MongoCollection<Document> tokens = db.getCollection(\"resumeTokens\");\nDocument stored = tokens.find(eq(\"_id\", {id})).first();\n{call}\nif (stored != null) {\n    stream.resumeAfter(stored.get(\"token\", Document.class)\n        .toBsonDocument());\n}\n" +
		"try (MongoCursor<Document> {changes} = stream\n        .withDocumentClass(Document.class)\n        .cursor()) {",
	FollowHead: "    while (!isStopping.get() && {changes}.getServerCursor() != null) {\n        Document {change} = {changes}.tryNext();\n        if ({change} == null) {\n            continue;\n        }",
	FollowFoot: "        tokens.updateOne(\n            eq(\"_id\", {id}),\n            set(\"token\", {change}.get(\"_id\")),\n            new UpdateOptions().upsert(true));\n    }\n} catch (MongoException error) {\n" +
		"    if (error.getCode() != 286) { // ChangeStreamHistoryLost\n        throw error;\n    }\n    throw new IllegalStateException(\n        {lost},\n        error);\n}\n" +
		"if (!isStopping.get()) {\n    throw new IllegalStateException(\n        {ended});\n}",
	Begin: code.None, End: code.None, Enter: code.None, ScopedHead: code.None, ScopedFoot: code.None,
	Head: "{session}.withTransaction(() -> {", Foot: "    return null;\n});",
	Together: "Executor threads = task -> new Thread(task).start();", NextTogether: code.None,
	FailingHead:       "try {\n    {session}.withTransaction(() -> {",
	FailingFoot:       "        return null;\n    });\n    {no error}\n} catch (IllegalStateException error) {\n    if (!{message}.equals(error.getMessage())) {\n        throw error;\n    }\n    System.err.println(error.getMessage());\n}",
	ScopedFailingHead: code.None, ScopedFailingFoot: code.None,
	Must: "if ({count} != {is}) {\n    throw new IllegalStateException({message});\n}", WideMust: code.None,
	Warning: "if ({count} != {is}) {\n    System.err.println({message});\n}", WideWarning: code.None, Count: "{variable}.get{Count}()",
	AgainHead: "for (int attempt = 1; ; attempt++) {", Again: "if ({count} == {is}) {\n    break;\n}\nif (attempt == {attempts}) {\n    throw new IllegalStateException({message});\n}", AgainFoot: "}",
	Holds: "if ({collection}.countDocuments() != {count}) {\n    throw new AssertionError({message});\n}",
}

func (java) Facts() *code.Facts          { return facts }
func (java) Variable(name string) string { return name }

// Collection returns a collection of the database, or the database for "".
func (java) Collection(name string) []figure.Token {
	if name == "" {
		return lexer.Tokens("db")
	}
	return lexer.Tokens("db.getCollection(" + quote(name) + ")")
}

// place returns the place of an argument in Java: that of Node.js, except that options of
// finds and other iterables are methods, and that the method that makes a view takes all
// by position.
func place(of example.Descriptor) func(a example.Argument) example.Place {
	isIterated := of.Returns == example.ReturnsDocuments || of.Returns == example.ReturnsStream || of.Name == "findOne" || of.Name == "distinct"
	return func(a example.Argument) example.Place {
		switch {
		case of.Name == "createView":
			return example.Positional
		case a.Node == example.Option && isIterated:
			return example.CursorMethod
		}
		return a.Node
	}
}

// argument writes an argument, with the driver's builders if it has any for it.
func argument(a code.Argument) code.Expr {
	switch a.Type {
	case example.TypeKeys:
		if a.Name == "keys" {
			return keys(a.Value, "Indexes")
		}
		return sorts(a.Value)
	case example.TypePipeline:
		return pipeline(a.Value)
	case example.TypeUpdate:
		return update(a.Value)
	case example.TypeCollation:
		return collation(a)
	case example.TypeRequests:
		var requests []code.Expr
		for _, r := range code.RequestsOf(a.Value) {
			requests = append(requests, made(code.Capitalized(r.Name)+"Model<>", arguments(r)...))
		}
		return static("List", "of", requests...)
	case example.TypeReturnDocument:
		return notation.Source("ReturnDocument." + strings.ToUpper(a.Value.Text))
	}
	switch a.Name {
	case "hint":
		if a.Value.Type == "object" {
			return keys(a.Value, "Indexes")
		}
	case "fullDocument", "fullDocumentBeforeChange":
		return notation.Source("FullDocument" + strings.TrimPrefix(code.Capitalized(a.Name), "FullDocument") + "." + strings.ToUpper(code.SnakeCase(a.Value.Text)))
	case "filter", "partialFilterExpression", "validator":
		return filter(a.Value)
	case "arrayFilters":
		return static("List", "of", code.Each(a.Value, filter)...)
	case "projection", "wildcardProjection":
		return projection(a.Value)
	case "sort": // of an update
		return sorts(a.Value)
	case "size", "max": // which are longs
		return number(a.Value.Text + "L")
	case "timeseries":
		return timeSeries(a.Value)
	case "clusteredIndex":
		return clusteredIndex(a.Value)
	}
	return value(a.Value)
}

// clusteredIndex writes the index of a clustered collection.
func clusteredIndex(n ejson.Node) code.Expr {
	var key, unique code.Expr
	var name *ejson.Node
	for _, f := range n.Fields {
		switch f.Key {
		case "key":
			key = keys(f.Value, "Indexes")
		case "unique":
			unique = value(f.Value)
		case "name":
			name = &f.Value
		}
	}
	index := made("ClusteredIndexOptions", key, unique)
	if name != nil {
		index = index.Then("name", value(*name))
	}
	return index
}

// timeSeries writes the options of a time series collection.
func timeSeries(n ejson.Node) code.Expr {
	options := made("TimeSeriesOptions", value(part(n, "timeField")))
	for _, f := range n.Fields {
		name, isSpan := strings.CutSuffix(f.Key, "Seconds")
		switch {
		case f.Key == "timeField":
		case isSpan:
			options = options.Then(name, number(f.Value.Text+"L"), notation.Source("TimeUnit.SECONDS"))
		case f.Key == "granularity":
			options = options.Then(f.Key, notation.Source("TimeSeriesGranularity."+strings.ToUpper(f.Value.Text)))
		default:
			options = options.Then(f.Key, value(f.Value))
		}
	}
	return options
}

// strengths are the names of a collation's strengths, from 1 on.
var strengths = []string{"PRIMARY", "SECONDARY", "TERTIARY", "QUATERNARY", "IDENTICAL"}

func collation(a code.Argument) code.Expr {
	builder := static("Collation", "builder")
	for _, f := range a.Value.Fields {
		switch f.Key {
		case "strength":
			builder = builder.Then("collationStrength", notation.Source("CollationStrength."+strengths[f.Value.Text[0]-'1']))
		case "caseFirst", "alternate", "maxVariable":
			name := "ollation" + code.Capitalized(f.Key)
			builder = builder.Then("c"+name, notation.Source("C"+name+"."+strings.ToUpper(strings.ReplaceAll(f.Value.Text, "-", "_"))))
		default:
			builder = builder.Then(f.Key, value(f.Value))
		}
	}
	return builder.Then("build")
}

// optionsOf are the classes of the options of operations.
var optionsOf = map[string]string{
	"bulkWrite": "BulkWriteOptions", "countDocuments": "CountOptions", "createCollection": "CreateCollectionOptions", "createIndex": "IndexOptions",
	"deleteMany": "DeleteOptions", "deleteOne": "DeleteOptions", "findOneAndDelete": "FindOneAndDeleteOptions", "findOneAndReplace": "FindOneAndReplaceOptions",
	"findOneAndUpdate": "FindOneAndUpdateOptions", "insertMany": "InsertManyOptions", "rename": "RenameCollectionOptions", "replaceOne": "ReplaceOptions",
	"updateMany": "UpdateOptions", "updateOne": "UpdateOptions",
}

// arguments returns the arguments in the parentheses of a call, with its options in an
// object.
func arguments(c *code.Call) []code.Expr {
	placed := c.Placed(place(c.Of))
	if len(placed.Options) == 0 {
		placed.Positional = placed.Positional[:placed.Needed]
	}
	var all []code.Expr
	for _, a := range placed.Positional {
		all = append(all, argument(a))
	}
	options, validation := made(optionsOf[c.Name]), made("ValidationOptions")
	for _, o := range placed.Options {
		switch o.Name {
		case "validator":
			validation = validation.Then(o.Name, argument(o))
		case "validationLevel", "validationAction":
			validation = validation.Then(o.Name, notation.Source(code.Capitalized(o.Name)+"."+strings.ToUpper(o.Value.Text)))
		case "expireAfterSeconds":
			options = options.Then("expireAfter", number(o.Value.Text+"L"), notation.Source("TimeUnit.SECONDS"))
		default:
			options = options.Then(optionName(o), argument(o))
		}
	}
	if len(validation.Methods) > 0 {
		options = options.Then("validationOptions", validation)
	}
	return append(all, given(options)...)
}

// setters are the options that the driver names otherwise than the server.
var setters = map[string]string{"size": "sizeInBytes", "max": "maxDocuments", "timeseries": "timeSeriesOptions", "clusteredIndex": "clusteredIndexOptions"}

// optionName returns the method that sets an option. That for a hint depends on whether it
// is an index's name or its keys.
func optionName(a code.Argument) string {
	if a.Name == "hint" && a.Value.Type == "string" {
		return "hintString"
	}
	return cmp.Or(setters[a.Name], a.Name)
}

// names are the methods that are not called like the operation.
var names = map[string]string{"findOne": "find", "rename": "renameCollection"}

// call writes the receiver and the methods of a call, and for an iterable one that reads
// it. A pipeline that writes a collection ends in toCollection, as reading it would return
// that whole collection.
func call(c *code.Call) ([]figure.Token, []code.Method) {
	if c.Explain != nil {
		on, methods := call(c.Explain)
		methods[len(methods)-1] = code.Method{Name: "explain", Arguments: []code.Expr{notation.Source("ExplainVerbosity.EXECUTION_STATS")}}
		return on, methods
	}
	on, parentheses := Language.Collection(c.Object), arguments(c)
	if c.Name == "rename" {
		parentheses[0] = made("MongoNamespace", notation.Source("db.getName()"), parentheses[0])
	}
	if c.Of.On == example.OnSession {
		on = lexer.Tokens(c.Session)
	} else if c.Session != "" {
		parentheses = append([]code.Expr{notation.Source(c.Session)}, parentheses...)
	}
	methods := []code.Method{{Name: cmp.Or(names[c.Name], c.Name), Arguments: parentheses}}
	for _, a := range c.Placed(place(c.Of)).Methods {
		methods = append(methods, code.Method{Name: optionName(a), Arguments: []code.Expr{argument(a)}})
	}
	intoList := code.Method{Name: "into", Arguments: []code.Expr{made("ArrayList<>")}}
	switch {
	case c.Name == "findOne":
		methods = append(methods, code.Method{Name: "first"})
	case c.WritesCollection:
		methods = append(methods, code.Method{Name: "toCollection"})
	case c.Name == "distinct":
		methods[0].Arguments = append(methods[0].Arguments, notation.Source(classOfValues(c)+".class"))
		methods = append(methods, intoList)
	case c.Of.Returns == example.ReturnsDocuments || c.Name == "listIndexes":
		methods = append(methods, intoList)
	}
	return on, methods
}

// valueClasses are the classes of values by their types.
var valueClasses = map[string]string{
	"bool": "Boolean", "date": "Instant", "decimal": "Decimal128", "double": "Double", "int": "Integer", "long": "Long", "objectId": "ObjectId", "string": "String",
}

// classOfValues returns the class of the values that a distinct returns, one for all types
// if they have several.
func classOfValues(c *code.Call) string { return cmp.Or(valueClasses[c.Values], "BsonValue") }

// classOf returns the class of a call's result, "" for others, as those of writes.
func classOf(c *code.Call) string {
	switch of := c.Of; {
	case c.Name == "distinct":
		return "List<" + classOfValues(c) + ">"
	case of.Returns == example.ReturnsDocuments || c.Name == "listIndexes":
		return "List<Document>"
	case of.Returns == example.ReturnsDocument || c.Name == "explain" || c.Name == "runCommand":
		return "Document"
	case c.IsCount():
		return "long"
	}
	return ""
}

// writeResults are the classes of the results of writes.
var writeResults = map[string]string{
	"insertOne": "InsertOneResult", "insertMany": "InsertManyResult",
	"updateOne": "UpdateResult", "updateMany": "UpdateResult", "replaceOne": "UpdateResult",
	"deleteOne": "DeleteResult", "deleteMany": "DeleteResult", "bulkWrite": "BulkWriteResult",
}

// Run writes a statement that prints documents with the types of their values, and other
// results with println.
func (java) Run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	class := classOf(r.Call)
	isKept := r.IsSaved || r.Error == nil && r.HasResult && class != "" && r.Name != "runCommand"
	if facts.Keeps(r) && class == "" {
		isKept, class = true, writeResults[r.Name]
	}
	if isKept {
		on = append(lexer.Tokens(class+" "+r.Variable+" = "), on...)
	}
	return facts.Done(r, isKept, code.Fluent{}.Chain(on, methods), layout.Punctuation(";"), func(expression layout.Doc) layout.Doc { return printed(r.Call, expression) })
}

func printed(c *code.Call, expression layout.Doc) layout.Doc {
	print := "System.out.println"
	switch {
	case c.Of.Returns == example.ReturnsDocuments || c.Name == "listIndexes":
		print = "printAll"
	case c.ReturnsDocuments():
		print = "print"
	}
	return layout.Concat(facts.Passed(print, expression, layout.Hanging(")")), layout.Punctuation(";"))
}

// Watch sends nothing yet: the driver opens a stream when its cursor is made.
func (java) Watch(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	on = append(lexer.Tokens("ChangeStreamIterable<Document> stream = "), on...)
	return layout.Concat(code.Fluent{}.Chain(on, methods), layout.Punctuation(";"))
}

// Checks returns the class of error that the driver throws, and a test for the expected
// one.
func (java) Checks(r *code.Run) (string, []string) {
	of, _ := example.Describe(r.Name)
	e, class, condition := r.Error, "MongoCommandException", fmt.Sprintf("if (error.getCode() != %d) {", r.Error.Code)
	switch {
	case e.Code == code.WriteConflict:
		return "MongoException", []string{"if (!error.hasErrorLabel(", "        MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) {", "    throw error;", "}"}
	case r.Name == "insertMany" || r.Name == "bulkWrite": // which has no code of its own
		class, condition = "MongoBulkWriteException", fmt.Sprintf("if (error.getWriteErrors().stream()\n        .noneMatch(err -> err.getCode() == %d)) {", e.Code)
	case of.Request != nil && e.CodeName == "DuplicateKey":
		return "MongoWriteException", []string{"if (error.getError().getCategory()", "        != ErrorCategory.DUPLICATE_KEY) {", "    throw error;", "}"}
	case of.Request != nil:
		class = "MongoWriteException"
	case r.Name == "createIndex" && e.CodeName == "DuplicateKey": // thrown as a class that is documented as legacy
		class = "MongoServerException"
	case e.Code == 0:
		class = "MongoException"
	}
	if e.Code == 0 {
		return class, []string{}
	}
	return class, append(strings.Split(condition+code.Noted(" // ", e), "\n"), "    throw error;", "}")
}

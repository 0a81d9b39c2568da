package render

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// placeInJava makes methods of the options of what is iterated over. A view has a
// method of its own.
func placeInJava(of example.Descriptor, a example.Argument) example.Place {
	switch {
	case of.Name == "createView":
		return example.Positional
	case a.Node == example.Option && iterates(of):
		return example.CursorMethod
	}
	return a.Node
}

func iterates(of example.Descriptor) bool {
	return of.Returns == example.ReturnsDocuments || of.Name == "findOne" || of.Name == "distinct"
}

// specialInJava writes with builders what the driver has them for.
func specialInJava(d *Dialect, a example.Argument, n ejson.Node) (piece, bool, error) {
	switch a.Type {
	case example.TypeKeys:
		p, err := keysInJava(d, n, a.Name)
		return p, true, err
	case example.TypePipeline:
		p, err := pipelineInJava(d, n)
		return p, true, err
	case example.TypeUpdate:
		p, err := updateInJava(d, n)
		return p, true, err
	case example.TypeCollation:
		p, err := collationInJava(d, n)
		return p, true, err
	case example.TypeRequests:
		p, err := requestsInJava(d, n)
		return p, true, err
	case example.TypeReturnDocument:
		return constant("ReturnDocument", strings.ToUpper(n.Text)), true, nil
	}
	switch a.Name {
	case "filter", "partialFilterExpression", "validator":
		p, err := filterInJava(d, n)
		return p, true, err
	case "arrayFilters":
		p, err := each(n, func(n ejson.Node) (piece, error) { return filterInJava(d, n) })
		return static("List", "of", p...), true, err
	case "projection", "wildcardProjection":
		p, err := projectionInJava(d, n)
		return p, true, err
	case "sort": // of an update
		p, err := keysInJava(d, n, a.Name)
		return p, true, err
	}
	return piece{}, false, nil
}

// each writes the elements of an array.
func each(n ejson.Node, write func(ejson.Node) (piece, error)) ([]piece, error) {
	var pieces []piece
	for _, f := range n.Fields {
		p, err := write(f.Value)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	return pieces, nil
}

// optionsOf are the classes of operations' options.
var optionsOf = map[string]string{
	"bulkWrite": "BulkWriteOptions", "countDocuments": "CountOptions", "createCollection": "CreateCollectionOptions", "createIndex": "IndexOptions",
	"deleteMany": "DeleteOptions", "deleteOne": "DeleteOptions", "findOneAndDelete": "FindOneAndDeleteOptions", "findOneAndReplace": "FindOneAndReplaceOptions",
	"findOneAndUpdate": "FindOneAndUpdateOptions", "insertMany": "InsertManyOptions", "rename": "RenameCollectionOptions", "replaceOne": "ReplaceOptions",
	"updateMany": "UpdateOptions", "updateOne": "UpdateOptions",
}

func optionsInJava(of example.Descriptor, given []option) piece {
	p, validation := made(optionsOf[of.Name]), made("ValidationOptions")
	for _, o := range given {
		name, value := o.argument.Name, []piece{o.value}
		switch {
		case name == "hint" && o.value.brackets == "":
			name = "hintString"
		case name == "validator":
			validation = validation.calls(name, o.value)
			continue
		case name == "validationLevel", name == "validationAction":
			validation = validation.calls(name, constant(capitalized(name), strings.ToUpper(o.text)))
			continue
		case name == "expireAfterSeconds":
			o.value.scalar = one(figure.Number, o.value.scalar[0].Text+"L")
			name, value = "expireAfter", []piece{o.value, constant("TimeUnit", "SECONDS")}
		}
		p = p.calls(name, value...)
	}
	if len(validation.then) > 0 {
		p = p.calls("validationOptions", validation)
	}
	return p
}

// strengths are those of a collation, from 1 on.
var strengths = []string{"PRIMARY", "SECONDARY", "TERTIARY", "QUATERNARY", "IDENTICAL"}

func collationInJava(d *Dialect, n ejson.Node) (piece, error) {
	p := static("Collation", "builder")
	for _, f := range n.Fields {
		value, err := d.piece(f.Value, false)
		name := f.Key
		switch name {
		case "strength":
			name, value = "collationStrength", constant("CollationStrength", strengths[f.Value.Text[0]-'1'])
		case "caseFirst", "alternate", "maxVariable":
			value = static("Collation"+capitalized(name), "fromString", value)
			name = "collation" + capitalized(name)
		}
		if err != nil {
			return p, err
		}
		p = p.calls(name, value)
	}
	return p.calls("build"), nil
}

// requestsInJava writes the requests of a bulk write, each as its model.
func requestsInJava(d *Dialect, n ejson.Node) (piece, error) {
	requests, err := each(n, func(request ejson.Node) (piece, error) {
		name := request.Fields[0].Key
		of, _ := example.Describe(name)
		calls, err := d.methods(example.Descriptor{Name: name, Arguments: of.Request}, request.Fields[0].Value.Fields, "")
		if err != nil {
			return piece{}, err
		}
		return generic(capitalized(name)+"Model", calls[0].arguments...), nil
	})
	return static("List", "of", requests...), err
}

// completeInJava reads what iterables give. The driver would read all of a
// collection that a pipeline has written.
func completeInJava(_ *Dialect, o example.Operation, c chain) (chain, error) {
	of, _ := example.Describe(o.Name)
	for i, m := range c.methods[1:] {
		if m.name == "hint" && m.arguments[0].brackets == "" {
			c.methods[i+1].name = "hintString"
		}
	}
	call := &c.methods[0]
	switch {
	case o.Name == "rename":
		namespace := made("MongoNamespace", piece{scalar: ending("db", "getName")}, call.arguments[0])
		call.arguments[0] = namespace
	case o.Name == "findOne":
		c.methods = append(c.methods, method{name: "first"})
	case writesCollection(o):
		c.methods = append(c.methods, method{name: "toCollection"})
	case o.Name == "distinct":
		call.arguments = append(call.arguments, piece{scalar: append(one(figure.Type, "BsonValue"), one(figure.Plain, ".class")...)})
		c.methods = append(c.methods, intoList())
	case of.Returns == example.ReturnsDocuments || o.Name == "listIndexes":
		c.methods = append(c.methods, intoList())
	}
	return c, nil
}

// intoList reads a cursor to its end.
func intoList() method { return method{name: "into", arguments: []piece{generic("ArrayList")}} }

// writesCollection reports whether an operation is a pipeline that ends in a
// collection.
func writesCollection(o example.Operation) bool {
	pipeline, err := ejson.Open(o.Arguments)
	if err != nil || o.Name != "aggregate" {
		return false
	}
	stages, _ := field(pipeline.Fields, "pipeline")
	if len(stages.Fields) == 0 {
		return false
	}
	last := stages.Fields[len(stages.Fields)-1].Value
	return len(last.Fields) == 1 && (last.Fields[0].Key == "$merge" || last.Fields[0].Key == "$out")
}

// explainInJava explains in the place of reading.
func explainInJava(d *Dialect, o example.Operation) (chain, error) {
	c, err := d.inner(o)
	if err != nil {
		return c, err
	}
	c.methods[len(c.methods)-1] = method{name: "explain", arguments: []piece{constant("ExplainVerbosity", "EXECUTION_STATS")}}
	return c, nil
}

// printInJava prints documents with the types of their values, and results as they
// print themselves.
func printInJava(d *Dialect, expression []figure.Line, of example.Descriptor) []figure.Line {
	head := slices.Concat(one(figure.Plain, "System.out."), one(figure.Function, "println"), punctuation("("))
	switch {
	case of.Returns == example.ReturnsDocuments || of.Name == "listIndexes":
		head = append(one(figure.Type, "printAll"), punctuation("(")...)
	case givesDocuments(of):
		head = append(one(figure.Type, "print"), punctuation("(")...)
	}
	if len(expression) == 1 {
		if line := slices.Concat(head, expression[0].Tokens, punctuation(")")); columns(line)+len(d.end) <= d.scriptWidth() {
			return []figure.Line{{Tokens: line}}
		}
	}
	lines := append([]figure.Line{{Tokens: head}}, indented(expression, d.step)...)
	last := &lines[len(lines)-1]
	last.Tokens = append(slices.Clone(last.Tokens), punctuation(")")...)
	return lines
}

// attemptInJava catches the class of error that the driver throws. A script fails where
// it does not come.
func attemptInJava(body []figure.Line, s *example.Step, show bool) []figure.Line {
	class := "MongoException"
	switch of, _ := example.Describe(s.Operation.Name); {
	case s.ExpectError.Code == writeConflict:
	case of.Name == "insertMany" || of.Name == "bulkWrite":
		class = "MongoBulkWriteException"
	case of.Request != nil:
		class = "MongoWriteException"
	case of.Name == "createIndex" && s.ExpectError.CodeName == "DuplicateKey":
		class = "DuplicateKeyException"
	case s.ExpectError.Code != 0:
		class = "MongoCommandException"
	}
	if show {
		body = append(slices.Clip(body), figure.Line{Tokens: throwingInJava("AssertionError", expected(s.ExpectError, withLabel))})
	}
	lines := append([]figure.Line{{Tokens: append(one(figure.Keyword, "try"), punctuation(" {")...)}}, indented(body, 4)...)
	head := slices.Concat(punctuation("} "), one(figure.Keyword, "catch"), punctuation(" ("), one(figure.Type, class), one(figure.Plain, " error"), punctuation(") {"))
	caught := checkInJava(s.ExpectError, class)
	printed := slices.Concat(one(figure.Plain, "System.out."), one(figure.Function, "println"), punctuation("(error);"))
	caught = append(caught, figure.Line{Tokens: printed})
	return slices.Concat(lines, []figure.Line{{Tokens: head}}, indented(caught, 4), []figure.Line{{Tokens: punctuation("}")}})
}

// throwingInJava writes a statement that throws an error of Java's own.
func throwingInJava(class, message string) []figure.Token {
	thrown := made(class, piece{scalar: one(figure.String, quoteInJava(message))})
	return slices.Concat(one(figure.Keyword, "throw"), one(figure.Plain, " "), thrown.before, thrown.flat(), punctuation(";"))
}

// checkInJava throws an error again that is not the one which a step expects.
func checkInJava(e *example.ExpectedError, class string) []figure.Line {
	var lines []figure.Line
	switch {
	case e.Code == 0 || class == "DuplicateKeyException":
		return nil
	case e.Code == writeConflict:
		head := append(one(figure.Keyword, "if"), punctuation(" (!")...)
		head = append(append(append(head, one(figure.Plain, "error.")...), one(figure.Function, "hasErrorLabel")...), punctuation("(")...)
		label := append(one(figure.Plain, "        "), constant("MongoException", "TRANSIENT_TRANSACTION_ERROR_LABEL").scalar...)
		lines = []figure.Line{{Tokens: head}, {Tokens: append(label, punctuation(")) {")...)}}
	case e.CodeName == "DuplicateKey" && class == "MongoWriteException":
		head := append(append(one(figure.Keyword, "if"), punctuation(" (")...), ending("error", "getError")...)
		head = append(append(append(head, punctuation(".")...), one(figure.Function, "getCategory")...), punctuation("()")...)
		category := append(one(figure.Plain, "        != "), constant("ErrorCategory", "DUPLICATE_KEY").scalar...)
		lines = []figure.Line{{Tokens: head}, {Tokens: append(category, punctuation(") {")...)}}
	case class == "MongoBulkWriteException": // which has no code of its own
		head := append(append(one(figure.Keyword, "if"), punctuation(" (")...), ending("error", "getWriteErrors")...)
		head = append(append(append(head, punctuation(".")...), one(figure.Function, "stream")...), punctuation("()")...)
		none := append(one(figure.Plain, "        ."), one(figure.Function, "noneMatch")...)
		none = slices.Concat(none, punctuation("("), one(figure.Plain, "err -> "), ending("err", "getCode"), one(figure.Plain, " == "), one(figure.Number, fmt.Sprint(e.Code)), punctuation(")) {"))
		lines = []figure.Line{{Tokens: head}, {Tokens: append(none, codeComment(" // ", e)...)}}
	default:
		head := append(append(one(figure.Keyword, "if"), punctuation(" (")...), ending("error", "getCode")...)
		head = slices.Concat(head, one(figure.Plain, " != "), one(figure.Number, fmt.Sprint(e.Code)), punctuation(") {"))
		lines = []figure.Line{{Tokens: append(head, codeComment(" // ", e)...)}}
	}
	thrown := append(one(figure.Plain, "    "), one(figure.Keyword, "throw")...)
	return append(lines, figure.Line{Tokens: append(thrown, one(figure.Plain, " error;")...)}, figure.Line{Tokens: punctuation("}")})
}

// Package python writes code for PyMongo, of version 4.11 on, in Python of version 3.11
// on.
package python

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Language is Python with PyMongo.
var Language code.Language = python{}

type python struct{}

// widest is the width of a script, whose statements are indented by four columns.
const widest = 88

var facts = &code.Facts{
	Name: "Python", Ending: ".py", Label: "python", Least: "3.11", Command: "pip install pymongo && python", Comment: "# ",
	Page: layout.Margins{Width: 56, Step: 4}, Script: layout.Margins{Width: widest - 4, Step: 4, IsStrict: true},
	Notation: notation, Templates: templates, Empty: []string{"client.drop_database(db)"},
}

const failed = "except RuntimeError as error:\n    if str(error) != {message}:\n        raise\n    logging.warning(error)\n{no error}"

const head = "def transaction({session}):"

var templates = code.Templates{
	Guard: "if {lacks}:\n    raise LookupError({message})", WideGuard: code.None,
	NoDocument: "{variable} is None", Empty: "not {variable}", Short: "len({variable}) < {least}",
	Try:     "try:\n    {body}\nexcept {class} as error:\n    {checks}\n    print(error)\n{no error}",
	NoError: "else:\n    raise AssertionError({expected})",
	Loop:    "for _ in range({times}):\n    {body}", CountedLoop: "for {i} in range({times}):\n    {body}",
	Changes:    code.None,
	Watch:      "stopping = Event()\nsignal.signal(signal.SIGINT, lambda *_: stopping.set())\ntokens = db[\"resumeTokens\"]\nstored = tokens.find_one({\"_id\": {id}})\ntry:\n    {call}",
	FollowHead: "        while {changes}.alive and not stopping.is_set():\n            {change} = {changes}.try_next()\n            if {change} is None:\n                continue",
	FollowFoot: "            tokens.update_one(\n                {\"_id\": {id}},\n                {\"$set\": {\"token\": {change}[\"_id\"]}},\n                upsert=True,\n            )\nexcept OperationFailure as error:\n" +
		"    if error.code != 286:  # ChangeStreamHistoryLost\n        raise\n    raise RuntimeError(\n        {lost}\n    ) from error\n" +
		"if not stopping.is_set():\n    raise RuntimeError(\n        {ended}\n    )",
	Begin: "{session} = client.start_session()", End: "{session}.end_session()", Enter: code.None,
	Head: head, Foot: "{session}.with_transaction(transaction)",
	ScopedHead: head, ScopedFoot: "with client.start_session() as {session}:\n    {session}.with_transaction(transaction)",
	Together: "with ThreadPoolExecutor() as pool:", NextTogether: "with ThreadPoolExecutor() as pool:",
	FailingHead: head, FailingFoot: "try:\n    {session}.with_transaction(transaction)\n" + failed,
	ScopedFailingHead: head, ScopedFailingFoot: "try:\n    with client.start_session() as {session}:\n        {session}.with_transaction(transaction)\n" + failed,
	Must: "if {count} != {is}:\n    raise RuntimeError({message})", WideMust: code.None,
	Warning: "if {count} != {is}:\n    logging.warning({message})", WideWarning: code.None, Count: "{variable}.{count_}",
	AgainHead: "for _ in range({attempts}):", Again: "if {count} == {is}:\n    break", AgainFoot: "else:\n    raise RuntimeError({message})",
	Holds: "if {collection}.count_documents({}) != {count}:\n    raise AssertionError({message})",
}

var brackets = code.Brackets{Step: 4, TrailingComma: true, JoinsStrings: true}

func (python) Facts() *code.Facts          { return facts }
func (python) Variable(name string) string { return variable(name) }

// Collection returns a collection of the database, or the database for "".
func (python) Collection(name string) []figure.Token {
	if name == "" {
		return lexer.Tokens("db")
	}
	return lexer.Tokens("db[" + code.QuoteDouble(name) + "]")
}

// names are the methods that are not called like the operation.
var names = map[string]string{"createView": "create_collection", "runCommand": "command"}

func place(a example.Argument) example.Place { return a.Python }

// arguments returns the arguments in the parentheses of a call, with options as keyword
// arguments.
func arguments(c *code.Call) []code.Expr {
	placed := c.Placed(place)
	var all []code.Expr
	for _, a := range placed.Positional[:placed.Needed] {
		all = append(all, argument(a))
	}
	for _, o := range placed.Options {
		all = append(all, argument(o).Named(keyword(optionName(o))...))
	}
	return all
}

func optionName(a code.Argument) string {
	if a.Python == example.Verbatim {
		return a.Name
	}
	return code.SnakeCase(a.Name)
}

// call writes the receiver and the methods of a call. The driver has an explain method
// only for find, so that explain is written as a command.
func call(c *code.Call) ([]figure.Token, []code.Method) {
	if c.Explain != nil {
		return Language.Collection(""), []code.Method{{Name: "command", Arguments: []code.Expr{notation.Value(c.Command)}}}
	}
	on, parentheses := Language.Collection(c.Object), arguments(c)
	if c.Of.On == example.OnSession {
		on = lexer.Tokens(c.Session)
	} else if c.Session != "" {
		parentheses = append(parentheses, code.Literal(figure.Token{Text: c.Session}).Named(keyword("session")...))
	}
	methods := []code.Method{{Name: cmp.Or(names[c.Name], code.SnakeCase(c.Name)), Arguments: parentheses}}
	for _, a := range c.Placed(place).Methods {
		methods = append(methods, code.Method{Name: optionName(a), Arguments: []code.Expr{argument(a)}})
	}
	if c.Of.Returns == example.ReturnsDocuments && !c.WritesCollection || c.Name == "listIndexes" {
		methods = append(methods, code.Method{Name: "to_list"})
	}
	return on, methods
}

// attributes are the attributes of PyMongo's write results that a program prints.
var attributes = map[string][]string{
	"insertOne": {"inserted_id"}, "insertMany": {"inserted_ids"},
	"updateOne": {"matched_count", "modified_count"}, "updateMany": {"matched_count", "modified_count"}, "replaceOne": {"matched_count", "modified_count"},
	"deleteOne": {"deleted_count"}, "deleteMany": {"deleted_count"},
}

// attributesOf returns those of a call's result; of a bulk write, what its requests can
// change.
func attributesOf(c *code.Call) []string {
	if c.Name != "bulkWrite" {
		read := attributes[c.Name]
		if len(read) > 0 && c.Has("upsert") { // else it returns a document
			read = append(slices.Clone(read), "upserted_id")
		}
		return read
	}
	changed := map[string]bool{}
	requests, _ := code.Field(c.Given, "requests")
	for _, r := range code.RequestsOf(requests) {
		changed["inserted_count"] = changed["inserted_count"] || r.Name == "insertOne"
		changed["upserted_ids"] = changed["upserted_ids"] || r.Has("upsert")
		for _, name := range attributes[r.Name] {
			changed[name] = true
		}
	}
	all := []string{"inserted_count", "matched_count", "modified_count", "deleted_count", "upserted_ids"}
	return slices.DeleteFunc(all, func(name string) bool { return !changed[name] })
}

// Run writes a statement that prints the attributes of a write's result, documents with
// pp, or another value.
func (python) Run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	variable := r.Variable
	switch {
	case r.IsSaved:
	case r.Prints && len(attributesOf(r.Call)) > 0, r.Must != nil:
		variable = "result"
	default:
		variable = ""
	}
	if variable != "" {
		on = append(lexer.Tokens(variable+" = "), on...)
	}
	statement := brackets.Chain(on, methods)
	guard := facts.Guard(r)
	looked := *r
	looked.Variable = variable
	must := facts.Must(&looked)
	if !r.Prints {
		return code.Lines(statement, guard, must)
	}
	if variable == "" {
		return code.Lines(printed(r, statement), guard)
	}
	return code.Lines(statement, guard, printedOf(r, variable), must)
}

// printedOf prints the result in a variable, of a write what a program reads of it.
func printedOf(r *code.Run, variable string) layout.Doc {
	read := attributesOf(r.Call)
	if len(read) == 0 {
		return printed(r, facts.Lines(variable))
	}
	print := code.CallOf(lexer.Tokens("print"))
	for _, name := range read {
		print.Items = append(print.Items, notation.Source(variable+"."+name))
	}
	return brackets.Doc(print)
}

func printed(r *code.Run, value layout.Doc) layout.Doc {
	print := "print"
	if r.ReturnsDocuments() {
		print = "pp"
	}
	return facts.Passed(print, value, layout.Line(""), layout.Punctuation(")"))
}

// Send lets a thread wait for a result.
func (python) Send(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	waiting := layout.Concat(facts.Lines("lambda: "), brackets.Chain(on, methods))
	return facts.Passed(r.Variable+"_sent = pool.submit", waiting, layout.Line(""), layout.Punctuation(")"))
}

func (python) Receive(runs []*code.Run) layout.Doc {
	var docs []layout.Doc
	for _, r := range runs {
		result := r.Variable + " = "
		if r.WritesCollection {
			result = ""
		}
		docs = append(docs, facts.Lines(result+r.Variable+"_sent.result()"), facts.Guard(r))
	}
	for _, r := range runs {
		if r.Prints {
			docs = append(docs, printedOf(r, r.Variable))
		}
		docs = append(docs, facts.Must(r))
	}
	return code.Lines(docs...)
}

// Watch opens a stream at once, and closes it behind the loop.
func (python) Watch(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	resumed := notation.Source(`stored["token"] if stored else None`)
	methods[0].Arguments = append(methods[0].Arguments, resumed.Named(keyword("resume_after")...))
	return layout.Concat(brackets.Chain(append(lexer.Tokens("with "), on...), methods), layout.Free(lexer.Tokens(" as "+r.Variable+":")...))
}

// Checks returns the class of error that the driver raises, and a test for the expected
// one.
func (python) Checks(r *code.Run) (string, []string) {
	e, class, found := r.Error, "OperationFailure", "error.code"
	switch {
	case e.Code == code.WriteConflict:
		return class, []string{"if not error.has_error_label(" + code.QuoteDouble(code.Transient) + "):", "    raise"}
	case r.Name == "insertMany" || r.Name == "bulkWrite": // always with the same error.code
		class, found = "BulkWriteError", `error.details["writeErrors"][0]["code"]`
	case e.CodeName == "DuplicateKey":
		return "DuplicateKeyError", []string{}
	}
	if e.Code == 0 {
		return class, []string{}
	}
	return class, []string{fmt.Sprintf("if %s != %d:", found, e.Code) + code.Noted("  # ", e), "    raise"}
}

func (python) Uses(token figure.Token, _ bool) string {
	if token.Class == figure.Type {
		return token.Text
	}
	return ""
}

// File imports the names that are used and connects to the server that the environment
// names. A script closes the client also after an error.
func (python) File(e *example.Example, names, statements []string) []string {
	from := map[string][]string{"pymongo": {"MongoClient"}}
	for _, name := range names {
		module := cmp.Or(modules[name], "pymongo")
		from[module] = append(from[module], name)
	}
	lines := []string{"import os"}
	for _, module := range []string{"logging", "signal"} {
		if len(from[module]) > 0 {
			lines = append(lines, "import "+module)
		}
	}
	slices.Sort(lines)
	for _, module := range []string{"base64", "concurrent.futures", "datetime", "pprint", "threading", "", "bson", "pymongo", "pymongo.collation", "pymongo.errors"} {
		if module == "" { // after the standard library
			lines = append(lines, "")
		}
		if imported := from[module]; len(imported) > 0 {
			slices.Sort(imported)
			line := "from " + module + " import " + strings.Join(imported, ", ")
			if len(line) > widest {
				line = "from " + module + " import (\n    " + strings.Join(imported, ",\n    ") + ",\n)"
			}
			lines = append(lines, strings.Split(line, "\n")...)
		}
	}
	lines = append(lines, "", `uri = os.environ.get("MONGODB_URI", "mongodb://localhost:27017")`)
	const client = "MongoClient(uri, tz_aware=True)"
	db := "db = client[" + code.QuoteDouble(e.Name) + "]"
	if statements == nil {
		return append(lines, "client = "+client, db)
	}
	lines = append(lines, "with "+client+" as client:")
	return append(lines, code.Indented(append([]string{db}, statements...), 4)...)
}

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

var facts = &code.Facts{
	Name: "Python", Ending: ".py", Label: "python", Least: "3.11", Command: "pip install pymongo && python", Comment: "# ",
	Page: layout.Margins{Width: 56, Step: 4}, Script: layout.Margins{Width: 88, Step: 4},
	Empty: []string{"client.drop_database(db)"}, Close: []string{"", "client.close()"},
	HasCallbacks: true,
}

var brackets = code.Brackets{Step: 4, TrailingComma: true, JoinsStrings: true}

func (python) Facts() *code.Facts          { return facts }
func (python) Variable(name string) string { return variable(name) }

func receiver(collection string) []figure.Token {
	if collection == "" {
		return lexer.Tokens("db")
	}
	return lexer.Tokens("db[" + code.QuoteDouble(collection) + "]")
}

// names of methods that are not the operation's.
var names = map[string]string{"createView": "create_collection", "runCommand": "command"}

func place(a example.Argument) example.Place { return a.Python }

// arguments are those in the parentheses of a call, with options as keywords.
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
	return snakeCase(a.Name)
}

// call writes the receiver and the methods of a call. The driver explains finds alone,
// so that explain is a command.
func call(c *code.Call) ([]figure.Token, []code.Method) {
	if c.Explain != nil {
		return receiver(""), []code.Method{{Name: "command", Arguments: []code.Expr{value(c.Command)}}}
	}
	on, parentheses := receiver(c.Object), arguments(c)
	if c.Of.On == example.OnSession {
		on = lexer.Tokens(c.Session)
	} else if c.Session != "" {
		parentheses = append(parentheses, code.Literal(figure.Token{Text: c.Session}).Named(keyword("session")...))
	}
	methods := []code.Method{{Name: cmp.Or(names[c.Name], snakeCase(c.Name)), Arguments: parentheses}}
	for _, a := range c.Placed(place).Methods {
		methods = append(methods, code.Method{Name: optionName(a), Arguments: []code.Expr{argument(a)}})
	}
	if c.Of.Returns == example.ReturnsDocuments && !c.WritesCollection || c.Name == "listIndexes" {
		methods = append(methods, code.Method{Name: "to_list"})
	}
	return on, methods
}

// attributes are those that a program reads of PyMongo's results of writes.
var attributes = map[string]string{
	"insertOne": "inserted_id", "insertMany": "inserted_ids",
	"updateOne": "matched_count modified_count", "updateMany": "matched_count modified_count", "replaceOne": "matched_count modified_count",
	"deleteOne": "deleted_count", "deleteMany": "deleted_count",
	"bulkWrite": "bulk_api_result",
}

// Run writes a statement that prints what a program reads of a result, and documents
// each on lines of its own.
func (python) Run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	read, variable := strings.Fields(attributes[r.Name]), r.Variable
	switch {
	case r.IsSaved:
	case r.Prints && len(read) > 0:
		variable = "result"
	default:
		variable = ""
	}
	if variable != "" {
		on = append(lexer.Tokens(variable+" = "), on...)
	}
	statement := brackets.Chain(on, methods)
	guard := guard(r)
	if !r.Prints {
		return code.Lines(statement, guard)
	}
	printed := statement
	if variable != "" {
		printed = lexer.Lines(variable)
	}
	function := figure.Token{Class: figure.Function, Text: "print"}
	switch {
	case r.ReturnsDocuments():
		function = figure.Token{Class: figure.Type, Text: "pp"}
	case len(read) > 0:
		if r.Has("upsert") {
			read = append(read, "upserted_id")
		}
		printed = lexer.Lines(variable + "." + strings.Join(read, ", "+variable+"."))
	}
	printed = layout.Group(layout.Text(function), layout.Punctuation("("), layout.Nest(layout.Line(""), printed), layout.Line(""), layout.Punctuation(")"))
	if variable == "" {
		return code.Lines(printed, guard)
	}
	return code.Lines(statement, guard, printed)
}

// guard raises where what later steps need is not there; nil where they need nothing.
func guard(r *code.Run) layout.Doc {
	if !r.Needs.IsNeeded() {
		return nil
	}
	return lexer.Lines("if "+r.Lacks("%s is None", "not %s", "len(%s) < %d")+":", "    raise LookupError("+code.QuoteDouble(r.Lacking())+")")
}

// Try catches the class of error that the driver raises. A script fails where it does
// not come.
func (l python) Try(r *code.Run, e *example.ExpectedError) layout.Doc {
	class, found := "OperationFailure", "error.code"
	switch {
	case e.Code == code.WriteConflict:
	case r.Name == "insertMany" || r.Name == "bulkWrite": // whose own code is that of all
		class, found = "BulkWriteError", `error.details["writeErrors"][0]["code"]`
	case e.CodeName == "DuplicateKey":
		class = "DuplicateKeyError"
	}
	caught := []string{"except " + class + " as error:"}
	switch {
	case class == "DuplicateKeyError" || e.Code == 0:
	case e.Code == code.WriteConflict:
		caught = append(caught, "    if not error.has_error_label("+code.QuoteDouble(code.Transient)+"):", "        raise")
	default:
		caught = append(caught, fmt.Sprintf("    if %s != %d:", found, e.Code)+code.Noted("  # ", e), "        raise")
	}
	caught = append(caught, "    print(error)")
	if r.IsScript {
		caught = append(caught, "else:", "    raise AssertionError("+code.QuoteDouble(code.Expected(e, true))+")")
	}
	return layout.Concat(lexer.Lines("try:"), layout.Nest(layout.Hard(), l.Run(r)), layout.Hard(), lexer.Lines(caught...))
}

func (l python) Loop(r *code.Run, times int) layout.Doc {
	variable := "_"
	if r.Counts() {
		variable = code.Counter
	}
	return layout.Concat(lexer.Lines(fmt.Sprintf("for %s in range(%d):", variable, times)), layout.Nest(layout.Hard(), l.Run(r)))
}

func (python) Begin(b *code.Begin) layout.Doc {
	if b.IsScoped {
		return nil
	}
	return lexer.Lines(b.Session + " = client.start_session()")
}

func (python) End(e *code.End) layout.Doc {
	if e.IsScoped {
		return nil
	}
	return lexer.Lines(e.Session + ".end_session()")
}

// Transaction opens a session that is there for it alone in a with statement, which
// ends it.
func (python) Transaction(t *code.Transaction) (head, foot layout.Doc) {
	head = lexer.Lines("def transaction(" + t.Session + "):")
	if t.IsScoped {
		return head, lexer.Lines("with client.start_session() as "+t.Session+":", "    "+t.Session+".with_transaction(transaction)")
	}
	return head, lexer.Lines(t.Session + ".with_transaction(transaction)")
}

func (python) Holds(h *code.Holds) layout.Doc {
	collection := figure.Line{Tokens: receiver(h.Collection)}.Text()
	return lexer.Lines(fmt.Sprintf("if %s.count_documents({}) != %d:", collection, h.Count), "    raise AssertionError("+code.QuoteDouble(h.Message())+")")
}

func (python) Uses(token figure.Token, _ bool) string {
	if token.Class == figure.Type {
		return token.Text
	}
	return ""
}

// File imports what is used and connects to the server that the environment names.
func (python) File(e *example.Example, names, statements []string) []string {
	from := map[string][]string{"pymongo": {"MongoClient"}}
	for _, name := range names {
		module := cmp.Or(modules[name], "pymongo")
		from[module] = append(from[module], name)
	}
	lines := []string{"import os"}
	for _, module := range []string{"base64", "datetime", "pprint", "", "bson", "pymongo", "pymongo.collation", "pymongo.errors"} {
		if module == "" { // behind what comes with Python
			lines = append(lines, "")
		}
		if imported := from[module]; len(imported) > 0 {
			slices.Sort(imported)
			lines = append(lines, "from "+module+" import "+strings.Join(imported, ", "))
		}
	}
	return slices.Concat(lines, []string{
		"",
		`uri = os.environ.get("MONGODB_URI", "mongodb://localhost:27017")`,
		`client = MongoClient(uri, tz_aware=True)`,
		"db = client[" + code.QuoteDouble(e.Name) + "]",
	}, statements)
}

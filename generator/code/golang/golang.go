// Package golang writes code for the driver for Go, of version 2.
package golang

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

// Language is Go with the driver.
var Language code.Language = golang{}

type golang struct{}

const (
	step = 4
	// wide is how wide a statement is in a script, which stands in a function, with tabs.
	wide = 88 - 2*step
)

var facts = &code.Facts{
	Name: "Go", Ending: ".go", Label: "go", Least: "1.25", Command: "go mod init handbook; go mod tidy && go run", Comment: "// ",
	Page: layout.Margins{Width: 56, Step: step}, Script: layout.Margins{Width: wide, Step: step}, IsTabbed: true,
	Empty: []string{"if err := db.Drop(ctx); err != nil {", "    return err", "}"}, HasCallbacks: true, HasWholeProgram: true,
}

var brackets = code.Brackets{Step: step, TrailingComma: true}

func (golang) Facts() *code.Facts          { return facts }
func (golang) Variable(name string) string { return name }

func receiver(collection string) []figure.Token {
	tokens := []figure.Token{{Text: "db"}}
	if collection == "" {
		return tokens
	}
	return slices.Concat(tokens, lexer.Tokens("."), lexer.Tokens("Collection("+code.QuoteDouble(collection)+")"))
}

// contextOf is the variable for the context of a session's operations.
func contextOf(session string) string {
	if session == "" {
		return "ctx"
	}
	return session + "Ctx"
}

// names of methods, and of options, that are not the operation's.
var (
	names       = map[string]string{"createIndex": "CreateOne", "dropIndex": "DropOne", "listIndexes": "List"}
	optionNames = map[string]string{"countDocuments": "Count", "replaceOne": "Replace"}
)

// call writes the receiver and the methods of a call: the context, what must be there by
// its place, and the rest as options, which methods set.
func call(c *code.Call) ([]figure.Token, []code.Method) {
	ctx := code.Literal(figure.Token{Text: contextOf(c.Session)})
	m := code.Method{Name: cmp.Or(names[c.Name], code.Capitalized(c.Name)), Arguments: []code.Expr{ctx}, Held: 1}
	switch {
	case c.Name == "rename":
		return rename(c, m)
	case c.Explain != nil: // for which the driver has no method
		m.Name, m.Arguments = "RunCommand", append(m.Arguments, value(c.Command))
		return receiver(""), []code.Method{m}
	case c.Of.On == example.OnSession:
		m.Arguments[0].Tokens[0].Text = "ctx"
		if c.Name == "startTransaction" {
			m.Arguments, m.Held = nil, 0
		}
		return []figure.Token{{Text: c.Session}}, []code.Method{m}
	}
	required, optional := arguments(c)
	for _, a := range required {
		m.Arguments = append(m.Arguments, argument(a))
	}
	switch {
	case c.Name == "createIndex":
		m.Arguments[1] = index(m.Arguments[1], optional)
	case len(optional) > 0:
		options := made("options." + cmp.Or(optionNames[c.Name], code.Capitalized(c.Name)))
		for _, a := range optional {
			options = set(options, a.Name, argument(a))
		}
		m.Arguments = append(m.Arguments, options)
	}
	switch c.Name {
	case "createCollection":
		m.Held = 2 // with the name
	case "createIndex", "dropIndex", "listIndexes":
		return receiver(c.Object), []code.Method{{Name: "Indexes"}, m}
	}
	return receiver(c.Object), []code.Method{m}
}

// rename sends the command that names a collection anew, for which the driver has no
// method.
func rename(c *code.Call, m code.Method) ([]figure.Token, []code.Method) {
	name := func(collection string) code.Expr { return source("db.Name() + " + code.QuoteDouble("."+collection)) }
	to, _ := code.Field(c.Given, "to")
	command := literal(document, pair("renameCollection", name(c.Object)), pair("to", name(to.Text)))
	if drops, _ := code.Field(c.Given, "dropTarget"); drops.Text == "true" {
		command.Items = append(command.Items, pair("dropTarget", source("true")))
	}
	m.Name, m.Arguments = "RunCommand", append(m.Arguments, command)
	return lexer.Tokens(`client.Database("admin")`), []code.Method{m, {Name: "Err"}}
}

// What methods of the driver return.
const (
	aValue  = iota // and an error
	nothing        // but an error
	cursor         // and an error
	single         // with an error inside
)

// returns has what methods return that return no value.
var returns = map[string]int{
	"createCollection": nothing, "createView": nothing, "drop": nothing, "dropIndex": nothing, "rename": nothing,
	"startTransaction": nothing, "commitTransaction": nothing, "abortTransaction": nothing,
	"find": cursor, "aggregate": cursor, "listIndexes": cursor,
	"findOne": single, "findOneAndUpdate": single, "findOneAndReplace": single, "findOneAndDelete": single,
	"distinct": single, "explain": single, "runCommand": single,
}

// ignored are the variables for what a call returns of which only the error is looked
// at.
func ignored(name string) string {
	if returns[name] == nothing || returns[name] == single {
		return "err"
	}
	return "_, err"
}

// Run writes a call and reads what it returns.
func (golang) Run(r *code.Run) layout.Doc { return code.Lines(enter(r), run(r)) }

// enter makes the context of a session for its first call.
func enter(r *code.Run) layout.Doc {
	if !r.Enters {
		return nil
	}
	return lexer.Lines(contextOf(r.Session) + " := mongo.NewSessionContext(ctx, " + r.Session + ")")
}

func run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	assigned := func(left string) layout.Doc { return brackets.Chain(append(lexer.Tokens(left), on...), methods) }
	refused := refused(r)
	switch returned := returns[r.Name]; {
	case returned == single:
		return onlyDocument(r, on, methods)
	case returned == cursor && !r.WritesCollection:
		reads := []string{
			fmt.Sprintf("var %s []%s", r.Variable, documentOf(r)),
			fmt.Sprintf("if err := %sCursor.All(%s, &%s); err != nil {", r.Variable, contextOf(r.Session), r.Variable),
		}
		reads = append(reads, refused[1:]...)
		if r.Needs.Least > 0 {
			reads = append(reads, "if "+r.Lacks("", "len(%s) == 0", "len(%s) < %d")+" {", "    return errors.New("+code.QuoteDouble(r.Lacking())+")", "}")
		}
		if r.Prints {
			reads = append(reads, "show("+r.Variable+"...)")
		}
		return code.Lines(assigned(r.Variable+"Cursor, err := "), lexer.Lines(refused...), lexer.Lines(reads...))
	case returned == aValue && (r.Prints || r.IsCount()) && !r.IsRepeated:
		print := `fmt.Printf("%+v\n", *` + r.Variable + ")"
		if r.IsCount() || r.Name == "createIndex" {
			print = "fmt.Println(" + r.Variable + ")"
		}
		return code.Lines(assigned(r.Variable+", err := "), lexer.Lines(append(refused, print)...))
	}
	return checked(r, ignored(r.Name), brackets.Chain(on, methods))
}

// onlyDocument reads the only document that a call returns, if there is one. None is an
// error in the driver.
func onlyDocument(r *code.Run, on []figure.Token, methods []code.Method) layout.Doc {
	kind, shown := documentOf(r), "show("+r.Variable+")"
	if r.Name == "distinct" {
		kind, shown = "bson.A", "fmt.Println("+r.Variable+")"
	}
	methods = append(methods, code.Method{Name: "Decode", Arguments: []code.Expr{source("&" + r.Variable)}})
	declared := lexer.Lines("var " + r.Variable + " " + kind)
	if r.FindsNothing {
		lines := []string{"if errors.Is(err, mongo.ErrNoDocuments) {", "    fmt.Println(err)", "} else if err != nil {", refused(r)[1]}
		if r.Prints {
			lines = append(lines, "} else {", "    "+shown)
		}
		return code.Lines(declared, brackets.Chain(append(lexer.Tokens("err = "), on...), methods), lexer.Lines(append(lines, "}")...))
	}
	read := checked(r, "err", brackets.Chain(on, methods))
	if r.Prints {
		return code.Lines(declared, read, lexer.Lines(shown))
	}
	return code.Lines(declared, read)
}

// documentOf is the type of what a run reads: BSON where later steps take parts of it.
func documentOf(r *code.Run) string {
	if r.IsSaved {
		return "bson.Raw"
	}
	return document
}

// refused ends a function where there is an error.
func refused(r *code.Run) []string {
	if r.InCallback {
		return []string{"if err != nil {", "    return nil, err", "}"}
	}
	return []string{"if err != nil {", "    return err", "}"}
}

// checked runs an expression for its error, in the condition if it stands in one line.
func checked(r *code.Run, left string, expression layout.Doc) layout.Doc {
	refused := refused(r)
	inCondition := layout.Concat(layout.Free(lexer.Tokens("if "+left+" := ")...), expression, layout.Free(lexer.Tokens("; err != nil {")...))
	before := layout.Concat(layout.Free(lexer.Tokens(left+" = ")...), expression, layout.Hard(), lexer.Lines(refused[0]))
	head := layout.Choice(func(measured []layout.Measure) int {
		if measured[0].Lines == 1 && measured[0].Widest <= wide {
			return 0
		}
		return 1
	}, inCondition, before)
	return code.Lines(head, lexer.Lines(refused[1:]...))
}

// Try prints an error that is expected, and returns it if it is none or another.
func (golang) Try(r *code.Run, e *example.ExpectedError) layout.Doc {
	on, methods := call(r.Call)
	if returns[r.Name] == single {
		methods = append(methods, code.Method{Name: "Err"})
	}
	var check []string
	switch {
	case e.Code == 0:
		check = []string{"if err == nil {"}
	case e.CodeName == "DuplicateKey":
		check = []string{"if !mongo.IsDuplicateKeyError(err) {"}
	case e.Code == code.WriteConflict:
		labeled := r.Variable + "Err"
		check = []string{"var " + labeled + " mongo.LabeledError", "if !errors.As(err, &" + labeled + ") ||", fmt.Sprintf("    !%s.HasErrorLabel(%q) {", labeled, code.Transient)}
	default:
		check = []string{fmt.Sprintf("if !slices.Contains(mongo.ErrorCodes(err), %d) {", e.Code) + code.Noted(" // ", e)}
	}
	check = append(check, `    return fmt.Errorf("`+code.Expected(e, true)+`, got %v", err)`, "}", "fmt.Println(err)")
	on = append(lexer.Tokens(ignored(r.Name)+" = "), on...)
	return code.Lines(enter(r), brackets.Chain(on, methods), lexer.Lines(check...))
}

func (golang) Loop(r *code.Run, times int) layout.Doc {
	head := fmt.Sprintf("for range %d {", times)
	if r.Counts() {
		head = fmt.Sprintf("for %s := range %d {", code.Counter, times)
	}
	return code.Lines(enter(r), layout.Concat(lexer.Lines(head), layout.Nest(layout.Hard(), run(r)), layout.Hard(), lexer.Lines("}")))
}

// Begin starts a session, which ends with the function.
func (golang) Begin(b *code.Begin) layout.Doc {
	return lexer.Lines(b.Session+", err := client.StartSession()", "if err != nil {", "    return err", "}", "defer "+b.Session+".EndSession(ctx)")
}

func (golang) End(*code.End) layout.Doc { return nil }

func (golang) Transaction(t *code.Transaction) (head, foot layout.Doc) {
	head = lexer.Lines("_, err = " + t.Session + ".WithTransaction(ctx, func(" + contextOf(t.Session) + " context.Context) (any, error) {")
	return head, lexer.Lines("    return nil, nil", "})", "if err != nil {", "    return err", "}")
}

func (golang) Holds(h *code.Holds) layout.Doc {
	return lexer.Lines(
		"if count, err := "+figure.Line{Tokens: receiver(h.Collection)}.Text()+".CountDocuments(ctx, bson.D{}); err != nil {",
		"    return err",
		fmt.Sprintf("} else if count != %d {", h.Count),
		"    return errors.New("+code.QuoteDouble(h.Message())+")",
		"}")
}

// packages are where names come from, by the name before the point.
var packages = map[string]string{
	"base64": "encoding/base64", "errors": "errors", "fmt": "fmt", "math": "math", "slices": "slices", "time": "time",
	"bson": driver + "bson", "mongo": driver + "mongo", "options": driver + "mongo/options",
}

// Uses is the package that a token names, or the function of the program's own.
func (golang) Uses(t figure.Token, _ bool) string {
	if t.Class == figure.String || t.Class == figure.Comment {
		return ""
	}
	name := strings.TrimLeft(t.Text, "[]")
	if name == "must" || name == "show" {
		return name
	}
	if name, _, found := strings.Cut(name, "."); found && packages[name] != "" {
		return name
	}
	return ""
}

// imports are those of what code uses, and of what every program does.
func imports(names []string) string {
	imported := []string{"cmp", "context", "log", "os", driver + "mongo", driver + "mongo/options"}
	for _, name := range names {
		if path := packages[name]; path != "" {
			imported = append(imported, path)
		}
	}
	var standard, ours string
	for _, path := range slices.Compact(slices.Sorted(slices.Values(imported))) {
		if strings.HasPrefix(path, driver) {
			ours += "\n    \"" + path + `"`
		} else {
			standard += "\n    \"" + path + `"`
		}
	}
	return "import (" + standard + "\n" + ours + "\n)"
}

const (
	must = `func must[T any](value T, err error) T {
    if err != nil {
        panic(err)
    }
    return value
}

`
	// show prints documents as Extended JSON: as people read it, but where numbers are
	// of several types with the type of each.
	show = `func show[T any](documents ...T) {
    for _, document := range documents {
        text := must(bson.MarshalExtJSONIndent(document, {canonical}, false, "", "  "))
        fmt.Println(string(text))
    }
}

`
	program = `package main

{imports}

func main() {
    if err := run(context.Background()); err != nil {
        log.Fatal(err)
    }
}

{functions}func run(ctx context.Context) error {
    uri := cmp.Or(os.Getenv("MONGODB_URI"), "mongodb://localhost:27017")
    client, err := mongo.Connect(options.Client().ApplyURI(uri))
    if err != nil {
        return err
    }
    defer client.Disconnect(ctx)
    db := client.Database({name})
{statements}

    return nil
}`
)

// File puts statements where an error ends them and is then printed.
func (golang) File(e *example.Example, names, statements []string) []string {
	names = slices.Clone(names)
	functions := ""
	if slices.Contains(names, "show") {
		names = append(names, "bson", "fmt", "must")
		functions = strings.Replace(show, "{canonical}", fmt.Sprint(code.HasInt64(e)), 1)
	}
	if slices.Contains(names, "must") {
		functions = must + functions
	}
	var body []string
	for _, line := range statements {
		switch {
		case line != "":
			body = append(body, strings.Repeat(" ", step)+line)
		case len(body) == 0 || !strings.HasSuffix(body[len(body)-1], "{"): // where a function begins
			body = append(body, "")
		}
	}
	filled := strings.NewReplacer("{imports}", imports(names), "{functions}", functions,
		"{name}", code.QuoteDouble(e.Name), "{statements}", strings.Join(body, "\n")).Replace(program)
	return strings.Split(filled, "\n")
}

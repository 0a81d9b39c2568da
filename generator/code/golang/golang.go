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
	// wide is the width of a script's statements, indented by a tab in their function.
	wide = 88 - 2*step
)

var facts = &code.Facts{
	Name: "Go", Ending: ".go", Label: "go", Least: "1.25", Command: "go mod init handbook; go mod tidy && go run", Comment: "// ",
	Page: layout.Margins{Width: 56, Step: step}, Script: layout.Margins{Width: wide, Step: step, IsStrict: true}, IsTabbed: true,
	Notation: notation, Templates: templates,
	Empty: []string{"if err := db.Drop(ctx); err != nil {", "    return err", "}"}, HasWholeProgram: true,
}

const refused = "if err != nil {\n    return err\n}"

const head = "_, err = {session}.WithTransaction(ctx, func({session}Ctx context.Context) (any, error) {"

// templates end a session when the function returns. Calls in a session are passed its
// context, which a callback has as its parameter.
var templates = code.Templates{
	Guard: "if {lacks} {\n    return errors.New({message})\n}", WideGuard: code.None,
	NoDocument: code.None, Empty: "len({variable}) == 0", Short: "len({variable}) < {least}",
	Try: "{body}\n{checks}\n    return fmt.Errorf({expected, got}, err)\n}\nfmt.Println(err)", NoError: code.None,
	Loop: "for range {times} {\n    {body}\n}", CountedLoop: "for {i} := range {times} {\n    {body}\n}",
	Changes: code.None,
	Watch: "stopping, stop := signal.NotifyContext(ctx, os.Interrupt)\ndefer stop()\ntokens := db.Collection(\"resumeTokens\")\nvar stored struct{ Token bson.Raw }\n" +
		"err = tokens.FindOne(ctx, bson.D{{\"_id\", {id}}}).Decode(&stored)\nif err != nil && !errors.Is(err, mongo.ErrNoDocuments) {\n    return err\n}\n" +
		"opts := options.ChangeStream()\nif stored.Token != nil {\n    opts.SetResumeAfter(stored.Token)\n}\n{call}\nif err != nil {\n    return lost(err)\n}\ndefer {changes}.Close(ctx)",
	FollowHead: "for {changes}.Next(stopping) {\n    {change} := {changes}.Current",
	FollowFoot: "    _, err = tokens.UpdateOne(ctx,\n        bson.D{{\"_id\", {id}}},\n        bson.D{{\"$set\", bson.D{\n            {\"token\", {changes}.ResumeToken()},\n        }}},\n        options.UpdateOne().SetUpsert(true),\n    )\n" +
		"    if err != nil {\n        return err\n    }\n}\nif stopping.Err() == nil {\n    if err := {changes}.Err(); err != nil {\n        return lost(err)\n    }\n    return errors.New({ended})\n}",
	Begin: "{session}, err := client.StartSession()\n" + refused + "\ndefer {session}.EndSession(ctx)", End: code.None,
	Enter: "{session}Ctx := mongo.NewSessionContext(ctx, {session})",
	Head:  head, Foot: "    return nil, nil\n})\n" + refused, ScopedHead: code.None, ScopedFoot: code.None,
	FailingHead: head, FailingFoot: "    return nil, nil\n})\nif err == nil || err.Error() != {message} {\n    return fmt.Errorf({expected, got}, err)\n}\nlog.Println(err)",
	ScopedFailingHead: code.None, ScopedFailingFoot: code.None,
	Must: "if {count} != {is} {\n    return {nil}errors.New({message})\n}", WideMust: code.None,
	Warning: "if {count} != {is} {\n    log.Println({message})\n}", WideWarning: code.None, Count: "{variable}.{Count}",
	AgainHead: "for attempt := 1; ; attempt++ {", Again: "if {count} == {is} {\n    break\n}\nif attempt == {attempts} {\n    return errors.New({message})\n}", AgainFoot: "}",
	Together: "group, groupCtx := errgroup.WithContext(ctx)", NextTogether: "group, groupCtx = errgroup.WithContext(ctx)",
	Holds: "if count, err := {collection}.CountDocuments(ctx, bson.D{}); err != nil {\n    return err\n} else if count != {count} {\n    return errors.New({message})\n}",
}

var brackets = code.Brackets{Step: step, TrailingComma: true}

func (golang) Facts() *code.Facts          { return facts }
func (golang) Variable(name string) string { return variable(name) }

// Collection returns a collection of the database, or the database for "".
func (golang) Collection(name string) []figure.Token {
	db := lexer.Tokens("db")
	if name == "" {
		return db
	}
	return slices.Concat(db, lexer.Tokens("."), lexer.Tokens("Collection("+code.QuoteDouble(name)+")"))
}

// contextOf returns the variable for the context of a session's operations.
func contextOf(session string) string {
	if session == "" {
		return "ctx"
	}
	return session + "Ctx"
}

// Methods, and constructors of options, that are not called like the operation.
var (
	names       = map[string]string{"createIndex": "CreateOne", "dropIndex": "DropOne", "listIndexes": "List"}
	optionNames = map[string]string{"countDocuments": "Count", "replaceOne": "Replace"}
)

// call writes the receiver and the methods of a call: the context, the required arguments
// by position, and the others as options, which methods set.
func call(c *code.Call) ([]figure.Token, []code.Method) {
	ctx := code.Literal(figure.Token{Text: contextOf(c.Session)})
	m := code.Method{Name: cmp.Or(names[c.Name], code.Capitalized(c.Name)), Arguments: []code.Expr{ctx}, Held: 1}
	switch {
	case c.Name == "rename":
		return rename(c, m)
	case c.Explain != nil: // for which the driver has no method
		m.Name, m.Arguments = "RunCommand", append(m.Arguments, notation.Value(c.Command))
		return Language.Collection(""), []code.Method{m}
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
		m.Arguments = append(m.Arguments, options("options."+cmp.Or(optionNames[c.Name], code.Capitalized(c.Name)), optional...))
	}
	switch c.Name {
	case "createCollection":
		m.Held = 2 // with the name
	case "createIndex", "dropIndex", "listIndexes":
		return Language.Collection(c.Object), []code.Method{{Name: "Indexes"}, m}
	}
	return Language.Collection(c.Object), []code.Method{m}
}

// rename sends the command that renames a collection, for which the driver has no method.
func rename(c *code.Call, m code.Method) ([]figure.Token, []code.Method) {
	name := func(collection string) code.Expr {
		return notation.Source("db.Name() + " + code.QuoteDouble("."+collection))
	}
	to, _ := code.Field(c.Given, "to")
	command := literal(document, pair("renameCollection", name(c.Object)), pair("to", name(to.Text)))
	if drops, _ := code.Field(c.Given, "dropTarget"); drops.Text == "true" {
		command.Items = append(command.Items, pair("dropTarget", notation.Source("true")))
	}
	m.Name, m.Arguments = "RunCommand", append(m.Arguments, command)
	return lexer.Tokens(`client.Database("admin")`), []code.Method{m, {Name: "Err"}}
}

// Results of the driver's methods.
const (
	aValue  = iota // and an error
	nothing        // but an error
	cursor         // and an error
	single         // with an error inside
)

// returned returns the kind of result that the method of a call has.
func returned(c *code.Call) int {
	switch {
	case slices.Contains([]string{"distinct", "explain", "runCommand"}, c.Name), c.Of.Returns == example.ReturnsDocument:
		return single
	case c.Name == "listIndexes", c.Of.Returns == example.ReturnsDocuments:
		return cursor
	case c.Of.Returns == example.ReturnsNothing:
		return nothing
	}
	return aValue
}

// ignored returns the left side of an assignment that keeps only the error of a call.
func ignored(returned int) string {
	if returned == nothing || returned == single {
		return "err"
	}
	return "_, err"
}

// Run writes a call and reads its result.
func (golang) Run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	returned := returned(r.Call)
	assigned := func(left string) layout.Doc { return brackets.Chain(append(lexer.Tokens(left), on...), methods) }
	if r.Error != nil {
		if returned == single {
			methods = append(methods, code.Method{Name: "Err"})
		}
		return assigned(ignored(returned) + " = ")
	}
	with := code.With{"variable": r.Variable, "ctx": contextOf(r.Session), "err": "err", "read": []string{}}
	if r.InCallback {
		with["err"] = "nil, err"
	}
	document := "bson.D"
	if r.IsSaved {
		document = "bson.Raw" // of which later steps take parts
	}
	switch {
	case returned == single && !r.HasResult:
		return checked(with, "err", brackets.Chain(on, append(methods, code.Method{Name: "Err"})))
	case returned == single:
		kind, shown := document, "show("+r.Variable+")"
		if r.Name == "distinct" {
			kind, shown = "bson.A", "fmt.Println("+r.Variable+")"
		}
		methods = append(methods, code.Method{Name: "Decode", Arguments: []code.Expr{notation.Source("&" + r.Variable)}})
		declaration := facts.Lines("var " + r.Variable + " " + kind)
		switch {
		case !r.FindsNothing && r.Prints:
			return code.Lines(declaration, checked(with, "err", brackets.Chain(on, methods)), facts.Lines(shown))
		case !r.FindsNothing:
			return code.Lines(declaration, checked(with, "err", brackets.Chain(on, methods)))
		case r.Prints:
			with["read"] = []string{"} else {", "    " + shown}
		}
		with["call"] = assigned("err = ")
		const read = "{call}\nif errors.Is(err, mongo.ErrNoDocuments) {\n    fmt.Println(err)\n} else if err != nil {\n    return {err}\n{read}\n}"
		return code.Lines(declaration, facts.Fill(read, with))
	case returned == cursor && !r.WritesCollection:
		with["call"], with["list"] = assigned(r.Variable+"Cursor, err := "), declared(r, document)
		const read = "{call}\nif err != nil {\n    return {err}\n}\n{list}\n" +
			"if err := {variable}Cursor.All({ctx}, &{variable}); err != nil {\n    return {err}\n}"
		if r.Prints {
			return code.Lines(facts.Fill(read, with), facts.Guard(r), facts.Lines("show("+r.Variable+"...)"))
		}
		return code.Lines(facts.Fill(read, with), facts.Guard(r))
	case returned == aValue && (r.Prints || r.IsCount() || facts.Keeps(r)) && (!r.IsRepeated || r.Must != nil):
		with["call"], with["shown"] = assigned(r.Variable+", err := "), `fmt.Printf("%+v\n", *`+r.Variable+")"
		if r.IsCount() || r.Name == "createIndex" {
			with["shown"] = "fmt.Println(" + r.Variable + ")"
		}
		read := facts.Fill("{call}\nif err != nil {\n    return {err}\n}", with)
		if r.Prints || r.IsCount() {
			read = code.Lines(read, facts.Fill("{shown}", with))
		}
		return code.Lines(read, facts.Must(r))
	}
	return checked(with, ignored(returned), brackets.Chain(on, methods))
}

// declared declares the list of a cursor's documents. One that later steps use even if it
// is empty is not nil: the driver leaves a nil slice as it is if there are no documents,
// and sends it as null.
func declared(r *code.Run, document string) string {
	if r.IsSaved && !r.Needs.IsNeeded() {
		return r.Variable + " := []" + document + "{}"
	}
	return "var " + r.Variable + " []" + document
}

// checked returns from the program if an expression returns an error. The expression is
// in the condition if that fits in one line.
func checked(with code.With, left string, expression layout.Doc) layout.Doc {
	condition, ends := lexer.Tokens("if "+left+" := "), lexer.Tokens("; err != nil {")
	inCondition := layout.Concat(layout.Free(condition...), expression, layout.Free(ends...))
	before := layout.Concat(layout.Free(lexer.Tokens(left+" = ")...), expression, layout.Hard(), facts.Lines("if err != nil {"))
	with["call"] = layout.OneLine(wide-layout.Columns(condition)-layout.Columns(ends), inCondition, before)
	return facts.Fill("{call}\n    return {err}\n}", with)
}

// Checks returns the beginning of an if statement for a missing or another error; the
// template Try ends it.
func (golang) Checks(r *code.Run) (string, []string) {
	switch e := r.Error; {
	case e.Code == 0:
		return "", []string{"if err == nil {"}
	case e.CodeName == "DuplicateKey":
		return "", []string{"if !mongo.IsDuplicateKeyError(err) {"}
	case e.Code == code.WriteConflict:
		labeled := r.Variable + "Err"
		return "", []string{"var " + labeled + " mongo.LabeledError", "if !errors.As(err, &" + labeled + ") ||", fmt.Sprintf("    !%s.HasErrorLabel(%q) {", labeled, code.Transient)}
	default:
		return "", []string{fmt.Sprintf("if !slices.Contains(mongo.ErrorCodes(err), %d) {", e.Code) + code.Noted(" // ", e)}
	}
}

// packages are the import paths of packages by their names.
var packages = map[string]string{
	"base64": "encoding/base64", "errors": "errors", "fmt": "fmt", "math": "math", "signal": "os/signal", "slices": "slices", "time": "time",
	"errgroup": "golang.org/x/sync/errgroup",
	"bson":     driver + "bson", "mongo": driver + "mongo", "options": driver + "mongo/options",
}

// Uses returns the package that a token names, or the program's own function.
func (golang) Uses(t figure.Token, _ bool) string {
	if t.Class == figure.String || t.Class == figure.Comment {
		return ""
	}
	name := strings.TrimLeft(t.Text, "[]")
	if name == "must" || name == "show" || name == "lost" {
		return name
	}
	if name, _, found := strings.Cut(name, "."); found && packages[name] != "" {
		return name
	}
	return ""
}

// imports returns the import declaration for names, and for the code of every program.
func imports(names []string) string {
	imported := []string{"cmp", "context", "log", "os", driver + "mongo", driver + "mongo/options"}
	for _, name := range names {
		if path := packages[name]; path != "" {
			imported = append(imported, path)
		}
	}
	var standard, ours string
	for _, path := range slices.Compact(slices.Sorted(slices.Values(imported))) {
		if strings.Contains(path, ".") {
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
	// show prints documents as Extended JSON: relaxed, or canonical, with the type of each
	// number, if there are int64s.
	show = `func show[T any](documents ...T) {
    for _, document := range documents {
        text := must(bson.MarshalExtJSONIndent(document, {canonical}, false, "", "  "))
        fmt.Println(string(text))
    }
}

`
	// lost tells that changes were dropped from the oplog before they were read.
	lost = `func lost(err error) error {
    if slices.Contains(mongo.ErrorCodes(err), 286) { // ChangeStreamHistoryLost
        return fmt.Errorf("the oplog has lost changes: rebuild, then delete the resume token: %w", err)
    }
    return err
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

// File puts statements in a function that returns their first error, which main prints.
func (golang) File(e *example.Example, names, statements []string) []string {
	names = slices.Clone(names)
	functions := ""
	if slices.Contains(names, "show") {
		names = append(names, "bson", "fmt", "must")
		functions = strings.Replace(show, "{canonical}", fmt.Sprint(code.HasInt64(e)), 1)
	}
	if slices.Contains(names, "lost") {
		names = append(names, "fmt", "slices")
		functions += lost
	}
	if slices.Contains(names, "must") {
		functions = must + functions
	}
	body := code.Indented(statements, step)
	filled := strings.NewReplacer("{imports}", imports(names), "{functions}", functions,
		"{name}", code.QuoteDouble(e.Name), "{statements}", strings.Join(body, "\n")).Replace(program)
	return strings.Split(filled, "\n")
}

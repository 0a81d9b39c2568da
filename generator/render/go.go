package render

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// golang is the driver for Go, of version 2.
var golang = &Dialect{
	Name: "Go", Ending: ".go", least: "1.25", run: "go mod init handbook; go mod tidy && go run", language: "go", step: goStep,
	scalar: scalarInGo, compose: composeInGo, closed: true, tight: true,
	saved: savedInGo, special: specialInGo,
	receiver: receiverInGo, calls: callsInGo, method: methodInGo, explain: explainInGo,
	variable:  func(_ example.Descriptor, name string) []figure.Token { return one(figure.Plain, name) },
	statement: statementInGo, begin: beginInGo, callback: callbackInGo, inside: returningNil, checked: checkedInGo,
	silent: writesCollection, comment: "// ",
	uses: usesInGo, program: programInGo,
	empty: []string{"if err := db.Drop(ctx); err != nil {", "    return err", "}"},
	holds: func(receiver string, count int, message string) []string {
		return []string{
			"if count, err := " + receiver + ".CountDocuments(ctx, bson.D{}); err != nil {",
			"    return err",
			fmt.Sprintf("} else if count != %d {", count),
			"    return errors.New(" + quoteDouble(message) + ")",
			"}",
		}
	},
	holding: []string{"bson", "errors"},
	wide:    typedColumns, deep: 2 * goStep, tabs: true,
}

// goStep is how far code in braces is indented, in columns of a page.
const goStep = 4

// packagesOfGo are where names come from, by the name before the point.
var packagesOfGo = map[string]string{
	"base64": "encoding/base64", "errors": "errors", "fmt": "fmt", "math": "math", "slices": "slices", "time": "time",
	"bson": driverOfGo + "bson", "mongo": driverOfGo + "mongo", "options": driverOfGo + "mongo/options",
}

const driverOfGo = "go.mongodb.org/mongo-driver/v2/"

// usesInGo gives the package that a token names, or the function of the script's head.
func usesInGo(t figure.Token, _ bool) string {
	if t.Class == figure.String || t.Class == figure.Comment {
		return ""
	}
	name := strings.TrimLeft(t.Text, "[]")
	if functionsOfGo[name] != nil {
		return name
	}
	if name, _, found := strings.Cut(name, "."); found && packagesOfGo[name] != "" {
		return name
	}
	return ""
}

// importsInGo imports what code uses, and what programInGo does.
func importsInGo(names []string) []string {
	imported := []string{"cmp", "context", "log", "os", driverOfGo + "mongo", driverOfGo + "mongo/options"}
	for _, name := range names {
		if path := packagesOfGo[name]; path != "" {
			imported = append(imported, path)
		}
	}
	lines := []string{"import ("}
	for _, ours := range []bool{false, true} {
		if ours {
			lines = append(lines, "") // behind what comes with Go
		}
		for _, path := range slices.Compact(slices.Sorted(slices.Values(imported))) {
			if strings.HasPrefix(path, driverOfGo) == ours {
				lines = append(lines, `    "`+path+`"`)
			}
		}
	}
	return append(lines, ")")
}

// functionsOfGo are those that a program has of its own, where its code uses them.
var functionsOfGo = map[string]func(e *example.Example) []string{
	"must": func(*example.Example) []string {
		return []string{"func must[T any](value T, err error) T {", "    if err != nil {", "        panic(err)", "    }", "    return value", "}"}
	},
	"show": showInGo,
}

// showInGo prints documents as Extended JSON: as people read it, but where numbers are
// of several types with the type of each.
func showInGo(e *example.Example) []string {
	return []string{
		"func show[T any](documents ...T) {",
		"    for _, document := range documents {",
		"        text := must(bson.MarshalExtJSONIndent(document, " + strconv.FormatBool(namesInt64(e)) + `, false, "", "  "))`,
		"        fmt.Println(string(text))",
		"    }",
		"}",
	}
}

// connectInGo connects to the server that the environment names.
func connectInGo(e *example.Example) []string {
	return slices.Concat([]string{
		`uri := cmp.Or(os.Getenv("MONGODB_URI"), "mongodb://localhost:27017")`,
		"client, err := mongo.Connect(options.Client().ApplyURI(uri))",
	}, refused, []string{
		"defer client.Disconnect(ctx)",
		"db := client.Database(" + quoteDouble(e.Name) + ")",
	})
}

// programInGo puts statements where an error ends them and is then printed.
func programInGo(e *example.Example, names, statements []string) []string {
	if slices.Contains(names, "show") {
		names = append(slices.Clone(names), "bson", "fmt", "must")
	}
	lines := append([]string{"package main", ""}, importsInGo(names)...)
	lines = append(lines, "", "func main() {", "    if err := run(context.Background()); err != nil {", "        log.Fatal(err)", "    }", "}", "")
	for _, name := range slices.Sorted(maps.Keys(functionsOfGo)) {
		if slices.Contains(names, name) {
			lines = append(append(lines, functionsOfGo[name](e)...), "")
		}
	}
	lines = append(lines, "func run(ctx context.Context) error {")
	for _, line := range slices.Concat(connectInGo(e), statements, []string{"", "return nil"}) {
		switch {
		case line != "":
			lines = append(lines, spaces(goStep)+line)
		case !strings.HasSuffix(lines[len(lines)-1], "{"): // where a function begins
			lines = append(lines, "")
		}
	}
	return append(lines, "}")
}

package example

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

// seen are the messages that the cases of this package's tests have led to.
var seen []string

// record notes messages.
func record(list diag.List) {
	for _, m := range list {
		seen = append(seen, m.Text)
	}
}

// TestMain fails if a message has no case: after all tests, each format of a
// message must have made one of those that the tests saw.
func TestMain(m *testing.M) {
	code := m.Run()
	all := flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.fuzz").Value.String() == "" && flag.Lookup("test.list").Value.String() == ""
	if code == 0 && all {
		for _, at := range withoutCase() {
			fmt.Println("no case leads to the message " + at)
			code = 1
		}
	}
	os.Exit(code)
}

// withoutCase gives the formats of messages, with their places, that made none
// of the messages seen.
func withoutCase() []string {
	names, err := filepath.Glob("*.go")
	if err != nil {
		return []string{err.Error()}
	}
	files := token.NewFileSet()
	var missing []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			return []string{err.Error()}
		}
		for n := range ast.Preorder(file) {
			call, isCall := n.(*ast.CallExpr)
			if !isCall {
				continue
			}
			if format, ok := formatOf(call); ok && !slices.ContainsFunc(seen, pattern(format).MatchString) {
				missing = append(missing, files.Position(call.Pos()).String()+": "+format)
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// formatArgument says which argument of a function is a message or its format.
var formatArgument = map[string]int{"errorf": 2, "report": 1, "fail": 0, "Message": 1}

// formatOf gives the format of a message that a call makes, if it makes one.
func formatOf(call *ast.CallExpr) (string, bool) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	i, makes := formatArgument[name]
	if !makes || i >= len(call.Args) {
		return "", false
	}
	argument := call.Args[i]
	if inner, ok := argument.(*ast.CallExpr); ok && name == "Message" && len(inner.Args) > 0 {
		argument = inner.Args[0] // fmt.Sprintf
	}
	literal, ok := argument.(*ast.BasicLit)
	if !ok {
		return "", false
	}
	format, err := strconv.Unquote(literal.Value)
	return format, err == nil
}

var verb = regexp.MustCompile(`%[a-z]`)

// pattern matches the messages that a format makes.
func pattern(format string) *regexp.Regexp {
	parts := verb.Split(format, -1)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile(`(?s)^.*` + strings.Join(parts, ".*") + `$`)
}

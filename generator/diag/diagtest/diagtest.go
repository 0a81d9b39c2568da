// Package diagtest holds that each message of a package has a case.
package diagtest

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
	"sync"
	"testing"

	"modelbook/generator/diag"
)

// Messages are those of the package that is tested.
type Messages struct {
	// Arguments say which argument of a function is a message or its format.
	Arguments map[string]int
	// Begun are those of these functions that add something to the message.
	Begun []string

	mu   sync.Mutex
	seen []string
}

// Note notes messages that a case has led to.
func (m *Messages) Note(list diag.List) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, message := range list {
		m.seen = append(m.seen, message.Text)
	}
}

// Main runs the tests and fails if a message has no case: after all tests, each
// format of a message must have made one of the messages that were noted.
func (m *Messages) Main(tests *testing.M) {
	code := tests.Run()
	all := flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.fuzz").Value.String() == "" && flag.Lookup("test.list").Value.String() == ""
	if code == 0 && all {
		for _, at := range m.withoutCase() {
			fmt.Println("no case leads to the message " + at)
			code = 1
		}
	}
	os.Exit(code)
}

// withoutCase returns the formats of messages, with their places, that made none
// of the messages seen.
func (m *Messages) withoutCase() []string {
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
			if format, ok := m.formatAt(n); ok && !slices.ContainsFunc(m.seen, pattern(format).MatchString) {
				missing = append(missing, files.Position(n.Pos()).String()+": "+format)
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// formatAt returns the format of the message that is made at a node, if one is.
func (m *Messages) formatAt(n ast.Node) (format string, ok bool) {
	switch n := n.(type) {
	case *ast.CallExpr:
		return m.formatOf(n)
	case *ast.CompositeLit:
		return textOf(n)
	}
	return "", false
}

// textOf returns the text of a message that is written as a literal: no other has
// both a place and a text.
func textOf(message *ast.CompositeLit) (format string, ok bool) {
	placed := false
	for _, element := range message.Elts {
		field, _ := element.(*ast.KeyValueExpr)
		if field == nil {
			continue
		}
		switch key, _ := field.Key.(*ast.Ident); {
		case key == nil:
		case key.Name == "Pos":
			placed = true
		case key.Name == "Text":
			format, ok = literal(field.Value)
		}
	}
	return format, ok && placed
}

// formatOf returns the format of a message that a call makes, if it makes one.
func (m *Messages) formatOf(call *ast.CallExpr) (format string, ok bool) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		if of, isName := f.X.(*ast.Ident); isName && of.Name == "fmt" {
			return "", false // fmt.Errorf makes an error
		}
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	i, makes := m.Arguments[name]
	if !makes || i >= len(call.Args) {
		return "", false
	}
	format, ok = literal(call.Args[i])
	if slices.Contains(m.Begun, name) {
		format += "%s"
	}
	return format, ok
}

// literal returns the format of an expression: a literal, the format of a call of
// fmt.Sprintf, or the literal to which something is added.
func literal(e ast.Expr) (format string, ok bool) {
	switch e := e.(type) {
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return literal(e.Args[0])
		}
	case *ast.BinaryExpr:
		if format, ok := literal(e.X); ok {
			return format + "%s", true
		}
	case *ast.BasicLit:
		format, err := strconv.Unquote(e.Value)
		return format, err == nil
	}
	return "", false
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

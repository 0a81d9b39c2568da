package main

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What a stranger wrote is escaped for where it goes in one place for each:
// diag.Terminal for people, the other formats of diag for machines, package
// markup for attributes. These tests look for code that goes past them.

// printers are what would write to a terminal past diag.Terminal.
var printers = []string{
	"os.Stdout", "os.Stderr", "fmt.Print", "fmt.Printf", "fmt.Println", "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln",
	"io.WriteString", "log.Print", "log.Printf", "log.Println", "log.Fatal", "log.Fatalf",
}

// mayPrint are the uses of printers, by file: to hand the terminals over, and
// to write what is no terminal.
var mayPrint = map[string][]string{
	"main.go":                   {"os.Stdout", "os.Stderr"},
	"wasm/embed/main.go":        {"os.Stderr"},
	"build/fingerprint.go":      {"fmt.Fprintf"},    // a hash
	"wasm/sources.go":           {"fmt.Fprintf"},    // a hash
	"diag/diagtest/diagtest.go": {"fmt.Println"},    // what a test found
	"feeds/llms.go":             {"io.WriteString"}, // a file
	"build/scripts.go":          {"io.WriteString"}, // a file
	"scaffold/theme.go":         {"fmt.Fprintf"},    // a file
	"output/current.go":         {"fmt.Fprintf"},    // a hash
	"page/render.go":            {"io.WriteString"},
	"search/script.go":          {"fmt.Fprintf"}, // a file
	"serve/events.go":           {"fmt.Fprintf"}, // a response
	"diag/terminal.go":          {"io.WriteString"},
	"translate/base.go":         {"fmt.Fprintf"}, // a file
	"translate/po.go":           {"fmt.Fprintf"}, // a file
	"translate/catalog.go":      {"fmt.Fprintf"}, // a file
}

func TestOnePlaceWritesToTheTerminal(t *testing.T) {
	used := map[string]bool{}
	eachFile(t, func(file string, parsed *ast.File) {
		ast.Inspect(parsed, func(n ast.Node) bool {
			name := ""
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok {
					name = of.Name + "." + n.Sel.Name
				}
			case *ast.CallExpr:
				if of, ok := n.Fun.(*ast.Ident); ok && (of.Name == "print" || of.Name == "println") {
					t.Errorf("%s calls %s", file, of.Name)
				}
			}
			if !slices.Contains(printers, name) {
				return true
			}
			used[file+" "+name] = true
			if !slices.Contains(mayPrint[file], name) {
				t.Errorf("%s uses %s; write to a diag.Terminal", file, name)
			}
			return true
		})
	})
	for file, names := range mayPrint {
		for _, name := range names {
			if !used[file+" "+name] {
				t.Errorf("%s no longer uses %s: take it off the list", file, name)
			}
		}
	}
}

// eachFile calls do with the files of the program, but not those of the embedded
// database, which prints nothing, and of programs of their own.
func eachFile(t *testing.T, do func(file string, parsed *ast.File)) {
	t.Helper()
	for _, file := range sources(t) {
		folders := strings.Split(path.Dir(file.path), "/")
		if !slices.ContainsFunc(folders, func(name string) bool { return slices.Contains([]string{"memdb", "bench", "testdata"}, name) }) {
			do(file.path, file.File)
		}
	}
}

// TestOnePlaceWritesAttributes looks for texts of ours that end inside the
// value of an attribute, so that something else comes into it.
func TestOnePlaceWritesAttributes(t *testing.T) {
	found := false
	eachFile(t, func(file string, parsed *ast.File) {
		ast.Inspect(parsed, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Error(err)
			}
			if strings.HasPrefix(file, "markup/") {
				found = found || endsInAttribute(text)
				return true
			}
			if endsInAttribute(text) {
				t.Errorf("%s: %s opens an attribute; use markup.Attribute", file, literal.Value)
			}
			return true
		})
	})
	if !found {
		t.Error("package markup opens no attribute: the test looks for the wrong thing")
	}
}

// endsInAttribute reports whether a text opens the value of an attribute and
// does not close it.
func endsInAttribute(text string) bool {
	at := strings.LastIndex(text, `="`)
	return at >= 0 && !strings.Contains(text[at+len(`="`):], `"`)
}

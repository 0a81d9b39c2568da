package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
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
	err := eachFile(func(file string, parsed *ast.File) {
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
	if err != nil {
		t.Fatal(err)
	}
	for file, names := range mayPrint {
		for _, name := range names {
			if !used[file+" "+name] {
				t.Errorf("%s no longer uses %s: take it off the list", file, name)
			}
		}
	}
}

// eachFile parses the files of the program, but not those of the embedded
// database, which prints nothing, and of programs of their own.
func eachFile(do func(file string, parsed *ast.File)) error {
	return filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{"memdb", "bench", "testdata"}, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err == nil {
			do(filepath.ToSlash(file), parsed)
		}
		return err
	})
}

// TestOnePlaceWritesAttributes looks for texts of ours that end inside the
// value of an attribute, so that something else comes into it.
func TestOnePlaceWritesAttributes(t *testing.T) {
	found := false
	err := eachFile(func(file string, parsed *ast.File) {
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
	if err != nil {
		t.Fatal(err)
	}
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

package memdb

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayPanic are the functions that end by a panic, and why they have no error to
// return. A command is told of any of them as an error, and has changed nothing.
var mayPanic = map[string]string{
	"value.Refuse":            "the one that the others refuse by",
	"value.fold":              "a comparison under a collation",
	"value.key":               "a comparison under a collation",
	"value.enter":             "a comparison of values",
	"value.CheckDepth":        "a comparison of values",
	"regex.Holds":             "a comparison with a pattern",
	"value.exact":             "a bug: only numbers get here",
	"value.rareType":          "a bug: only BSON gets here",
	"engine.writeDownVersion": "a bug: an empty database takes a document",
	"collation.elements":      "a bug: the file is in the program",
	"idl.add":                 "a bug in the struct of a command, found when the program starts",
	"idl.fieldOf":             "a bug in the struct of a command, found when the program starts",
	"idl.initial":             "a bug in the struct of a command, found when the program starts",
	"idl.option":              "a bug in the struct of a command, found when the program starts",
	"idl.parseLong":           "a bug in the struct of a command, found when the program starts",
	"idl.read":                "a bug in the struct of a command, found when the program starts",
	"idl.typesOf":             "a bug in the struct of a command, found when the program starts",
}

// TestPanics: only what compares has no place for an error, and refuses by a
// panic; the other panics are bugs.
func TestPanics(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		for _, declaration := range parsed.Decls {
			if panics(declaration) {
				found[parsed.Name.Name+"."+declared(declaration)] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if mayPanic[name] == "" {
			t.Errorf("%s ends by a panic: return the error", name)
		}
	}
	for name := range mayPanic {
		if !found[name] {
			t.Errorf("%s ends by no panic any more", name)
		}
	}
}

// declared is the name of a function, or of the first variable that is declared.
func declared(declaration ast.Decl) string {
	if function, ok := declaration.(*ast.FuncDecl); ok {
		return function.Name.Name
	}
	if spec, ok := declaration.(*ast.GenDecl).Specs[0].(*ast.ValueSpec); ok {
		return spec.Names[0].Name
	}
	return ""
}

func panics(declaration ast.Decl) bool {
	ends := false
	ast.Inspect(declaration, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch called := call.Fun.(type) {
		case *ast.Ident:
			ends = ends || called.Name == "panic" || called.Name == "Refuse"
		case *ast.SelectorExpr:
			of, _ := called.X.(*ast.Ident)
			ends = ends || of != nil && of.Name == "value" && called.Sel.Name == "Refuse"
		}
		return true
	})
	return ends
}

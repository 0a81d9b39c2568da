package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// vague are words of which nobody can tell what they name. A pattern, a record
// or a category has a form, what is translated is somebody's own, a message or
// an error is told.
var vague = []string{"form", "forms", "own", "came", "tell", "tells", "told"}

// libraries are names that libraries give.
var libraries = map[string]bool{"Form": true} // plural.Form, apd.Form

// camelWord is a word of an identifier.
var camelWord = regexp.MustCompile(`[A-Z]?[^A-Z_]+|[A-Z]+`)

func isVague(name string) bool {
	return slices.ContainsFunc(camelWord.FindAllString(name, -1), func(word string) bool {
		return slices.Contains(vague, strings.ToLower(word))
	})
}

// TestNames finds vague identifiers in the program.
func TestNames(t *testing.T) {
	if !isVague("ownProse") || !isVague("textForm") || isVague("format") || isVague("ownerOf") {
		t.Fatal("the words of a name are not found")
	}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && isVague(id.Name) && !libraries[id.Name] {
				t.Errorf("%s: %s says little: name it by what it is in the field", files.Position(id.Pos()), id.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNamesThatDifferByAnEnding finds functions, methods of one type, and types that
// stand beside each other as join and joined do: nobody can tell which is which.
func TestNamesThatDifferByAnEnding(t *testing.T) {
	declared := map[string]token.Position{} // by folder, what it is, and its name in small letters
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range parsed.Decls {
			for _, name := range declaredNames(declaration) {
				declared[filepath.Dir(file)+" "+name] = files.Position(declaration.Pos())
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(declared) < 1000 {
		t.Fatalf("only %d names were found", len(declared))
	}
	for name, at := range declared {
		for _, ending := range []string{"d", "ed", name[len(name)-1:] + "ed"} {
			if other, ok := declared[name+ending]; ok {
				t.Errorf("%s: %s%s beside %s at %s", other, name, ending, name, at)
			}
		}
	}
}

// declaredNames gives what a declaration declares: "func parse", "stage.parse",
// "type stage".
func declaredNames(declaration ast.Decl) []string {
	var names []string
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		owner := "func "
		if d.Recv != nil {
			owner = receiver(d.Recv.List[0].Type) + "."
		}
		names = append(names, owner+strings.ToLower(d.Name.Name))
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if of, ok := spec.(*ast.TypeSpec); ok {
				names = append(names, "type "+strings.ToLower(of.Name.Name))
			}
		}
	}
	return names
}

func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}

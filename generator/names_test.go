package main

import (
	"go/ast"
	"go/token"
	"maps"
	"path"
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
	known := maps.Clone(libraries) // and the names that are not vague
	for _, file := range sources(t) {
		ast.Inspect(file.File, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || known[id.Name] {
				return true
			}
			if known[id.Name] = !isVague(id.Name); !known[id.Name] {
				t.Errorf("%s: %s says little: name it by what it is in the field", sourcePositions.Position(id.Pos()), id.Name)
			}
			return true
		})
	}
}

// TestNamesThatDifferByAnEnding finds functions, methods of one type, and types that
// stand beside each other as join and joined do: nobody can tell which is which.
func TestNamesThatDifferByAnEnding(t *testing.T) {
	declared := map[string]token.Position{} // by folder, what it is, and its name in small letters
	for _, file := range sources(t) {
		for _, declaration := range file.Decls {
			for _, name := range declaredNames(declaration) {
				declared[path.Dir(file.path)+" "+name] = sourcePositions.Position(declaration.Pos())
			}
		}
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

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

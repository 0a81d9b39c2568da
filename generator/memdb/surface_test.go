package memdb

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// surface is what programs outside memdb can use, by package. A new name is a promise:
// it needs a reason here and a place in README.md.
var surface = map[string]string{
	// To measure costs, entries of indexes are counted after each write; validate, the only
	// command that says how many there are, looks at each document.
	".": `New Options DB DB.Run DB.Close DB.CopyDatabase DB.IndexEntries DB.Records Refused Version ServerVersion
		Support Coverage Topic Line Source Stages Stage`,
	"wire": "Listen ListenPort Inside Server Server.URI Server.DialContext Server.Close",
	// Replication has no command that says what it would carry.
	"oplog": "Update Update.Entry ErrOther",
	// In tests.
	"memdbtest": "Client URI Params Params.Client Params.URI",
}

// TestSurface holds the exported names of every package outside internal to the list.
func TestSurface(t *testing.T) {
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if entry.IsDir() && (entry.Name() == "internal" || entry.Name() == "testdata") {
			return filepath.SkipDir
		}
		if folder := filepath.ToSlash(file); err == nil && entry.IsDir() {
			if names := exportedNames(t, file); len(names) > 0 {
				found[folder] = names
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, names := range found {
		listed := strings.Fields(surface[folder])
		for _, name := range names {
			if !slices.Contains(listed, name) {
				t.Errorf("package %s exports %s, which the list does not have", folder, name)
			}
		}
		for _, name := range listed {
			if !slices.Contains(names, name) {
				t.Errorf("package %s does not export %s", folder, name)
			}
		}
	}
	if len(found) != len(surface) {
		t.Errorf("%d packages, %d in the list", len(found), len(surface))
	}
}

// exportedNames are those of a folder's package, methods with their type's name.
func exportedNames(t *testing.T, folder string) []string {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, source, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	if len(parsed) == 0 {
		return nil
	}
	exported, err := doc.NewFromFiles(files, parsed, folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	values := func(list []*doc.Value) {
		for _, v := range list {
			names = append(names, v.Names...)
		}
	}
	functions := func(list []*doc.Func, owner string) {
		for _, f := range list {
			names = append(names, owner+f.Name)
		}
	}
	values(exported.Consts)
	values(exported.Vars)
	functions(exported.Funcs, "")
	for _, typ := range exported.Types {
		names = append(names, typ.Name)
		values(typ.Consts)
		values(typ.Vars)
		functions(typ.Funcs, "")
		functions(typ.Methods, typ.Name+".")
	}
	return names
}

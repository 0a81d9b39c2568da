package render

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
)

// TestPagesInGo: the steps of an example as pages have them, one below the other where
// the listing has …, are a program that compiles.
func TestPagesInGo(t *testing.T) {
	files := token.NewFileSet()
	checks := types.Config{Importer: compiled(t, files)}
	for _, e := range handbook(t) {
		if !code.Writes(golang.Language, e) {
			continue
		}
		program := joined(t, golang.Language, e)
		file, err := parser.ParseFile(files, e.Name+".go", program, parser.SkipObjectResolution)
		if err == nil {
			_, err = checks.Check(e.Name, files, []*ast.File{file}, nil)
		}
		if err != nil {
			t.Errorf("%v\n%s", err, program)
		}
	}
}

// compiled imports packages as the go command has compiled them.
func compiled(t *testing.T, files *token.FileSet) types.Importer {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "go.mongodb.org/mongo-driver/v2/mongo", "golang.org/x/sync/errgroup", "os/signal")
	output, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(output)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	return importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
}

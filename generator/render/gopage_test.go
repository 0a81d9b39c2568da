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
	"sync"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
)

// TestPagesInGo: the steps of an example as pages have them, one below the other where
// the listing has …, are a program that compiles.
func TestPagesInGo(t *testing.T) {
	for _, e := range handbook(t) {
		if !code.Writes(golang.Language, e) {
			continue
		}
		program := joined(t, golang.Language, e)
		if err := checkTypes(e.Name, program); err != nil {
			t.Errorf("%v\n%s", err, program)
		}
	}
}

// goFiles are the programs whose types were checked, and packages that they import, as
// the go command has compiled them.
var goFiles = token.NewFileSet()

var goPackages = sync.OnceValues(func() (types.Importer, error) {
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "go.mongodb.org/mongo-driver/v2/mongo", "golang.org/x/sync/errgroup", "os/signal")
	output, err := list.Output()
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(output)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	return importer.ForCompiler(goFiles, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }), nil
})

// checkTypes checks the types of a program in Go.
func checkTypes(name, program string) error {
	packages, err := goPackages()
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(goFiles, name+".go", program, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	checks := types.Config{Importer: packages}
	_, err = checks.Check(name, goFiles, []*ast.File{file}, nil)
	return err
}

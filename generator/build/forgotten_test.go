package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/guide"
	"modelbook/generator/render"
)

// Whatever a package offers to a build is called by it: a check that nobody calls
// holds nothing, and a file of which nobody makes an output is not on the site.
func TestNothingOfferedIsForgotten(t *testing.T) {
	called := selectors(t, ".")
	for _, offering := range []string{"check", "feeds"} {
		offered := offeredBy(t, filepath.Join("..", offering))
		if len(offered) == 0 {
			t.Errorf("%s offers nothing", offering)
		}
		for _, name := range offered {
			if !called[name] {
				t.Errorf("no build calls %s of package %s", name, offering)
			}
		}
	}
}

// offeredBy returns the names of a package's public functions and methods.
func offeredBy(t *testing.T, folder string) []string {
	t.Helper()
	var names []string
	for _, file := range parsed(t, folder) {
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Name.IsExported() && (f.Recv == nil || isExported(f.Recv)) {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names
}

// isExported reports whether a receiver's type is public.
func isExported(receiver *ast.FieldList) bool {
	kind := receiver.List[0].Type
	if pointer, ok := kind.(*ast.StarExpr); ok {
		kind = pointer.X
	}
	name, ok := kind.(*ast.Ident)
	return ok && name.IsExported()
}

// selectors returns the names that are asked of other packages, and of values.
func selectors(t *testing.T, folder string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, file := range parsed(t, folder) {
		ast.Inspect(file, func(node ast.Node) bool {
			if s, ok := node.(*ast.SelectorExpr); ok {
				names[s.Sel.Name] = true
			}
			return true
		})
	}
	return names
}

// parsed reads the files of a package but for its tests.
func parsed(t *testing.T, folder string) []*ast.File {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, entry := range entries {
		name := entry.Name()
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// The gallery, which is held to reviewed pictures, has each form of each kind of figure.
func TestGalleryHasEveryFigure(t *testing.T) {
	fragment := regexp.MustCompile(`\]\((?:\S*examples/[a-z0-9-]+\.json)?#([^)\s]+)`)
	var shown [][]string
	err := filepath.WalkDir("../../.ci/gallery/content", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range fragment.FindAllStringSubmatch(string(text), -1) {
			shown = append(shown, strings.Split(match[1], "/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range render.Kinds() {
		for _, pattern := range kind.Patterns {
			if pattern.Place&^guide.InText != 0 && !slices.ContainsFunc(shown, pattern.Fits) {
				t.Errorf("no page of .ci/gallery shows #%s", pattern.Fragment)
			}
		}
	}
}

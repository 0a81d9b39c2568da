package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayImport is the architecture: for each package of ours, which others of
// ours it may import. Data flows one way, so a stage imports types and never
// another stage. Changing the architecture means changing this table in the
// same commit.
var mayImport = map[string]string{
	// Types.
	"invisible":     "",
	"diag":          "invisible",
	"diag/diagtest": "diag",
	"ejson":         "diag invisible",
	"locale":        "",
	"figure":        "",
	"guide":         "diag",
	"markup":        "",
	"owner":         "",
	"example":       "diag ejson",
	"weigh":         "diag example guide",
	"explore":       "",

	"example/exampletest": "diag example",

	// Stages.
	"load":          "diag invisible",
	"parse":         "diag guide invisible locale markup weigh",
	"cost":          "ejson example memdb/oplog",
	"run":           "diag ejson example cost explore",
	"direct":        "ejson example cost run memdb",
	"migration":     "diag ejson example run",
	"verify":        "diag ejson example cost migration owner run",
	"calibrate":     "weigh",
	"translate":     "diag guide locale",
	"formula":       "diag",
	"check":         "diag guide example formula locale weigh",
	"code":          "code/layout ejson example figure invisible",
	"code/layout":   "figure",
	"code/shell":    "code code/layout ejson example figure",
	"code/node":     "code code/layout code/shell ejson example figure",
	"code/python":   "code code/layout ejson example figure",
	"code/golang":   "code code/layout ejson example figure invisible",
	"code/java":     "code code/layout ejson example figure",
	"render":        "code code/layout code/shell ejson example figure guide invisible locale weigh",
	"shell":         "diag ejson example",
	"play":          "diag direct ejson example cost figure render run shell memdb",
	"wasm":          "owner",
	"highlight":     "figure",
	"page":          "guide figure invisible locale markup",
	"page/pagetest": "",
	"search":        "guide locale",
	"feeds":         "guide figure locale markup",
	"output":        "diag",
	"notices":       "",
	"raster":        "",
	"site":          "",

	// The embedded database. It knows nothing of the rest.
	"memdb/internal/errcode":    "",
	"memdb/internal/peer":       "memdb/internal/value",
	"memdb/internal/support":    "",
	"memdb/internal/collation":  "memdb/internal/errcode",
	"memdb/internal/value":      "memdb/internal/errcode memdb/internal/collation",
	"memdb/internal/valuetest":  "memdb/internal/value",
	"memdb/internal/date":       "memdb/internal/errcode memdb/internal/value",
	"memdb/internal/regex":      "memdb/internal/errcode memdb/internal/value",
	"memdb/internal/expr":       "memdb/internal/errcode memdb/internal/value memdb/internal/date memdb/internal/regex memdb/internal/support",
	"memdb/internal/match":      "memdb/internal/errcode memdb/internal/value memdb/internal/regex memdb/internal/expr memdb/internal/support",
	"memdb/internal/project":    "memdb/internal/errcode memdb/internal/value memdb/internal/match memdb/internal/expr memdb/internal/support",
	"memdb/internal/pipeline":   "memdb/internal/errcode memdb/internal/value memdb/internal/date memdb/internal/expr memdb/internal/match memdb/internal/project memdb/internal/support memdb/internal/timeseries",
	"memdb/internal/update":     "memdb/internal/errcode memdb/internal/value memdb/internal/match memdb/internal/expr memdb/internal/pipeline memdb/internal/project memdb/internal/support",
	"memdb/internal/storage":    "memdb/internal/errcode memdb/internal/value memdb/internal/expr memdb/internal/match memdb/internal/support",
	"memdb/internal/explain":    "memdb/internal/errcode memdb/internal/value memdb/internal/match memdb/internal/plan memdb/internal/storage",
	"memdb/internal/idl":        "memdb/internal/errcode memdb/internal/value memdb/internal/support",
	"memdb/internal/timeseries": "memdb/internal/errcode memdb/internal/value memdb/internal/match memdb/internal/idl",
	"memdb/internal/plan":       "memdb/internal/errcode memdb/internal/value memdb/internal/expr memdb/internal/match memdb/internal/storage",
	"memdb/internal/catalog":    "memdb/internal/errcode memdb/internal/value memdb/internal/collation memdb/internal/expr memdb/internal/match memdb/internal/pipeline memdb/internal/storage memdb/internal/timeseries memdb/internal/idl",
	"memdb/internal/engine":     "memdb/internal/errcode memdb/internal/value memdb/internal/expr memdb/internal/pipeline memdb/internal/plan memdb/internal/update memdb/internal/storage memdb/internal/timeseries memdb/internal/catalog memdb/internal/peer",
	"memdb/internal/query":      "memdb/internal/errcode memdb/internal/value memdb/internal/expr memdb/internal/match memdb/internal/project memdb/internal/pipeline memdb/internal/plan memdb/internal/update memdb/internal/storage memdb/internal/timeseries memdb/internal/catalog memdb/internal/engine memdb/internal/idl",
	"memdb/internal/command":    "memdb/internal/query memdb/internal/explain memdb/internal/support memdb/internal/*",
	"memdb":                     "memdb/internal/command memdb/internal/engine memdb/internal/errcode memdb/internal/support memdb/internal/pipeline memdb/internal/date",
	"memdb/oplog":               "memdb/internal/expr memdb/internal/match memdb/internal/update memdb/internal/value",
	"memdb/memdbtest":           "memdb memdb/wire",
	"memdb/wire":                "memdb memdb/internal/peer memdb/internal/errcode",

	// What tests import.
	"gctest":   "",
	"golden":   "",
	"required": "",
	"tmpfs":    "",

	// Front ends.
	"build": "*",
	"serve": "build diag markup",
	// The playground's program, and what puts it into a program of its own.
	"wasm/worker": "play diag",
	"wasm/embed":  "diag wasm",
	"i18n":        "build diag guide locale translate",
	// What something new begins with.
	"scaffold": "build diag ejson example guide invisible load locale site",
	"":         "*",
	"bench":    "*",
}

// onlyUser names the packages that may import something from outside; what is
// not named may be imported by any. A path that ends in /... stands for the
// packages below it too.
var onlyUser = map[string]string{
	"github.com/andybalholm/brotli":                 "wasm",
	"github.com/expr-lang/expr/...":                 "formula",
	"github.com/yuin/goldmark/...":                  "parse bench",
	"github.com/alecthomas/chroma/v2/...":           "highlight",
	"github.com/goccy/go-yaml/...":                  "parse page",
	"github.com/spf13/cobra/...":                    "main",
	"github.com/cockroachdb/apd/v3":                 "memdb/internal/value memdb/internal/expr",
	"github.com/rogpeppe/go-internal/diff":          "verify golden",
	"go.mongodb.org/mongo-driver/v2/bson":           "ejson example cost run direct migration play verify calibrate memdb memdb/internal/* memdb/oplog memdb/wire memdb/memdbtest bench",
	"go.mongodb.org/mongo-driver/v2/event":          "verify",
	"go.mongodb.org/mongo-driver/v2/mongo/...":      "verify memdb/memdbtest bench",
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver": "verify",
	"github.com/blevesearch/snowballstem/...":       "search",
	"golang.org/x/sys/...":                          "output",
	"golang.org/x/text/feature/plural":              "locale",
	"golang.org/x/text/unicode/norm":                "load memdb/internal/expr search",
	"github.com/tdewolff/minify/v2/...":             "page",
	"html/template":                                 "page",
	"net":                                           "memdb/wire verify serve",
	"net/http":                                      "serve",
	// The source is read and written by load alone, the built site by output; a
	// build reads its own program, diag asks whether it writes to a terminal.
	"os": "load output build diag diag/diagtest example/exampletest main bench gctest golden required tmpfs verify wasm wasm/embed owner",
}

func TestImports(t *testing.T) {
	imports, err := readImports("..")
	if err != nil {
		t.Fatal(err)
	}
	if len(imports["diag"]) == 0 {
		t.Fatal("read no imports: the test looks in the wrong place")
	}
	for _, problem := range importProblems(imports) {
		t.Error(problem)
	}
}

// TestImportsFails shows that the table forbids something.
func TestImportsFails(t *testing.T) {
	bad := map[string][]string{
		"page":       {"modelbook/generator/verify"},
		"memdb":      {"modelbook/generator/diag"},
		"check":      {"modelbook/generator/parse", "fmt"},
		"search":     {"html/template"},
		"render":     {"go.mongodb.org/mongo-driver/v2/bson"},
		"memdb/wire": {"modelbook/generator/memdb", "net"},
		"helpers":    {"fmt"},
	}
	want := []string{
		"check imports parse, which the table does not allow",
		"helpers is not in the table: add to mayImport what it may import, and its line to generator/README.md",
		"memdb imports diag, which the table does not allow",
		"page imports verify, which the table does not allow",
		"render imports go.mongodb.org/mongo-driver/v2/bson, which is only for ejson example cost run direct migration play verify calibrate memdb memdb/internal/* memdb/oplog memdb/wire memdb/memdbtest bench",
		"search imports html/template, which is only for page",
	}
	if got := importProblems(bad); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func importProblems(imports map[string][]string) []string {
	var problems []string
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		allowed, known := mayImport[pkg]
		if !known {
			problems = append(problems, pkg+" is not in the table: add to mayImport what it may import, and its line to generator/README.md")
			continue
		}
		for _, imported := range imports[pkg] {
			if problem := importProblem(pkg, allowed, imported); problem != "" {
				problems = append(problems, problem)
			}
		}
	}
	return problems
}

func importProblem(pkg, allowed, imported string) string {
	if ours, ok := ourPackage(imported); ok {
		if !matches(allowed, ours) {
			return fmt.Sprintf("%s imports %s, which the table does not allow", pkg, ours)
		}
		return ""
	}
	name := pkg
	if name == "" {
		name = "main"
	}
	for limited, users := range onlyUser {
		if isOrBelow(imported, limited) && !matches(users, name) {
			return fmt.Sprintf("%s imports %s, which is only for %s", pkg, imported, users)
		}
	}
	return ""
}

func isOrBelow(imported, limited string) bool {
	parent, below := strings.CutSuffix(limited, "/...")
	return imported == parent || below && strings.HasPrefix(imported, parent+"/")
}

func ourPackage(imported string) (string, bool) {
	if imported == "modelbook/site" {
		return "site", true
	}
	return strings.CutPrefix(imported, "modelbook/generator/")
}

func matches(patterns, name string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(pattern string) bool {
		if pattern == "*" {
			return true
		}
		matched, _ := path.Match(pattern, name)
		return matched
	})
}

// readImports gives the imports of each package's non-test files, by the
// package's folder under generator/ ("site" for the theme).
func readImports(root string) (map[string][]string, error) {
	imports := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			// What go.mod ignores is the built site, with scripts in Go.
			if name := entry.Name(); name == "testdata" || name == "node_modules" || name == "public" || name != ".." && strings.HasPrefix(name, ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		pkg := packageOf(root, file)
		found, err := fileImports(file)
		imports[pkg] = append(imports[pkg], found...)
		return err
	})
	for pkg := range imports {
		slices.Sort(imports[pkg])
		imports[pkg] = slices.Compact(imports[pkg])
	}
	return imports, err
}

func packageOf(root, file string) string {
	folder, _ := filepath.Rel(root, filepath.Dir(file))
	folder = filepath.ToSlash(folder)
	if folder == "generator" {
		return ""
	}
	return strings.TrimPrefix(folder, "generator/")
}

func fileImports(file string) ([]string, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, spec := range parsed.Imports {
		found = append(found, strings.Trim(spec.Path.Value, `"`))
	}
	return found, nil
}

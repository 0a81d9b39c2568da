package memdb

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// byBytes are the files that compare values without a collation, and why no
// collation has a part in it; below internal/ by their paths there. All others go
// through value.Collation.
var byBytes = map[string]string{
	"engine/apiparameters.go":   "what was declared, as it was given",
	"query/changestream.go":     "resume tokens",
	"command/clusteredindex.go": "the key pattern {_id: 1}",
	"command/create.go":         "options, as they were given",
	"command/delete.go":         "the numbers 0 and 1 of limit",
	"explain/express.go":        "what the server rewrites is refused either way",
	"explain/join.go":           "without a collation only",
	"command/find.go":           "a sort by $natural, as it was given",
	"expr/sort.go":              "keys of a sort hold sort keys in place of strings",
	"match/compare.go":          "both sides were folded",
	"match/schema_array.go":     "uniqueItems and enum always compare by bytes",
	"match/schema_scalar.go":    "numbers",
	"expr/power.go":             "numbers",
	"pipeline/densify_run.go":   "numbers and dates",
	"pipeline/densify.go":       "numbers and dates",
	"pipeline/window_fill.go":   "numbers and dates",
	"pipeline/window_frame.go":  "keys of a sort, folded, with numbers and dates",
	"pipeline/graphlookup.go":   "documents are told apart by the bytes of _id, whatever the collation",
	"pipeline/merge_write.go":   "_id can't be changed, also not to one that is equal by a collation",
	"plan/condition.go":         "operands that are the same to the byte",
	"plan/hint.go":              "the numbers 1 and -1",
	"plan/interval.go":          "bounds hold sort keys in place of strings",
	"storage/collection.go":     "keys of an index hold sort keys in place of strings",
	"storage/index.go":          "directions",
	"storage/keys.go":           "of keys that are the same one stays, here before they are folded and after",
	"storage/scan.go":           "bounds and keys hold sort keys in place of strings",
	"storage/option.go":         "the version, as it was given",
	"storage/partial.go":        "filters, as they were given",
	"storage/spec.go":           "specifications, as they were given",
	"storage/tree.go":           "keys of an index hold sort keys in place of strings",
	"catalog/view.go":           "definitions, as they were given",
	"timeseries/measurement.go": "whether fields stand in the order of their names",
	"update/fields.go":          "numbers",
	"update/update.go":          "_id can't be changed, also not to one that is equal by a collation",
}

// TestWhatComparesByBytes keeps new comparisons from forgetting the collation.
func TestWhatComparesByBytes(t *testing.T) {
	compares := []string{"Compare", "CompareSort", "Equal", "Key", "AppendKey"}
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, filepath.Join("internal", "value")) {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains(compares, s.Sel.Name) {
				if pkg, ok := s.X.(*ast.Ident); ok && pkg.Name == "value" {
					found[strings.TrimPrefix(filepath.ToSlash(file), "internal/")] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("%d files, %v", len(found), err)
	}
	for file := range found {
		if byBytes[file] == "" {
			t.Errorf("%s compares values by bytes: it must take a value.Collation, or stand in the list with its reason", file)
		}
	}
	for file := range byBytes {
		if !found[file] {
			t.Errorf("%s stands in the list and compares nothing", file)
		}
	}
}

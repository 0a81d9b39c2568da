package render

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// TestEveryKindIsListed: a kind that is declared but not in the list of kinds would
// not be drawn.
func TestEveryKindIsListed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			if of, ok := declaration.(*ast.GenDecl); ok && of.Tok == token.VAR {
				declared = append(declared, kindsOf(of)...)
			}
		}
	}
	if len(declared) == 0 || len(declared) != len(Kinds()) {
		t.Errorf("%d kinds are listed, declared are %v", len(Kinds()), declared)
	}
}

func kindsOf(declaration *ast.GenDecl) []string {
	var names []string
	for _, spec := range declaration.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, value := range spec.Values {
			literal, ok := value.(*ast.CompositeLit)
			if !ok {
				continue
			}
			if kind, ok := literal.Type.(*ast.Ident); ok && kind.Name == "Kind" {
				names = append(names, spec.Names[i].Name)
			}
		}
	}
	return names
}

// TestNoKindDrawsAnother: a target is drawn by its own kind, and one that belongs
// to no kind is an error.
func TestNoKindDrawsAnother(t *testing.T) {
	if _, err := Draw(Models{}, guide.Target{Kind: "sound"}); err == nil || err.Error() != "no kind of figure is drawn for #sound" {
		t.Errorf("an unknown kind: %v", err)
	}
	r := stepOf(t, "find", `{"v": []}`)
	r.Example.Sizes = []int{1, 2}
	r.Example.Collections = []example.Collection{{Name: "ferries"}}
	r.Example.Steps[0].Operation.Arguments = document(t, `{"filter": {}}`)
	r.Example.Steps[0].Answers = &example.Answers{ID: "q"}
	r.Runs[0].Steps[0].Scans = []example.IndexScan{{Fields: []example.IndexField{{Path: "_id"}}}}
	label := func(key string) func(figure.Element) bool {
		return func(e figure.Element) bool {
			l, _ := e.(figure.Label)
			w, _ := l.Word.(figure.Words)
			return w.Key == key
		}
	}
	begins := map[string]func(figure.Element) bool{
		"data": label("data"), "schema": label("schema"), "steps": label("step"), "model": label("model"),
		"cost":    func(e figure.Element) bool { _, ok := e.(figure.Matrix); return ok },
		"growth":  func(e figure.Element) bool { _, ok := e.(figure.Charts); return ok },
		"touch":   func(e figure.Element) bool { _, ok := e.(figure.TouchMap); return ok },
		"scan":    func(e figure.Element) bool { _, ok := e.(figure.IndexScans); return ok },
		"orders":  func(e figure.Element) bool { _, ok := e.(figure.Orders); return ok },
		"numbers": func(e figure.Element) bool { _, ok := e.(figure.Workload); return ok },
		"sketch":  func(e figure.Element) bool { w, _ := e.(figure.Weighing); return w.Sketch != nil },
		"tree":    func(e figure.Element) bool { _, ok := e.(figure.Tree); return ok },
		"weigh":   func(e figure.Element) bool { _, ok := e.(figure.Weighing); return ok },
	}
	for _, k := range Kinds() {
		fragment := k.Patterns[0].Kind()
		first := begins[fragment]
		if first == nil {
			t.Errorf("nothing says here what #%s draws", fragment)
			continue
		}
		drawnOf, subject := r, "q"
		if fragment == "tree" {
			drawnOf, subject = movingIn(t)["parent"], "move"
		}
		shown, err := Draw(Models{Sketched: weigh.SketchModels, Results: []*example.Result{drawnOf}, Workload: &guide.Workload{Data: 1}, Weighing: &weigh.Weighing{Models: []weigh.Model{{Name: "a"}}}}, guide.Target{Kind: fragment, Example: "a", Collection: "ferries", Step: "one", Question: "q", Subject: subject, Changes: "q", Measure: "bytesRead"})
		if err != nil || !first(shown.Panes[0].Elements[0]) {
			t.Errorf("#%s gives %+v, %v", fragment, shown, err)
		}
	}
}

package shell_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/example/exampletest"
	"modelbook/generator/render"
	"modelbook/generator/shell"
)

// TestPrintedStepsAreReadBack reads every step that pages print for the
// handbook, and for the examples that package render is tested with, and holds
// it to the operation that it was printed from.
func TestPrintedStepsAreReadBack(t *testing.T) {
	read := 0
	for _, folder := range []string{"../../examples", "../render/testdata"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, ".schema.json") {
				continue
			}
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			e, list := example.ParseAmong(diag.NewText(file, content), exampletest.Others(folder))
			if e == nil {
				t.Fatalf("%s: %v", file, list)
			}
			for _, step := range e.Steps {
				if d, _ := example.Describe(step.Operation.Name); !d.IsStatement() && d.On != example.OnSession || strings.Contains(ejson.Print(raw(t, step.Operation.Arguments)), `{ "$$`) {
					continue // its statement needs what others have begun or returned
				}
				readBack(t, file+" "+step.ID, shell.Statement{Operation: step.Operation, Session: step.Session})
				read++
			}
		}
	}
	if read < 50 {
		t.Errorf("%d steps were read: the test looks in the wrong place", read)
	}
}

// readBack prints a statement, parses that, and compares.
func readBack(t *testing.T, name string, o shell.Statement) {
	t.Helper()
	source, err := printed(o)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	operations, list := shell.Parse(diag.NewText("shell", []byte(source)), "first", o.Session)
	if list.Failed() || len(operations) != 1 {
		t.Errorf("%s: %d operations\n%s", name, len(operations), told(list))
		return
	}
	got, want := operations[0], o
	if got.Name != want.Name || got.Session != want.Session || got.Object != want.Object || !raw(t, got.Arguments).Equal(canonical(t, want.Operation)) {
		t.Errorf("%s:\n%s\nis read as\n%s %s %s\nwant\n%s %s %s", name, source,
			got.Name, got.Object, ejson.Print(raw(t, got.Arguments)), want.Name, want.Object, ejson.Print(canonical(t, want.Operation)))
	}
}

// printed returns what a page shows of a statement.
func printed(o shell.Statement) (string, error) {
	e := &example.Example{Name: "printed", Steps: []example.Step{{ID: "step", Operation: o.Operation, Session: o.Session}}}
	figure, err := render.StepOf(&example.Result{Example: e}, "step")
	if err != nil {
		return "", err
	}
	return figure.Operation.Text(), nil
}

// canonical returns an operation's arguments in the order of the descriptor,
// which is all that their order can say, and without an empty document that
// says as much as none.
func canonical(t *testing.T, o example.Operation) bson.RawValue {
	t.Helper()
	d, known := example.Describe(o.Name)
	if !known {
		t.Fatalf("there is no operation %s", o.Name)
	}
	arguments := bson.D{}
	for _, a := range d.Arguments {
		value := o.Argument(a.Name)
		empty, isDocument := value.(bson.D)
		if value == nil || isDocument && len(empty) == 0 && a.Shell == example.Omittable && !a.Required {
			continue
		}
		arguments = append(arguments, bson.E{Key: a.Name, Value: value})
	}
	if len(arguments) > len(o.Arguments) {
		t.Fatalf("%s %v has an argument twice", o.Name, o.Arguments)
	}
	return raw(t, arguments)
}

func raw(t *testing.T, v any) bson.RawValue {
	t.Helper()
	value, err := ejson.Raw(v)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// told writes messages as people see them.
func told(list diag.List) string {
	var b bytes.Buffer
	if err := list.Print(diag.NewTerminal(&b), "text"); err != nil {
		return err.Error()
	}
	return b.String()
}

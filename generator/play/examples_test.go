package play_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/example/exampletest"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/play"
	"modelbook/generator/render"
	"modelbook/generator/verify"
)

// TestExamples compares every step of the handbook, at the first size and the last,
// with verify's run through the driver: the same result and the same cost. And it steps
// through orders of its clients, which end here as they do there.
func TestExamples(t *testing.T) {
	compared, orders := map[string]int{}, 0
	for _, result := range runByDriver(t, handbook(t)) {
		if play.Unplayable(result.Example) != "" {
			t.Errorf("%s can't be played", result.Example.Name)
		}
		for _, run := range result.Runs {
			compared[result.Example.Name] += compare(t, result.Example, run)
		}
		orders += replayed(t, &result)
	}
	if orders < 400 {
		t.Errorf("%d orders were compared", orders)
	}
	if files, err := filepath.Glob("../../examples/*-*.json"); err != nil || len(files) != len(compared) {
		t.Errorf("%d of %d examples were compared, %v", len(compared), len(files), err)
	}
	for name, steps := range compared {
		if steps == 0 {
			t.Errorf("nothing of %s was compared", name)
		}
	}
}

// TestEveryOperation compares each operation with the driver's: one that returns
// something else here, or nothing, is not ready.
func TestEveryOperation(t *testing.T) {
	examples := parsed(t, "../run/testdata/operations*.json", func(text *diag.Text) *diag.Text { return text })
	ran := map[string]bool{}
	for _, result := range runByDriver(t, examples) {
		for _, run := range result.Runs {
			compare(t, result.Example, run)
		}
		for _, step := range result.Example.Steps {
			ran[step.Operation.Name] = true
		}
	}
	for _, d := range example.Operations() {
		if !ran[d.Name] {
			t.Errorf("%s does not run in run/testdata/operations*.json", d.Name)
		}
	}
}

// runByDriver returns the results that the driver gets of examples from a database
// that is a single server, or a replica set for examples that need one.
func runByDriver(t *testing.T, examples []*example.Example) []example.Result {
	t.Helper()
	var all []example.Result
	for _, isReplicaSet := range []bool{false, true} {
		server, err := wire.Listen(memdb.New(memdb.Options{ReplicaSet: isReplicaSet}))
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		results, _, list, err := verify.Run(t.Context(), verify.Options{URI: server.URI(), Examples: slices.DeleteFunc(slices.Clone(examples), func(e *example.Example) bool {
			return isReplicaSet && len(e.Requirements) == 0
		})})
		if err != nil || list.Failed() {
			t.Fatal(err, list)
		}
		all = append(all, slices.DeleteFunc(results, func(r example.Result) bool { return r.Status == example.Skipped })...)
	}
	return all
}

// handbook returns the examples of the handbook without the sizes between the first and
// the last, at which nothing is compared.
func handbook(t *testing.T) []*example.Example {
	t.Helper()
	examples := parsed(t, "../../examples/*-*.json", func(text *diag.Text) *diag.Text {
		value, list := ejson.Parse(text)
		if list.Failed() {
			t.Fatal(list)
		}
		if sizes := value.Get("sizes"); sizes != nil {
			leaveOutMiddle(value, len(sizes.Items), false)
		}
		return diag.NewText(text.File, ejson.Format(value))
	})
	if len(examples) < 15 {
		t.Fatalf("%d examples", len(examples))
	}
	return examples
}

// leaveOutMiddle leaves out all sizes but the first and the last, and the costs at them.
func leaveOutMiddle(v *ejson.Value, sizes int, isCost bool) {
	for _, m := range v.Members {
		if of := m.Value; (isCost || m.Key == "sizes") && len(of.Items) == sizes {
			of.Items = []*ejson.Value{of.Items[0], of.Items[sizes-1]}
		}
		leaveOutMiddle(m.Value, sizes, m.Key == "expectCost")
	}
	for _, item := range v.Items {
		leaveOutMiddle(item, sizes, false)
	}
}

func parsed(t *testing.T, pattern string, change func(*diag.Text) *diag.Text) []*example.Example {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var examples []*example.Example
	for _, file := range files {
		e, list := example.ParseAmong(change(read(t, file)), exampletest.Others(filepath.Dir(file)))
		if list.Failed() {
			t.Fatal(list)
		}
		examples = append(examples, e)
	}
	return examples
}

func read(t *testing.T, file string) *diag.Text {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewText("examples/"+filepath.Base(file), content)
}

// compare plays an example at a size, and returns how many steps it compared. At the
// first size it begins anew for each step, as a page does that leads to it; at the
// last, one step follows the other. To insert much data for each step takes longer than
// all steps: of such an example, only the last begins anew, after all others.
func compare(t *testing.T, e *example.Example, run example.Run) int {
	t.Helper()
	session, err := play.Open(diag.NewText(e.File, e.Standalone()), run.Size)
	if err != nil {
		t.Fatal(err)
	}
	stored, _ := run.Footprint.StoredBytes.Number()
	isLarge := stored > 200_000
	for i, step := range run.Steps {
		where := e.Name + " " + e.Steps[i].ID
		isFollowing := run.Size != e.FirstSize() || isLarge && i < len(run.Steps)-1
		if i > 0 && isFollowing {
			session.Advance()
		} else if err := session.Prepare(t.Context(), i); err != nil {
			t.Fatal(where, err)
		}
		source, err := play.Source(e, i, run.Size)
		if err != nil {
			t.Fatal(where, err)
		}
		outcome := session.Run(t.Context(), source)
		if !outcome.Unedited || len(outcome.Statements) != 1 {
			t.Fatalf("%s: %+v", where, outcome)
		}
		got := outcome.Statements[0]
		sameCost(t, where, step.Cost, got)
		if expected := e.Steps[i].ExpectError; (expected == nil) != (got.Error == nil) || expected != nil && got.Error.Code != expected.Code {
			t.Errorf("%s: %+v, want %+v", where, got.Error, expected)
			continue
		}
		if got.Result != nil && run.Size == e.FirstSize() {
			sameResult(t, where, &e.Steps[i], step, got.Result)
		}
	}
	return len(run.Steps)
}

func sameCost(t *testing.T, where string, want example.Cost, got play.Statement) {
	t.Helper()
	for _, name := range example.Measures {
		quantity := want.Measure(name)
		n, measured := quantity.Number()
		played, ok := got.Cost[name]
		if measured && (!ok || n != played) || !measured && quantity.Why() != example.NotWanted && ok {
			t.Errorf("%s: %s is %d (%v), with the driver %d (%v)", where, name, played, ok, n, measured)
		}
	}
}

// sameResult compares printed results. A matcher is printed with … for a value that
// it leaves open.
func sameResult(t *testing.T, where string, step *example.Step, want example.StepResult, got *play.Result) {
	t.Helper()
	drawn, err := render.ResultOf(*step, want)
	if err != nil {
		t.Fatal(err)
	}
	if drawn.Documents != got.Documents || drawn.Done != got.Done {
		t.Errorf("%s returns %d documents (done %v), with the driver %d (%v)", where, got.Documents, got.Done, drawn.Documents, drawn.Done)
	}
	var expected, played []string
	for _, line := range drawn.Code.Lines {
		expected = append(expected, line.Text())
	}
	for _, line := range got.Lines {
		text := ""
		for _, token := range line.Tokens {
			text += token[1]
		}
		played = append(played, text)
	}
	if strings.Contains(strings.Join(expected, ""), "…") {
		return
	}
	if step.Unordered || len(step.UnorderedPaths) > 0 {
		slices.Sort(expected)
		slices.Sort(played)
	}
	if !slices.Equal(expected, played) {
		t.Errorf("%s returns\n%s\nwith the driver\n%s", where, strings.Join(played, "\n"), strings.Join(expected, "\n"))
	}
}

package example

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

// TestTheHandbook holds that the handbook's own examples keep the rules.
func TestTheHandbook(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var results []Result
	others := handbook(t)
	for _, file := range files {
		if filepath.Base(file) == "example.schema.json" {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		e, list := ParseAmong(diag.NewText("examples/"+filepath.Base(file), content), others)
		if list.Failed() {
			t.Errorf("%s", printed(list))
			continue
		}
		if list := CheckReferences(t.Context(), e); list.Failed() {
			t.Errorf("%s", printed(list))
		}
		results = append(results, asExpected(e))
	}
	if len(results) == 0 {
		t.Fatal("read no example: the test looks in the wrong place")
	}
	if list := CheckAnswers(results); list != nil {
		t.Errorf("%s", printed(list))
	}
}

// asExpected is the result of an example whose expectations all hold.
func asExpected(e *Example) Result {
	run := Run{Size: e.FirstSize()}
	for _, s := range e.Steps {
		step := StepResult{Error: s.ExpectError}
		if s.Expect != nil {
			step.Value = s.Expect.Value
		}
		if s.Answers != nil {
			step.Found = Found(step.Value, s.Answers.Fields)
		}
		run.Steps = append(run.Steps, step)
	}
	return Result{Example: e, Runs: []Run{run}}
}

// handbook returns the examples of the handbook.
func handbook(t *testing.T) Others {
	t.Helper()
	files, err := filepath.Glob("../../examples/*.json")
	if err != nil {
		t.Fatal(err)
	}
	others := Others{Text: func(name string) *diag.Text {
		content, err := os.ReadFile("../../examples/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		return diag.NewText("examples/"+name+".json", content)
	}}
	for _, file := range files {
		others.Names = append(others.Names, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	return others
}

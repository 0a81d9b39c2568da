package code_test

import (
	"os"
	"strings"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// TestConsumer: the drivers' scripts of an example with a change stream only follow it.
// They begin where the token says, store one after each change, end when they are
// interrupted, close the stream, know the error of changes that are lost, and fail when
// the stream ends by itself.
func TestConsumer(t *testing.T) {
	const name = "../../examples/repairing-copies-change-stream.json"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	e, list := example.Parse(diag.NewText(name, text))
	if e == nil {
		t.Fatal(list)
	}
	stored, err := code.StoredOf(e)
	if err != nil {
		t.Fatal(err)
	}
	steps := &code.Comments{Steps: make([]string, len(e.Steps))}
	for i := range steps.Steps {
		steps.Steps[i] = e.Steps[i].ID
	}
	for l, parts := range map[code.Language][]string{
		node.Language:   {"...(stored && { resumeAfter: stored.token })", "while (!isStopping && !changes.closed)", "$set: { token: change._id }", "error.code !== 286", "'SIGINT'", "await changes.close();", "if (!isStopping) {"},
		python.Language: {`resume_after=stored["token"] if stored else None`, "while changes.alive and not stopping.is_set():", `{"token": change["_id"]}`, "error.code != 286", "signal.SIGINT", `with db["objects"].watch(`, "if not stopping.is_set():"},
		golang.Language: {"opts.SetResumeAfter(stored.Token)", "for changes.Next(stopping) {", `{"token", changes.ResumeToken()}`, "mongo.ErrorCodes(err), 286", "os.Interrupt", "defer changes.Close(ctx)", "if stopping.Err() == nil {", "options.UpdateLookup"},
		java.Language:   {"stream.resumeAfter(", "while (!isStopping.get() && changes.getServerCursor() != null) {", `set("token", change.get("_id"))`, "error.getCode() != 286", "addShutdownHook", "try (MongoCursor<Document> changes", "if (!isStopping.get()) {"},
	} {
		script, err := code.WriteScript(l, stored)
		if err != nil {
			t.Fatal(err)
		}
		got := script.In(steps)
		for _, part := range append(parts, "objects was removed or renamed", "1. job-watches", "2. job-receives", "3. job-copies") {
			if !strings.Contains(got, part) {
				t.Errorf("%s lacks %q:\n%s", l.Facts().Name, part, got)
			}
		}
		if strings.Contains(got, "{\n\n") || strings.Contains(got, ":\n\n") {
			t.Errorf("%s has a block that begins with an empty line:\n%s", l.Facts().Name, got)
		}
		if strings.Index(got, "labels") > strings.LastIndex(got, parts[2]) {
			t.Errorf("%s stores the token before the change is applied:\n%s", l.Facts().Name, got)
		}
		if strings.Contains(got, "4002") || strings.Contains(strings.ToLower(got), "drop") || script.LeftOut != 5 {
			t.Errorf("%s has steps of others, or data:\n%s", l.Facts().Name, got)
		}
	}
	script, err := code.WriteScript(shell.Language, stored)
	if err != nil || script.LeftOut != 0 || !strings.Contains(script.In(steps), "4002") {
		t.Errorf("the shell runs all steps: %v\n%s", err, script.In(steps))
	}
}

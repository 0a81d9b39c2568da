package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScripts: beside each example lies its script, to which each block of it
// leads, and which says where it is from.
func TestScripts(t *testing.T) {
	source, output := handbook(t), filepath.Join(t.TempDir(), "site")
	edit(t, filepath.Join(source, "content/site.yaml"), "languages:", "address: https://example.org/book/\nlanguages:")
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output}); err != nil || messages.Failed() {
		t.Fatal(err, messages)
	}
	const path = "examples/one-to-one-embedded.mongosh.js"
	script, err := os.ReadFile(filepath.Join(output, path))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"// https://example.org/book/en/one-to-one.html\n// Ran on memdb, following MongoDB ",
		"\nuse('one-to-one-embedded');\ndb.dropDatabase();\n",
		"\ndb.ferries.insertMany([\n", "\n// 1. ",
	} {
		if !strings.Contains(string(script), part) {
			t.Errorf("the script lacks %q:\n%s", part, script)
		}
	}
	module, err := os.ReadFile(filepath.Join(output, "examples/one-to-one-embedded.mjs"))
	if err != nil || !strings.Contains(string(module), "\nconst db = client.db('one-to-one-embedded');\n") {
		t.Errorf("no module for Node.js: %s, %v", module, err)
	}
	if program, err := os.ReadFile(filepath.Join(output, "examples/one-to-one-embedded.py")); err != nil || !strings.Contains(string(program), "\ndb = client[\"one-to-one-embedded\"]\n") {
		t.Errorf("no program for Python: %s, %v", program, err)
	}
	snippets, err := os.ReadFile(filepath.Join(output, "examples/one-to-one-embedded.code.js"))
	if err != nil || !strings.HasPrefix(string(snippets), `snippets("one-to-one-embedded",{"Node.js":["`) {
		t.Errorf("no code for pages: %.300s, %v", snippets, err)
	}
	for _, lang := range []string{"en", "bg"} {
		guide, err := os.ReadFile(filepath.Join(output, lang, "one-to-one.html"))
		if err != nil || !strings.Contains(string(guide), `<a translate="no" href="../`+path+`">mongosh</a>`) {
			t.Errorf("%s: no block leads to %s, %v", lang, path, err)
		}
	}
}

// TestNoScriptOfWhatDidNotRun: what the database could not run has no script.
func TestNoScriptOfWhatDidNotRun(t *testing.T) {
	source, output := handbook(t), filepath.Join(t.TempDir(), "site")
	edit(t, filepath.Join(source, "examples/one-to-one-embedded.json"), `  "schema":`, `  "runOnRequirements": [{ "topologies": ["sharded"] }],`+"\n"+`  "schema":`)
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output}); err != nil {
		t.Fatal(err, messages)
	}
	for file, written := range map[string]bool{"one-to-one-embedded.json": true, "one-to-one-embedded.mongosh.js": false} {
		if _, err := os.Stat(filepath.Join(output, "examples", file)); (err == nil) != written {
			t.Errorf("%s: %v", file, err)
		}
	}
}

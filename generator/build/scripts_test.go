package build

import (
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/tmpfs"
	"modelbook/site"
)

// TestScripts: beside each example lies its script, to which each block of it
// leads, and which says where it is from.
func TestScripts(t *testing.T) {
	source, output := handbook(t), filepath.Join(tmpfs.TempDir(t), "site")
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
		"// https://example.org/book/en/one-to-one.html\n// Ran on a database that follows MongoDB ",
		"\ndb = db.getSiblingDB('one-to-one-embedded');\ndb.dropDatabase();\n",
		"\ndb.ferries.insertMany([\n", "\n// 3. Read ferries\n",
		"\n// 4. One write renews the certificate and returns the ferry to service\n",
	} {
		if !strings.Contains(string(script), part) {
			t.Errorf("the script lacks %q:\n%s", part, script)
		}
	}
	module, err := os.ReadFile(filepath.Join(output, "examples/one-to-one-embedded.mjs"))
	if err != nil || !strings.Contains(string(module), "\nconst db = client.db('one-to-one-embedded');\n") {
		t.Errorf("no module for Node.js: %s, %v", module, err)
	}
	if program, err := os.ReadFile(filepath.Join(output, "examples/one-to-one-embedded.py")); err != nil || !strings.Contains(string(program), "\n    db = client[\"one-to-one-embedded\"]\n") {
		t.Errorf("no program for Python: %s, %v", program, err)
	}
	if program, err := os.ReadFile(filepath.Join(output, "examples/one-to-one-embedded.go")); err != nil || !strings.Contains(string(program), "\n\tdb := client.Database(\"one-to-one-embedded\")\n") {
		t.Errorf("no program for Go: %s, %v", program, err)
	}
	if program, err := os.ReadFile(filepath.Join(output, "examples/one-to-one-embedded.java")); err != nil || !strings.Contains(string(program), "\n            MongoDatabase db = client.getDatabase(\"one-to-one-embedded\");\n") {
		t.Errorf("no program for Java: %s, %v", program, err)
	}
	snippets, err := os.ReadFile(filepath.Join(output, "examples/one-to-one-embedded.code.js"))
	if err != nil || !strings.HasPrefix(string(snippets), `snippets("one-to-one-embedded",{"Go":["`) || !strings.Contains(string(snippets), `,"Java":["`) || !strings.Contains(string(snippets), `,"Node.js":["`) {
		t.Errorf("no code for pages: %.300s, %v", snippets, err)
	}
	for lang, href := range map[string]string{"en": "../" + path, "bg": "../bg/" + path} {
		guide, err := os.ReadFile(filepath.Join(output, lang, "one-to-one.html"))
		if err != nil || !strings.Contains(string(guide), `<a href="`+href+`">mongosh</a>`) {
			t.Errorf("%s: no block leads to %s, %v", lang, href, err)
		}
	}
}

// TestScriptsInTheReadersLanguage: where a guide is translated, so are the comments of
// its examples' scripts, whose code is the same; where it is not, its pages lead to
// the original scripts.
func TestScriptsInTheReadersLanguage(t *testing.T) {
	source, output := handbook(t), filepath.Join(tmpfs.TempDir(t), "site")
	edit(t, filepath.Join(source, "content/site.yaml"), "languages:", "address: https://example.org/book/\nlanguages:")
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output}); err != nil || messages.Failed() {
		t.Fatal(err, messages)
	}
	const name = "examples/one-to-one-embedded"
	for _, ending := range []string{".mongosh.js", ".mjs", ".py"} {
		original, bulgarian := statements(t, filepath.Join(output, name+ending)), statements(t, filepath.Join(output, "bg", name+ending))
		if bulgarian != original {
			t.Errorf("the code of %s differs:\n%s", ending, bulgarian)
		}
	}
	script, err := os.ReadFile(filepath.Join(output, "bg", name+".mongosh.js"))
	if err != nil {
		t.Fatal(err)
	}
	const heading = `// Едно към едно: вграждане · Вграждане
// Modelbook, examples/one-to-one-embedded.json
// https://example.org/book/bg/one-to-one.html
// Изпълнен в база данни, която се държи като MongoDB `
	for _, part := range []string{
		"// Изпълнява се с: mongosh --file one-to-one-embedded.mongosh.js\n// Първо изпразва базата данни one-to-one-embedded\ndb = db.getSiblingDB(",
		"\n// 4. Един запис подновява свидетелството и връща ферибота на линия\n",
	} {
		if !strings.HasPrefix(string(script), heading) || !strings.Contains(string(script), part) {
			t.Errorf("the script lacks %q:\n%s", part, script)
		}
	}
	if err := os.Remove(filepath.Join(source, "content/bg/one-to-one.md")); err != nil {
		t.Fatal(err)
	}
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output}); err != nil || messages.Failed() {
		t.Fatal(err, messages)
	}
	guide, err := os.ReadFile(filepath.Join(output, "bg/one-to-one.html"))
	if err != nil || !strings.Contains(string(guide), `href="../`+name+`.mongosh.js">mongosh</a>`) {
		t.Errorf("the page in English does not lead to the script in English, %v", err)
	}
	if _, err := os.Stat(filepath.Join(output, "bg", name+".mongosh.js")); err == nil {
		t.Error("a page that is not translated has a script that is")
	}
}

// statements returns the lines of a script that are no comments.
func statements(t *testing.T, file string) string {
	t.Helper()
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(script)) {
		if text := strings.TrimLeft(line, " "); !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "# ") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// TestScriptSaysWhatItNeeds: in words of the reader's language, and who sends a step.
func TestScriptSaysWhatItNeeds(t *testing.T) {
	theme, err := page.Load(site.Theme(), []string{"en", "ru"})
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{
		"en": "a MongoDB server and MongoDB 8.0 or later or a replica set or a sharded cluster",
		"ru": "сервер MongoDB и\u00a0MongoDB 8.0 или более новая версия или набор реплик или шардированный кластер",
	} {
		lacking := [][]example.Lack{{{What: []string{"server"}}, {What: []string{"from"}, Version: "8.0"}}, {{What: []string{"replicaset", "sharded"}}}}
		if got := theme.Say(lang, needed(lacking)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	s := &Site{theme: theme}
	step := &example.Step{ID: "book", Client: "Ben", Unsent: true, Operation: example.Operation{Name: "insertOne", Object: "beds"}}
	if got, want := s.stepTitle(step, nil, "ru"), "Вставка в\u00a0beds · Клиент Ben · не\u00a0отправлено: сбой клиента"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWordsOfOperations: a comment of a script says in words what any operation does.
func TestWordsOfOperations(t *testing.T) {
	theme, err := page.Load(site.Theme(), []string{"en"})
	if err != nil {
		t.Fatal(err)
	}
	s := &Site{theme: theme}
	for _, of := range example.Operations() {
		step := &example.Step{ID: "the-id", Operation: example.Operation{Name: of.Name, Object: "huts"}}
		if got := s.stepTitle(step, nil, "en"); !strings.Contains(got, " ") || strings.Contains(got, "the-id") || strings.Contains(got, "script-words") {
			t.Errorf("%s: the comment is %q", of.Name, got)
		}
	}
	command := bson.D{{Key: "collMod", Value: "huts"}, {Key: "validator", Value: bson.D{}}}
	step := &example.Step{Operation: example.Operation{Name: "runCommand", Arguments: bson.D{{Key: "command", Value: command}}}}
	if got, want := s.stepTitle(step, nil, "en"), "Change the validator of huts"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNoScriptOfWhatDidNotRun: what the database could not run has no script.
func TestNoScriptOfWhatDidNotRun(t *testing.T) {
	source, output := handbook(t), filepath.Join(tmpfs.TempDir(t), "site")
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

// TestCodeLanguages: each folder of a language is in the list of those in which examples
// are printed.
func TestCodeLanguages(t *testing.T) {
	folders, err := os.ReadDir("../code")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		isListed := slices.ContainsFunc(codeLanguages, func(l code.Language) bool { return path.Base(reflect.TypeOf(l).PkgPath()) == folder.Name() })
		if folder.IsDir() && folder.Name() != "layout" && !isListed {
			t.Errorf("code/%s is not in the list", folder.Name())
		}
	}
}

// TestScriptSaysThatItBeginsAgain: not how one attempt ends, as the caption does.
func TestScriptSaysThatItBeginsAgain(t *testing.T) {
	theme, err := page.Load(site.Theme(), []string{"en"})
	if err != nil {
		t.Fatal(err)
	}
	const name = "../../examples/atomic-updates-version.json"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	e, list := example.Parse(diag.NewText(name, text))
	if e == nil {
		t.Fatal(list)
	}
	g := &guide.Guide{}
	g.Lang = "en"
	for _, id := range []string{"anna-reads", "anna-saves"} {
		g.Blocks = append(g.Blocks, guide.Block{Figures: []guide.Figure{{Target: guide.Target{Example: e.Name, Step: id}, Caption: "The caption of " + id}}})
	}
	s := &Site{theme: theme, source: &Source{settings: guide.Site{Languages: []string{"en"}}}, verified: &Verified{}}
	want := []string{"The caption of anna-reads · Client anna", "Update stations · Client anna · begins again if another client has written meanwhile", "Insert into saved · Client anna"}
	if got := s.comments(e, g, 0).Steps; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

package scaffold

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"modelbook/site"
)

// TestThemeFilesSayWhatTheyAre: the list of the theme is all that people with the
// program alone have to choose by.
func TestThemeFilesSayWhatTheyAre(t *testing.T) {
	for name, content := range site.Theme() {
		if name == "scripts/jsconfig.json" {
			continue // for editors, and never published
		}
		if said := about(name, content); len(said) < 10 || len(said) > 130 || strings.ContainsAny(said, "\n{}*") {
			t.Errorf("%s says of itself %q; begin it with a comment whose first sentence does", name, said)
		}
	}
}

func TestTheme(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "book")
	if _, _, err := Handbook(folder, Book{Name: "Book", Languages: []string{"en"}}, time.Now()); err != nil {
		t.Fatal(err)
	}
	stateOf := func(name string) ThemeState {
		t.Helper()
		files, messages, err := ThemeFiles(folder)
		if err != nil || len(messages) > 0 {
			t.Fatal(messages, err)
		}
		i := slices.IndexFunc(files, func(f ThemeFile) bool { return f.Name == name })
		if i < 0 {
			t.Fatalf("%s is not listed", name)
		}
		return files[i].State
	}
	edit := func(name, from, to string) {
		t.Helper()
		file := filepath.Join(folder, "site", name)
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(content), from, to, 1)
		if changed == string(content) {
			t.Fatalf("%s holds no %q", name, from)
		}
		if err := os.WriteFile(file, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const tokens = "styles/1-tokens.css"
	expect := func(name string, want ThemeState) {
		t.Helper()
		if got := stateOf(name); got != want {
			t.Errorf("the state of %s is %d, want %d", name, got, want)
		}
	}
	expect(tokens, BuiltIn)
	changed, err := ExportTheme(folder, "site/"+tokens, false)
	if err != nil || strings.Join(changed, " ") != "site/styles/1-tokens.css site/originals.sha256" {
		t.Fatal(changed, err)
	}
	expect(tokens, Unchanged)
	edit(tokens, "#faf9f5", "#fffdf5")
	expect(tokens, Overridden)

	// It is not written over unless that is asked for.
	if _, err := ExportTheme(folder, tokens, false); err == nil || !strings.Contains(err.Error(), "site/styles/1-tokens.css is there already; --overwrite") {
		t.Error(err)
	}
	expect(tokens, Overridden)
	if _, err := ExportTheme(folder, "templates/page.html", false); err != nil {
		t.Fatal(err)
	}
	edit("templates/page.html", "<main", "<main ")

	// The program has another file than the one that was exported.
	edit("originals.sha256", hashOf(site.Theme()[tokens]), strings.Repeat("0", 64))
	expect(tokens, Outdated)
	expect("templates/page.html", Overridden)
	if err := os.Remove(filepath.Join(folder, "site", "originals.sha256")); err != nil {
		t.Fatal(err)
	}
	expect(tokens, OfUnknown)
	if _, err := ExportTheme(folder, tokens, true); err != nil {
		t.Fatal(err)
	}
	expect(tokens, Unchanged)

	if err := os.WriteFile(filepath.Join(folder, "site/styles/6-own.css"), []byte("/* Our colors. */\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	expect("styles/6-own.css", Added)

	for name, want := range map[string]string{
		"styles/1-token.css":          "the theme has no file styles/1-token.css; did you mean styles/1-tokens.css?",
		"page.html":                   "the theme has no file page.html; did you mean templates/page.html?",
		"../styles/1-tokens.css":      "did you mean styles/1-tokens.css?",
		"styles/../../site.yaml":      "the theme has no file ../site.yaml",
		"quite/another/thing.txt/":    "the nearest of ",
		filepath.Join(folder, "site"): "the theme has no file ",
	} {
		if _, err := ExportTheme(folder, name, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := ExportTheme(t.TempDir(), tokens, false); err == nil {
		t.Error("a folder that is no handbook got a theme")
	}
}

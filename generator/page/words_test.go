package page_test

import (
	"bytes"
	"strings"
	"testing"

	"modelbook/generator/page"
	"modelbook/site"
)

// themeWith returns the theme with the Bulgarian strings changed.
func themeWith(t *testing.T, old, new string) map[string][]byte {
	t.Helper()
	theme := site.Theme()
	bg := string(theme["strings/bg.yaml"])
	if !strings.Contains(bg, old) {
		t.Fatalf("the Bulgarian strings have no %q", old)
	}
	theme["strings/bg.yaml"] = []byte(strings.Replace(bg, old, new, 1))
	return theme
}

func TestWrongStrings(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown", "data: Данни\n", "data: Данни\ndate: Дата\n", "strings/bg.yaml: "},
		{"plural form of another language", "documents:\n", "documents:\n  few: \"{count} документа\"\n", "strings/bg.yaml: documents.few: the language has no such plural form, only one, other"},
		{"reason unknown", "  javascript: ", "  java: ", "strings/bg.yaml: reasons.java: the English strings have no such key"},
		{"placeholder lost", "{count} байт\"", "байт\"", "strings/bg.yaml: bytes.one: has the placeholders [], the English string has [{count}]"},
		{"text that runs backwards", "data: Данни\n", "data: \"\\u202eДанни\"\n", "strings/bg.yaml: data holds a character that is not seen"},
		{"text that is not seen", "{count} байт\"", "{count} байт\\U000E0041\"", "strings/bg.yaml: bytes.one holds a character that is not seen"},
		{"text of the typography that is not seen", "date: \"{d} ", "date: \"\\u200b{d} ", "strings/bg.yaml: writing.date holds a character that is not seen"},
		{"placeholder changed", "на {date}", "на {дата}", "strings/bg.yaml: updated: has the placeholders"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := page.Load(themeWith(t, c.old, c.new), []string{"en", "bg"})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// TestFirstOfUnknownStrings: of several unknown keys always the first is named.
func TestFirstOfUnknownStrings(t *testing.T) {
	theme := themeWith(t, "data: Данни\n", "data: Данни\nzero: 0\nfirst-of-all: 1\nsecond: 2\nthird: 3\n")
	for range 20 {
		if _, err := page.Load(theme, []string{"en", "bg"}); err == nil || !strings.Contains(err.Error(), `unknown field "zero"`) {
			t.Fatal(err)
		}
	}
}

// What a language lacks is English, and said to be: where it is text, not where
// it is the value of an attribute or the page's title.
func TestMissingStrings(t *testing.T) {
	for _, c := range []struct {
		name, old, new, missing string
		has                     []string
	}{
		{"text", "data: Данни\n", "", "data", []string{`<span lang="en">Data</span>`}},
		{"empty", "data: Данни\n", "data: ''\n", "data", []string{`<span lang="en">Data</span>`}},
		{"plural form", "  one: \"{count} документ\"\n", "", "documents.one", []string{`<span lang="en">1 document</span>`}},
		{"attribute and text", "contents: Съдържание\n", "", "contents", []string{`aria-label="Contents"`, `<span class="word"><span lang="en">Contents</span></span>`}},
		{"only an attribute", "theme: Тема\n", "", "theme", []string{`data-theme="Theme"`}},
		{"a reason", "  javascript: Изпълнява JavaScript, а тестовата база данни не го прави.\n", "", "reasons.javascript", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			theme, err := page.Load(themeWith(t, c.old, c.new), []string{"en", "bg"})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(theme.Missing("bg"), " "); got != c.missing {
				t.Errorf("missing: %q, want %q", got, c.missing)
			}
			html := render(t, theme, guidePage(theme, "bg", true))
			has(t, html, c.has...)
			lacks(t, html, "\uFDD0", "\uFDD1")
			if len(theme.Missing("en")) > 0 {
				t.Error("English lacks what it is taken from")
			}
		})
	}
	theme, err := page.Load(themeWith(t, "status: Състояние на преводите\n", ""), []string{"en", "bg"})
	if err != nil {
		t.Fatal(err)
	}
	in := guidePage(theme, "bg", true)
	in.Kind, in.Guide, in.Status = page.StatusPage, nil, &page.Status{}
	has(t, render(t, theme, in), "<title>Translation status · Modelbook</title>", `<h1><span lang="en">Translation status</span></h1>`)
}

func TestSeparatorOfTheLanguage(t *testing.T) {
	theme, err := page.Load(themeWith(t, "list-separator: \", \"", "list-separator: \"，\""), []string{"en", "bg"})
	if err != nil {
		t.Fatal(err)
	}
	in := guidePage(theme, "bg", true)
	in.Sources = append(in.Sources, page.Source{Name: "one-to-one-shared-id.json"})
	has(t, render(t, theme, in), "1 документ，214", "</a>，<a")
	has(t, render(t, theme, guidePage(theme, "en", true)), "1 document, 214")
}

func TestLanguageWithoutStrings(t *testing.T) {
	_, err := page.Load(site.Theme(), []string{"en", "xx"})
	if err == nil || !strings.Contains(err.Error(), "no strings for the language xx") {
		t.Errorf("got %v", err)
	}
}

func TestAllStringsAreWhole(t *testing.T) {
	var languages []string
	for file := range site.Theme() {
		if name, ok := strings.CutPrefix(file, "strings/"); ok {
			languages = append(languages, strings.TrimSuffix(name, ".yaml"))
		}
	}
	if _, err := page.Load(site.Theme(), languages); err != nil {
		t.Error(err)
	}
}

// TestThemeIsLeftAlone: a theme that was loaded can be loaded again, as a preview does.
// Nothing is wrong with its styles and scripts, at which no command looks.
func TestThemeIsLeftAlone(t *testing.T) {
	theme := site.Theme()
	loaded, err := page.Load(theme, []string{"en"})
	if err != nil {
		t.Fatal(err)
	}
	if err := loaded.TryAssets(); err != nil {
		t.Error(err)
	}
	for name, content := range site.Theme() {
		if !bytes.Equal(theme[name], content) {
			t.Errorf("loading the theme changes %s", name)
		}
	}
}

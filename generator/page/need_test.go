package page_test

import (
	"slices"
	"strings"
	"testing"

	"modelbook/generator/page"
	"modelbook/site"
)

// lacking loads a site whose first language has no words of its own.
func lacking(t *testing.T, languages ...string) *page.Theme {
	t.Helper()
	files := site.Theme()
	files["strings/pl.yaml"] = []byte("name: Polski\nshort: PL\nwriting:\n  quotes: „ ” « »\n  date: \"{d}.{m}.{y}\"\n")
	theme, err := page.Load(files, languages)
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

// TestWordsThatAreAskedFor: a language is asked for the words of what its site has.
func TestWordsThatAreAskedFor(t *testing.T) {
	for _, c := range []struct {
		name      string
		languages []string
		needs     []page.Need
		asked     string // one of the words, a space between
		left      string
	}{
		{"a site of texts", []string{"pl"}, nil, "search contents copy", "data play scripts cost model growth-full treatments.runs alerts.note edit untranslated missing original.missing"},
		{"examples", []string{"pl"}, []page.Need{page.ForExamples}, "data play-words.run documents.few steps-ran.many measures.payload", "model kept growth-full reasons.users replay-words.back order-words.lost"},
		{"orders", []string{"pl"}, []page.Need{page.ForOrders}, "order-words.lost replay-words.back", "play-words.run"},
		{"costs", []string{"pl"}, []page.Need{page.ForCosts}, "kept model alike", "data growth-full"},
		{"a path", []string{"pl"}, []page.Need{page.ForPath}, "path-words.answered", "sketch-words.parts"},
		{"a translation", []string{"pl", "en"}, []page.Need{page.ForTranslations}, "untranslated states.stale original.missing status-none", "missing in-english state-meanings.stale search-english"},
		{"a translation of English", []string{"en", "pl"}, []page.Need{page.ForTranslations}, "missing in-english state-meanings.stale search-english", "original.missing"},
		{"asides, edited on the web", []string{"pl"}, []page.Need{page.ForAlerts, page.ForRepository}, "alerts.tip edit report", "data"},
	} {
		theme := lacking(t, c.languages...)
		theme.Ask(c.needs)
		missing := theme.Missing("pl")
		for word := range strings.FieldsSeq(c.asked) {
			if !slices.Contains(missing, word) {
				t.Errorf("%s: %s is not asked for", c.name, word)
			}
		}
		for word := range strings.FieldsSeq(c.left) {
			if slices.Contains(missing, word) {
				t.Errorf("%s: %s is asked for", c.name, word)
			}
		}
	}
}

// TestNeedsNameWords: what is asked for only sometimes is a word that there is.
func TestNeedsNameWords(t *testing.T) {
	theme := lacking(t, "pl")
	all := theme.Missing("pl")
	names := page.NamesOfNeeds()
	for name := range strings.FieldsSeq(names) {
		isThere := func(key string) bool {
			return key == name || strings.HasSuffix(name, ".") && strings.HasPrefix(key, name)
		}
		if !slices.ContainsFunc(all, isThere) {
			t.Errorf("there is no word %s", name)
		}
	}
}

// TestOriginalIsNamed: readers are told that a page is in the language that their
// site is written in first.
func TestOriginalIsNamed(t *testing.T) {
	theme := lacking(t, "pl", "it", "en")
	in := guidePage(theme, "it", false)
	site := *fixtureSite
	site.Languages = []string{"pl", "it", "en"}
	in.Site, in.Guide.Lang = &site, "pl"
	in.Versions = []page.Version{
		{Lang: "pl", Href: "../pl/one-to-one.html", Address: "https://example.org/pl/one-to-one.html"},
		{Lang: "it", Href: "../it/one-to-one.html", Address: "https://example.org/it/one-to-one.html", Missing: true},
		{Lang: "en", Href: "../en/one-to-one.html", Address: "https://example.org/en/one-to-one.html"},
	}
	html := render(t, theme, in)
	has(t, html, "appare nella lingua originale: Polski.", `<article lang="pl">`,
		`<link rel="alternate" hreflang="x-default" href="https://example.org/pl/one-to-one.html">`,
		`lang="it" hreflang="pl"`, "nell’originale")
	lacks(t, html, "in inglese")
}

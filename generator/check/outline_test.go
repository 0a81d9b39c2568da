package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

func page(lang, slug, part string, order int) guide.Page {
	return guide.Page{Lang: lang, IsTranslation: lang != "en", Slug: slug, File: "content/" + lang + "/" + slug + ".md", Meta: guide.Meta{Part: part, Order: order}}
}

func wholeSite() []guide.Page {
	return []guide.Page{
		page("en", "index", "", 0), page("en", "404", "", 0),
		page("en", "part-trees", "", 2), page("en", "part-basics", "", 1),
		page("en", "cardinality", "basics", 2), page("en", "documents", "basics", 1),
		page("en", "trees", "trees", 1),
		page("bg", "documents", "basics", 1), page("bg", "index", "", 0),
	}
}

func TestOutlineOrder(t *testing.T) {
	outline, messages := Outline(wholeSite(), "en")
	if len(messages) > 0 {
		t.Fatal(messages)
	}
	var slugs []string
	for _, page := range outline.All() {
		slugs = append(slugs, page.Slug)
	}
	want := "index part-basics documents cardinality part-trees trees 404"
	if got := strings.Join(slugs, " "); got != want {
		t.Errorf("order %s, want %s", got, want)
	}
	if page, missing := outline.Chapters[0].Guides[0].In("bg"); missing || page.Lang != "bg" {
		t.Errorf("documents in bg: %v, missing %v", page.File, missing)
	}
	if page, missing := outline.Chapters[0].Guides[1].In("bg"); !missing || page.Lang != "en" {
		t.Errorf("cardinality in bg: %v, missing %v", page.File, missing)
	}
}

func TestOutlineMistakes(t *testing.T) {
	without := func(slug string) []guide.Page {
		return slices.DeleteFunc(wholeSite(), func(p guide.Page) bool { return p.Slug == slug })
	}
	moved := func(slug, from string) []guide.Page {
		pages := wholeSite()
		for i := range pages {
			if pages[i].Slug == slug {
				pages[i].Meta.MovedFrom = []string{from}
			}
		}
		return pages
	}
	tests := map[string]struct {
		pages []guide.Page
		want  string
	}{
		"no home":         {without("index"), "content/en/index.md: the page is missing"},
		"no 404":          {without("404"), "content/en/404.md: the page is missing"},
		"orphan":          {append(wholeSite(), page("bg", "documenst", "basics", 1)), "content/bg/documenst.md: a translation of a page that is not there: content/en/documenst.md\n    did you mean documents?"},
		"no such part":    {append(wholeSite(), page("en", "limits", "base", 3)), "content/en/limits.md: there is no part \"base\""},
		"same place":      {append(wholeSite(), page("en", "limits", "basics", 2)), "content/en/limits.md: order 2 is already that of content/en/cardinality.md"},
		"search":          {append(wholeSite(), page("en", "search", "basics", 9)), "content/en/search.md: the site has a page of its own at this address"},
		"play":            {append(wholeSite(), page("en", "play", "basics", 9)), "content/en/play.md: the site has a page of its own at this address"},
		"moved on search": {moved("trees", "search"), "content/en/trees.md: moved_from names search, where the site has a page of its own"},
		"moved on a page": {moved("trees", "documents"), "content/en/trees.md: moved_from names documents, which is a page: content/en/documents.md"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, messages := Outline(test.pages, "en")
			var b strings.Builder
			if err := messages.Print(diag.NewTerminal(&b), "text"); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(b.String(), test.want) {
				t.Errorf("got\n%s\nwant\n%s", b.String(), test.want)
			}
		})
	}
}

// Each page names all parts: of too many one is told, and the others are left out.
func TestTooManyParts(t *testing.T) {
	pages := wholeSite()
	for i := range mostParts {
		pages = append(pages, page("en", fmt.Sprintf("part-more-%d", i), "", 10+i))
	}
	outline, messages := Outline(pages, "en")
	if len(outline.Chapters) != mostParts || len(messages) != 1 || messages[0].File != "content/en/part-more-48.md" || messages[0].Text != "this is part 51, and a handbook has at most 50" {
		t.Errorf("%d parts, %v", len(outline.Chapters), messages)
	}
}

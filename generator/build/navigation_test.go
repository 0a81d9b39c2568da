package build

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/tmpfs"
)

// A page's own guide is in its tree, with some before and after it, and the tree
// does not grow with the guides.
func TestAround(t *testing.T) {
	for _, all := range []int{1, 2, mostInTree, mostInTree + 1, 1000} {
		for guide := range all {
			first, end := around(guide, all)
			switch {
			case first < 0 || end > all || end-first > mostInTree:
				t.Fatalf("guide %d of %d: %d to %d", guide, all, first, end)
			case guide-first < min(guide, nearby) || end-1-guide < min(all-1-guide, nearby):
				t.Fatalf("guide %d of %d: only %d to %d are shown", guide, all, first, end)
			}
		}
	}
}

// Pages of a part with many guides are no larger than those of a part with some,
// and lead to its overview with the number of them all; that leads to the page of
// the search, which alone lists all.
func TestPagesDoNotGrowWithTheGuides(t *testing.T) {
	const some, many = mostInStatus + 10, mostInStatus + 150
	small, large := builtSite(t, some), builtSite(t, many)
	before := largest(t, small)
	for kind, now := range largest(t, large) {
		if kind != "404.html" && now > before[kind]+len("order") { // see TestNearestAreBounded
			t.Errorf("%s has %d bytes with %d guides, %d with %d", kind, now, many, before[kind], some)
		}
	}
	for page, link := range map[string]string{
		"en/guide-0200.html": `<a href="part-many.html">All guides (350)</a>`, "en/part-many.html": `<a href="search.html">All guides (350)</a>`,
		"it/translation-status.html": `<a href="search.html">Tutte le pagine e le sezioni</a>`,
	} {
		if !strings.Contains(read(t, large, page), link) {
			t.Errorf("%s has no %s", page, link)
		}
	}
	if listed := strings.Count(read(t, large, "en/search.html"), `href="guide-`); listed != many {
		t.Errorf("the page of the search lists %d guides of %d", listed, many)
	}
}

// The page for a wrong address names no more of the right ones, however many there are.
func TestNearestAreBounded(t *testing.T) {
	chapter := guide.Chapter{Guides: make([]guide.Translations, 2*mostNearest)}
	for i := range chapter.Guides {
		chapter.Guides[i].Slug = fmt.Sprintf("guide-%04d", i)
	}
	s := &Site{source: &Source{}, outline: guide.Outline{Chapters: []guide.Chapter{chapter}}}
	var in page.Input
	s.lost(&in, &texts{})
	if len(in.Slugs) != mostNearest {
		t.Errorf("%d addresses are named, at most %d", len(in.Slugs), mostNearest)
	}
}

// Of few guides all are listed, and nothing leads elsewhere.
func TestFewGuidesAreAllListed(t *testing.T) {
	site := builtSite(t, mostInTree)
	if listed := strings.Count(read(t, site, "en/part-many.html"), `class="title" href="guide-`); listed != mostInTree {
		t.Errorf("the page of the part lists %d guides of %d", listed, mostInTree)
	}
	for _, page := range []string{"en/part-many.html", "en/guide-0030.html", "en/translation-status.html"} {
		if shown := read(t, site, page); strings.Contains(shown, ">All guides") || strings.Contains(shown, `<p><a href="search.html">`) {
			t.Errorf("%s leads to more", page)
		}
	}
}

// largest returns the size of the largest guide in each language, and of each other
// page but that of the search.
func largest(t *testing.T, site string) map[string]int {
	t.Helper()
	sizes := map[string]int{}
	for _, name := range filesBelow(t, site) {
		if path.Ext(name) != ".html" || path.Base(name) == "search.html" {
			continue
		}
		kind, _, _ := strings.Cut(name, "-0")
		kind, _, _ = strings.Cut(kind, "-1")
		sizes[kind] = max(sizes[kind], len(read(t, site, name)))
	}
	return sizes
}

func read(t *testing.T, site, page string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(site, page))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// builtSite builds a site of one part with a number of guides, of which the second
// language has none.
func builtSite(t *testing.T, guides int) string {
	t.Helper()
	source, output := tmpfs.TempDir(t), filepath.Join(tmpfs.TempDir(t), "site")
	files := map[string]string{
		"site.yaml":       "name: Many\ndescription:\n  en: Many guides.\n  it: Molte guide.\nlanguages: [en, it]\n",
		"en/index.md":     "---\ntitle: Home\ndescription: Home\n---\n\nText.\n",
		"en/404.md":       "---\ntitle: Gone\n---\n\nText.\n",
		"it/index.md":     "---\ntitle: Home\ndescription: Home\n---\n\nText.\n",
		"it/404.md":       "---\ntitle: Gone\n---\n\nText.\n",
		"en/part-many.md": "---\ntitle: Many\nquestion: Many?\ndescription: Many\norder: 1\n---\n\nText.\n",
	}
	for i := range guides {
		files[fmt.Sprintf("en/guide-%04d.md", i)] = fmt.Sprintf("---\ntitle: Guide %04d\nquestion: Which?\ndescription: One\npart: many\norder: %d\nupdated: 2026-01-01\n---\n\nText.\n", i, i+1)
	}
	for _, lang := range []string{"en", "it"} {
		if err := os.MkdirAll(filepath.Join(source, "content", lang), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(source, "content", name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output}); err != nil || messages.Failed() {
		t.Fatalf("%v %v", messages, err)
	}
	return output
}

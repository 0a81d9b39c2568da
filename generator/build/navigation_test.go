package build

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
// and lead to its overview with the number of them all.
func TestPagesDoNotGrowWithTheGuides(t *testing.T) {
	some, many := middlePage(t, mostInTree), middlePage(t, 4*mostInTree)
	if len(many) > len(some) {
		t.Errorf("a page of %d guides has %d bytes, one of %d has %d", 4*mostInTree, len(many), mostInTree, len(some))
	}
	const link = `<a href="part-many.html">All guides (240)</a>`
	if !strings.Contains(many, link) || strings.Contains(some, ">All ") {
		t.Errorf("the link to all is wrong:\n%s", many)
	}
	if part := builtPage(t, 4*mostInTree, "part-many"); strings.Count(part, `href="guide-`) < 4*mostInTree {
		t.Error("the part's own page does not list them all")
	}
}

func middlePage(t *testing.T, guides int) string {
	return builtPage(t, guides, fmt.Sprintf("guide-%04d", guides/2))
}

// builtPage builds a site of one part with a number of guides.
func builtPage(t *testing.T, guides int, slug string) string {
	t.Helper()
	source, output := t.TempDir(), filepath.Join(t.TempDir(), "site")
	files := map[string]string{
		"site.yaml":       "name: Many\ndescription:\n  en: Many guides.\nlanguages: [en]\n",
		"en/index.md":     "---\ntitle: Home\ndescription: Home\n---\n\nText.\n",
		"en/404.md":       "---\ntitle: Gone\n---\n\nText.\n",
		"en/part-many.md": "---\ntitle: Many\nquestion: Many?\ndescription: Many\norder: 1\n---\n\nText.\n",
	}
	for i := range guides {
		files[fmt.Sprintf("en/guide-%04d.md", i)] = fmt.Sprintf("---\ntitle: Guide %04d\nquestion: Which?\ndescription: One\npart: many\norder: %d\nupdated: 2026-01-01\n---\n\nText.\n", i, i+1)
	}
	if err := os.MkdirAll(filepath.Join(source, "content/en"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(source, "content", name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(source, "examples"), os.DirFS("../testdata/handbook/examples")); err != nil {
		t.Fatal(err)
	}
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output}); err != nil || messages.Failed() {
		t.Fatalf("%v %v", messages, err)
	}
	page, err := os.ReadFile(filepath.Join(output, "en", slug+".html"))
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

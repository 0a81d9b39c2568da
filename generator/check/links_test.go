package check

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// guideOf makes a guide with headings and links written slug#id, a line each.
func guideOf(lang, slug, headings string, links ...string) *guide.Guide {
	g := &guide.Guide{Page: guide.Page{Lang: lang, Slug: slug, IsTranslation: lang != "en", File: "content/" + lang + "/" + slug + ".md"}}
	for _, id := range strings.Fields(headings) {
		g.Headings = append(g.Headings, guide.Heading{ID: id})
	}
	for i, to := range links {
		slug, id, _ := strings.Cut(to, "#")
		g.Links = append(g.Links, guide.Link{Slug: slug, Fragment: id, Pos: diag.Pos{File: g.File, Line: i + 1}})
	}
	return g
}

// written writes messages as lines, without their severity.
func written(list diag.List) string {
	var b strings.Builder
	for _, m := range list.Sorted() {
		fmt.Fprintf(&b, "%s: %s", m.Pos, m.Text)
		if m.Hint != "" {
			fmt.Fprintf(&b, " (%s)", m.Hint)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestLinks(t *testing.T) {
	links := Links{Original: "en"}
	links.Add(guideOf("bg", "one-to-one", "cost", "#cost", "#costs", "one-to-many", "one-to-many#cost", "many-to-many#when-not", "one-to-man"))
	links.Add(guideOf("en", "one-to-one", "cost in-short", "one-to-many#in-short"))
	links.Add(guideOf("en", "one-to-many", "in-short why", "one-to-one", "#whi"))
	links.Add(guideOf("en", "many-to-many", "when-not"))
	const want = `content/bg/one-to-one.md:2: the page one-to-one.md has no heading #costs (did you mean cost?)
content/bg/one-to-one.md:4: the page one-to-many.md has no heading #cost (the headings are in-short, why)
content/bg/one-to-one.md:6: there is no page one-to-man.md (did you mean one-to-many?)
content/en/one-to-many.md:2: the page one-to-many.md has no heading #whi (did you mean why?)
`
	if got := written(links.Check(nil)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUnshown(t *testing.T) {
	links := Links{Original: "en"}
	g := guideOf("en", "one-to-one", "")
	g.Blocks = []guide.Block{
		{Kind: guide.Example, Figures: []guide.Figure{{Target: guide.Target{Example: "shown"}}}},
		{Kind: guide.Paragraph, Parts: []guide.Part{{HTML: "In all, "}, {Number: &guide.Number{Target: guide.Target{Example: "counted"}}}}},
	}
	links.Add(g)
	list := links.Unshown([]*example.Example{{Name: "shown", File: "examples/shown.json"}, {Name: "counted", File: "examples/counted.json"}, {Name: "other", File: "examples/other.json"}})
	if got := written(list); got != "examples/other.json: no guide shows this example\n" || list.Failed() {
		t.Errorf("got %s, failed %v", got, list.Failed())
	}
}

func TestLinksOfPagesThatChange(t *testing.T) {
	links := Links{Original: "en"}
	links.Add(guideOf("en", "one-to-one", "cost", "#costs", "one-to-many"))
	links.Add(guideOf("en", "one-to-many", "why"))
	links.Add(guideOf("en", "one-to-one", "costs", "#costs", "one-to-many"))
	if got := written(links.Check(nil)); got != "" {
		t.Errorf("a page that was mended still has %s", got)
	}
	one := guide.Translations{Slug: "one-to-one", Pages: map[string]guide.Page{"en": {}}}
	links.Keep(guide.Outline{Home: one})
	if got, want := written(links.Check(nil)), "content/en/one-to-one.md:2: there is no page one-to-many.md (did you mean one-to-one?)\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

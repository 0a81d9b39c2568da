package page_test

import (
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/page/pagetest"
	kind "modelbook/generator/render"
	"modelbook/site"
)

var write = flag.String("write", "", "also write the pages of the test, with their assets, to this folder, to be looked at")

func load(t testing.TB) *page.Theme {
	t.Helper()
	theme, err := page.Load(site.Theme(), []string{"en", "bg"})
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

func render(t testing.TB, theme *page.Theme, in page.Input) string {
	t.Helper()
	var b strings.Builder
	if err := theme.Render(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// has reports each of the wanted pieces that a page lacks.
func has(t *testing.T, html string, wanted ...string) {
	t.Helper()
	for _, piece := range wanted {
		if !strings.Contains(html, piece) {
			t.Errorf("the page lacks %s", piece)
		}
	}
}

func lacks(t *testing.T, html string, unwanted ...string) {
	t.Helper()
	for _, piece := range unwanted {
		if strings.Contains(html, piece) {
			t.Errorf("the page has %s", piece)
		}
	}
}

// No page has what its Content-Security-Policy forbids, and none asks for
// anything outside of the site.
func TestPagesKeepTheirPolicy(t *testing.T) {
	theme := load(t)
	pages := map[string]string{
		"index.html":         render(t, theme, homePage(theme)),
		"en/one-to-one.html": render(t, theme, guidePage(theme, "en", true)),
		"bg/one-to-one.html": render(t, theme, guidePage(theme, "bg", true)),
		"bg/missing.html":    render(t, theme, guidePage(theme, "bg", false)),
	}
	forbidden := regexp.MustCompile(`<[^>]* (style|on[a-z]+)=|<style|<script>|<(script|img|link rel="(stylesheet|icon)")[^>]*(src|href)="(https?:)?//`)
	for name, html := range pages {
		if m := forbidden.FindString(html); m != "" {
			t.Errorf("%s: %s", name, m)
		}
	}
	if *write != "" {
		writeAll(t, theme, pages)
	}
}

func writeAll(t *testing.T, theme *page.Theme, files map[string]string) {
	t.Helper()
	for _, asset := range theme.Assets() {
		content, err := asset.Content()
		if err != nil {
			t.Fatal(err)
		}
		files[asset.Path] = string(content)
	}
	for name, content := range files {
		file := filepath.Join(*write, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A named figure leads to how it was calculated, at the end of the page.
func TestCalculatedFigures(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "bg", true)
	number := func(text string) guide.Part {
		return guide.Part{Number: &guide.Number{Target: guide.Target{Kind: "figure", Name: "saved"}, Text: text}}
	}
	in.Guide.Blocks = append(in.Guide.Blocks, guide.Block{Parts: []guide.Part{{HTML: "<p>"}, number("250\u00a0байта"), {HTML: " "}, number("251"), {HTML: "</p>"}}})
	lacks(t, render(t, theme, in), "Как са изчислени числата")
	in.Figures = []guide.NamedFigure{{Name: "saved", Expression: guide.Expression{Text: `payload("a-b") - 2 * size("c", "d", 0)`}}}
	has(t, render(t, theme, in), `<a class="measured" href="#figure:saved">250 байта</a>`, `<a class="measured" href="#figure:saved" tabindex="-1">251</a>`,
		`<details class="rest footnotes"><summary>Как се изчисляват числата</summary>`, `<li id="figure:saved"><code>saved = payload(&#34;a-b&#34;) − 2 × size(&#34;c&#34;, &#34;d&#34;, 0)</code></li>`)
}

func TestGuideInItsLanguage(t *testing.T) {
	theme := load(t)
	html := render(t, theme, guidePage(theme, "bg", true))
	has(t, html,
		`<html lang="bg">`, `<body class="guide">`, `<article>`, `<link rel="canonical" href="https://example.org/bg/one-to-one.html">`,
		`hreflang="en" href="https://example.org/en/one-to-one.html"`, `hreflang="bg" href="https://example.org/bg/one-to-one.html"`,
		`hreflang="x-default" href="https://example.org/en/one-to-one.html"`,
		`При създаването на страницата са изпълнени 3 стъпки в`+"\u00a0"+`база данни, която се държи като MongoDB 8.2`,
		`<span class="measured">214`+"\u00a0"+`байта</span>`, `1 от 10`, `href="../assets/site.css"`)
	lacks(t, html, `class="notice"`, `<article lang`)
	in := guidePage(theme, "bg", true)
	in.Guide.Meta.Title = "Най-новите"
	has(t, render(t, theme, in), "<title>Най-новите · ", "<h1>Най-\u2060новите</h1>")
}

func TestMissingTranslationIsShownInEnglish(t *testing.T) {
	theme := load(t)
	html := render(t, theme, guidePage(theme, "bg", false))
	has(t, html,
		`<html lang="bg">`, `<article lang="en">`, `Тази страница още не е`+"\u00a0"+`преведена.`,
		`<link rel="canonical" href="https://example.org/en/one-to-one.html">`, `<span class="missing" lang="bg">на английски</span>`,
		`✓<span class="spoken"> ran on the test database</span>`)
	lacks(t, html, `rel="alternate" hreflang="bg"`)
	if notice, text := strings.Index(html, `class="notice"`), strings.Index(html, "<article"); notice > text {
		t.Error("the notice stands after the text that it is about")
	}
}

// A block without a translation is shown in English, and one whose translation
// would mislead is shown in English before it. Both say so to people and to
// browsers.
func TestBlocksInEnglish(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "bg", true)
	english := func(html string, state guide.State) guide.Block {
		b := paragraph(html)
		b.Lang, b.State = "en", state
		return b
	}
	before := paragraph(`<p>Преди <a href="gone.html">промяната</a>.</p>`)
	before.State = guide.Before
	stale := paragraph("<p>Казано другояче.</p>")
	stale.State = guide.Stale
	note := guide.Block{Kind: guide.Alert, Alert: "note", Lang: "en", State: guide.Missing, Parts: []guide.Part{{HTML: "<p>Mind it.</p>"}}}
	blocks := []guide.Block{stale, english("<p>New.</p>", guide.Missing), note, english("<p>Now 3.</p>", guide.Misleading), before}
	own := *in.Guide
	own.Blocks, in.Drawings, in.Guide = blocks, nil, &own
	html := render(t, theme, in)
	has(t, html,
		`<p class="notice"><span class="sign" aria-hidden="true">▲</span> Части от тази страница са на английски`,
		`<p>Казано другояче.</p>`+"\n"+`<p class="proof">`, `</p>`+"\n"+`<p class="not-translated"><span class="sign" aria-hidden="true">▲</span> Още не е`+"\u00a0"+`преведено</p>`+"\n"+
			`<div class="in-english" lang="en">`+"\n<p>New.</p>",
		`<p class="word">Note</p>`,
		`Английският текст е`+"\u00a0"+`променен след превода</p>`+"\n"+`<div class="in-english" lang="en">`+"\n<p>Now 3.</p>\n</div>\n"+
			`<details class="before"><summary>Преводът преди промяната</summary>`+"\n<p>Преди промяната.</p>\n</details>")
	lacks(t, html, "gone.html", "<article lang")
}

// What readers see of a figure, a comparison and a footnote is always that of
// English; only their texts may be English.
func TestCaptionsInEnglish(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "bg", true)
	run := examples("Преведено", "New")
	run.Figures[1].Lang = "en"
	head := heading("new", "New")
	head.Heading.Lang = "en"
	head.Lang, head.State = "en", guide.Missing
	notes := guide.Block{Kind: guide.Footnotes, Notes: []guide.Note{
		{Name: "b", Lang: "en", Parts: []guide.Part{{HTML: "<p>Second."}, {Note: &guide.NoteLink{Name: "b", Back: true}}, {HTML: "</p>\n"}}},
		{Name: "a", Parts: []guide.Part{{HTML: "<p>Първа."}, {Note: &guide.NoteLink{Name: "a", Back: true}}, {HTML: "</p>\n"}}},
		{Name: "c", Parts: []guide.Part{{HTML: "<p>Никъде.</p>"}}},
	}}
	text := guide.Block{Kind: guide.Paragraph, Parts: []guide.Part{{HTML: "<p>x"}, {Note: &guide.NoteLink{Name: "a"}}, {Note: &guide.NoteLink{Name: "b"}}, {Note: &guide.NoteLink{Name: "a"}}, {HTML: "</p>"}}}
	own := *in.Guide
	own.Blocks, own.Headings, in.Guide = []guide.Block{text, head, run, notes}, []guide.Heading{*head.Heading}, &own
	in.Drawings = make([]page.Drawing, 4)
	in.Drawings[2].Figures = []figure.Figure{ferryStep().Figure(), ferryStep().Figure()}
	html := render(t, theme, in)
	has(t, html, `<span lang="en">New</span> <span class="sign" aria-hidden="true">▲</span><span class="spoken"> (на английски)</span>`, `<li><a href="#new" lang="en">New</a>`,
		`<sup id="fnref:1"><a href="#fn:1" role="doc-noteref">1</a></sup><sup id="fnref:2"><a href="#fn:2" role="doc-noteref">2</a></sup><sup id="fnref:1:2">`,
		"<li id=\"fn:1\">\n<p>Първа.\u00a0<a href=\"#fnref:1\" role=\"doc-backlink\">↩\ufe0e</a>\u00a0<a href=\"#fnref:1:2\"",
		"<li id=\"fn:2\" lang=\"en\">\n<p>Second.")
	lacks(t, html, "Никъде")

	figures := in.Drawings[2]
	for name, blocks := range map[string][]guide.Block{"caption": {run}, "footnote": {text, notes}} {
		in.Guide.Blocks, in.Guide.Headings, in.Drawings = blocks, nil, []page.Drawing{figures, {}}
		if html := render(t, theme, in); !strings.Contains(html, `<p class="notice">`) {
			t.Errorf("only a %s is English, and the page does not say that parts of it are", name)
		}
	}
}

func TestTranslationStatus(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "bg", true)
	in.Kind, in.Guide, in.Drawings = page.StatusPage, nil, nil
	in.Status = &page.Status{Languages: []string{"bg"}, Totals: []page.StatusCell{{Fresh: 199, Stale: 1}}, Rows: []page.StatusRow{
		{Entry: page.Entry{Slug: "one-to-one", Title: "One <to> one", Lang: "en"}, Cells: []page.StatusCell{{Fresh: 3, Stale: 2, Misleading: 1, Missing: 4, Href: "../bg/one-to-one.html", Edit: "https://example.org/edit"}}},
		{Entry: page.Entry{Slug: "fresh", Title: "Прясно", Lang: "bg"}, Cells: []page.StatusCell{{Fresh: 3, Href: "../bg/fresh.html", Edit: "https://example.org/edit"}}},
		{Entry: page.Entry{Slug: "none", Title: "None", Lang: "en"}, Cells: []page.StatusCell{{Missing: 3, InOriginal: true, Href: "../bg/none.html"}}},
	}}
	html := render(t, theme, in)
	has(t, html, "<h1>Състояние на преводите</h1>", `<body class="translations">`, `<input type="radio" name="status" class="l1" checked>`,
		"актуално: 99%", `<a href="one-to-one.html" lang="en">One &lt;to&gt; one</a>`,
		`<a class="misleading" href="../bg/one-to-one.html"><span aria-hidden="true">✕</span> 1 подвеждащо</a><a class="missing" href="../bg/one-to-one.html"><span aria-hidden="true">○</span> 4 липсва</a>`+
			`<a class="stale" href="../bg/one-to-one.html"><span aria-hidden="true">▲</span> 2 остаряло</a> <a class="edit" href="https://example.org/edit">Превеждане</a></td>`,
		`<td class="c1"><a class="fresh" href="../bg/fresh.html"><span aria-hidden="true">✓</span> актуално</a></td>`,
		`<a class="missing" href="../bg/none.html"><span aria-hidden="true">○</span> няма превод</a></td>`)
}

func TestTreeMarksThePageAndItsSections(t *testing.T) {
	theme := load(t)
	html := render(t, theme, guidePage(theme, "en", true))
	has(t, html,
		`<a href="one-to-one.html" aria-current="page">One-to-one: embed it</a><div class="here"><ul><li><a href="#in-short">In short</a>`,
		`<li class="open"><a href="part-relationships.html"><span class="number-of-part">2</span> Relationships</a><ol>`)
	if n := strings.Count(html, `aria-current="page"`); n != 1 {
		t.Errorf("%d links of the tree are marked, want 1", n)
	}
}

func TestFirstPageLeadsIntoItsLanguage(t *testing.T) {
	theme := load(t)
	in := homePage(theme)
	in.Guide.Blocks[0] = paragraph(`<p><a href="one-to-one.html#cost">one</a> <a href="#here">here</a> <a href="https://example.org/">out</a></p>`)
	html := render(t, theme, in)
	has(t, html,
		`href="en/one-to-one.html#cost"`, `href="#here"`, `href="https://example.org/"`, `href="assets/site.css"`,
		`<a class="button" href="bg/index.html" lang="bg" hreflang="bg">Български</a>`)
}

// TestHomeIsSetInThree: what stands before the first heading, the buttons at its end, and
// the entrances. The lead is followed by what ran, and a button leads to the playground.
func TestHomeIsSetInThree(t *testing.T) {
	theme := load(t)
	in := homePage(theme)
	list := guide.Block{Kind: guide.List, Parts: []guide.Part{{HTML: `<ul><li><a href="decide.html">Decide</a></li></ul>`}}}
	blocks := append(slices.Clone(in.Guide.Blocks[:2]), list, fixtureBlocks(english)[1].Block, list)
	if blocks[3].Kind != guide.HeadingBlock {
		t.Fatal("the fixture's second block is no heading")
	}
	in.Guide.Blocks = blocks
	in.Play = "play.html?example=one-to-one-embedded"
	html := render(t, theme, in)
	inOrder(t, html,
		"<div class=\"opening\">\n<p>", `<p class="proof"><span class="state" aria-hidden="true">✓</span> 42 steps ran when this page was built, on`, `<figure class="example"`, "</figure>\n</div>",
		"<div class=\"buttons\">\n<ul>", `<p><a href="en/play.html?example=one-to-one-embedded">Run your own query on every model</a></p>`+"\n</div>",
		"<div class=\"entrances\">\n<div class=\"heading\">", "<ul>", "</ul>\n</div>")
	in.Play = ""
	lacks(t, render(t, theme, in), "en/play.html")
	in.Guide.Blocks = blocks[:2]
	lacks(t, render(t, theme, in), `class="buttons"`)
}

// inOrder holds a text to parts that follow each other.
func inOrder(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		_, after, found := strings.Cut(text, part)
		if !found {
			t.Fatalf("no %q behind the others", part)
		}
		text = after
	}
}

func TestErrorPageLinksFromTheRoot(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Kind, in.Root, in.Folder = page.NotFoundPage, "/", "/en/"
	html := render(t, theme, in)
	links := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	for _, m := range links.FindAllStringSubmatch(html[strings.Index(html, "<article"):strings.Index(html, "</article>")], -1) {
		if !strings.HasPrefix(m[1], "/") && !strings.HasPrefix(m[1], "#") {
			t.Errorf("the link %s depends on the page's depth", m[1])
		}
	}
	has(t, html, `href="/assets/site.css"`, `src="/assets/page.js"`, `class="brand" href="/en/index.html"`)
}

func TestErrorPageSpeaksAllLanguages(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Kind, in.Root, in.Folder = page.NotFoundPage, "/", "/en/"
	in.Slugs = []string{"one-to-one", "part-relationships"}
	text := &guide.Guide{Blocks: []guide.Block{paragraph(`<p><a href="index.html">начало</a></p>`)}}
	text.Lang, text.Meta.Title = "bg", "Няма я"
	in.Lost = []page.Lost{{Guide: text, Folder: "/bg/", Parts: []page.Entry{{Number: 2, Slug: "part-relationships", Title: "Връзки", Lang: "bg"}}}}
	html := render(t, theme, in)
	has(t, html,
		`<section class="other" lang="bg" data-folder="/bg/" data-short="БГ"`, `<h2>Няма я</h2>`, `<a href="/bg/index.html">начало</a>`,
		`<a href="/bg/part-relationships.html" lang="bg">Връзки</a>`, `data-slugs="one-to-one part-relationships" hidden>`, `src="/assets/lost.js"`)
	lacks(t, render(t, theme, guidePage(theme, "en", true)), `class="other"`, `data-slugs`, `lost.js`)
}

func TestFiguresAreEscaped(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	const hostile = `<img src=x onerror="alert(1)">'&`
	step := kind.Step{Operation: figure.NewCode("shell", []figure.Token{{Text: hostile}, {Class: figure.String, Text: hostile}}),
		Result: kind.Result{Documents: -1, ErrorCode: 1, ErrorName: hostile}}
	box := &figure.Box{Rows: []figure.Row{{Before: []figure.Token{{Class: figure.Punctuation, Text: "{" + hostile}}}}}
	in.Guide.Meta.Title = hostile
	in.Guide.Blocks = []guide.Block{examples("caption"), {Kind: guide.Code, Parts: []guide.Part{{Code: &guide.CodeBlock{}}}}}
	in.Drawings = []page.Drawing{
		{Letters: []string{hostile}, Figures: []figure.Figure{step.Figure(), kind.Data{Collection: hostile, Documents: []*figure.Box{box}}.Figure()}},
		{Codes: []figure.Code{{Language: hostile}}},
	}
	in.Guide.Headings = nil
	lacks(t, render(t, theme, in), "<img src=x")
}

func TestLongDocumentsClose(t *testing.T) {
	theme := load(t)
	html := render(t, theme, guidePage(theme, "en", true))
	has(t, html, `<details class="rest"><summary>12 more lines</summary>`)
	if n := strings.Count(html, `class="rest"`); n != 3 {
		t.Errorf("%d figures are closed, want the two of over 12 lines and the one of over 150 names", n)
	}
}

func TestHomeShowsOneDocumentOfEach(t *testing.T) {
	theme := load(t)
	in := homePage(theme)
	in.Drawings[1].Figures[0] = kind.Data{
		Collection: "ferries", Total: 3, Documents: []*figure.Box{embeddedFerry(), embeddedFerry(), embeddedFerry()},
	}.Figure()
	has(t, render(t, theme, in), `<details class="rest"><summary>and 2 more documents</summary><div class="sheet"`)
}

// TestNoCodeScrolls: long lines break, so no code takes the focus.
func TestNoCodeScrolls(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide.Blocks = []guide.Block{{Kind: guide.Code, Parts: []guide.Part{{Code: &guide.CodeBlock{}}, {Code: &guide.CodeBlock{}}}}}
	in.Drawings = []page.Drawing{{Codes: []figure.Code{
		figure.NewCode("json", []figure.Token{{Text: strings.Repeat("a", 35)}}), figure.NewCode("json", []figure.Token{{Text: strings.Repeat("b", 34)}})}}}
	html := render(t, theme, in)
	has(t, html, `<pre translate="no"><code><span class=l>aaa`, "<code>bbb", "bbb\n</code></pre>")
	lacks(t, html, `<pre translate="no" tabindex`)
}

func TestCostTable(t *testing.T) {
	theme := load(t)
	html := render(t, theme, guidePage(theme, "en", true))
	has(t, html,
		`<td class="number least">214<svg class="share" aria-hidden="true"><rect width="1%"/></svg></td>`,
		`<td class="number"><span class="times">×111</span> 23,754<svg class="share"`,
		`<span class="unmeasured">not measured</span>`,
		`<span class="alike">The same in every model: <span>Round trips: 1</span></span>`,
		`>What each model keeps</b> <span>Stored bytes: 121,066–214,000</span></summary>`,
		`<tbody><tr><th scope="row">Stored bytes</th><td class="number"><span class="times">×1.8</span> 214,000</td>`,
		`<span class="scale">Shorter is better. Bold: the least.`,
		`<th scope="col" class="number"><span class="letter">A</span><span class="model">The ferry and its certificate in one document</span></th>`)
	has(t, html, `<span class="times">×2</span> 2<`)
	lacks(t, html, `<th scope="row">Round trips</th>`, `×1.4`)
}

// TestQuestionsOfOneTable: lists that follow each other and compare the same
// models make one table, which has what the models keep once.
func TestQuestionsOfOneTable(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	list, drawing := in.Guide.Blocks[10], in.Drawings[10]
	second := list
	second.Parts = []guide.Part{{HTML: "<p>A second question:</p>"}}
	in.Guide.Blocks, in.Drawings = []guide.Block{list, second, paragraph("<p>between</p>"), list}, []page.Drawing{drawing, drawing, {}, drawing}
	html := render(t, theme, in)
	if tables, kept := strings.Count(html, "<caption"), strings.Count(html, "What each model keeps"); tables != 2 || kept != 2 {
		t.Errorf("%d tables, %d times what is kept", tables, kept)
	}
	if keys := strings.Count(html, "Shorter is better"); keys != 1 {
		t.Errorf("%d keys of the bars of one page", keys)
	}
	has(t, html, `>A second question</b> <span>Bytes read: 214–23,754</span>`)
	other := comparedCost()
	other.Models = []string{"x", "y", "z"}
	in.Drawings = []page.Drawing{drawing, {Letters: drawing.Letters, Figures: []figure.Figure{other.Figure()}}, {}, drawing}
	if tables := strings.Count(render(t, theme, in), "<caption"); tables != 3 {
		t.Errorf("%d tables of three sets of models", tables)
	}
}

// TestVerdict: a table whose columns are models and whose cells are numbers of
// examples is drawn as costs are.
func TestVerdict(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "bg", true)
	number := func(measure, text string) guide.Part {
		return guide.Part{Number: &guide.Number{Text: text, Target: guide.Target{Kind: "cost", Measure: measure}}}
	}
	row := func(measures ...string) []guide.Part {
		return []guide.Part{{HTML: "<tr><th scope=\"row\">Row</th><td class=\"right\">"}, number(measures[0], "35 953"), {HTML: "</td><td class=\"right\">"},
			number(measures[1], "305"), {HTML: "</td><td class=\"right\">"}, number(measures[2], "17 193"), {HTML: "</td></tr>"}}
	}
	table := func(head string, rows ...[]guide.Part) guide.Block {
		parts := []guide.Part{{HTML: "<table><thead><tr><th scope=\"col\">After</th>" + head + "</tr></thead><tbody>"}}
		return guide.Block{Kind: guide.Table, Parts: slices.Concat(append([][]guide.Part{parts}, append(rows, []guide.Part{{HTML: "</tbody></table>"}})...)...)}
	}
	letters := `<th scope="col" class="right">A</th><th scope="col" class="right">B</th><th scope="col" class="right">C</th>`
	same := []string{"bytesRead", "bytesRead", "bytesRead"}
	in.Guide.Blocks[11] = table(letters, row(same...))
	has(t, render(t, theme, in), `<table class="cost verdict">`,
		`<th scope="col" class="right"><span class="letter">B</span><span class="model">Свидетелството под същия <code>_id</code></span></th>`,
		`<td class="right"><span class="times">×118</span> 35 953<svg class="share" aria-hidden="true"><rect width="100%"/></svg></td>`,
		`<td class="right"><b>305</b><svg class="share" aria-hidden="true"><rect width="1%"/></svg></td>`)
	in.Guide.Blocks[11] = table(letters, row("bytesRead", "bytesRead", "payload"), row(same...))
	has(t, render(t, theme, in), `<td class="right"><span class="measured">35 953</span></td>`, `<span class="times">×118</span>`)
	for _, plain := range []guide.Block{
		table(strings.Replace(letters, ">C<", ">10<", 1), row(same...)),
		table(letters, row("bytesRead", "payload", "bytesRead")),
	} {
		in.Guide.Blocks[11] = plain
		lacks(t, render(t, theme, in), `verdict`)
	}
}

func fixtureModel() kind.Model {
	area := func(x, y, w, h int) kind.Area { return kind.Area{X: x, Y: y, W: w, H: h} }
	return kind.Model{
		Height: 120,
		Boxes:  []kind.ModelBox{{Area: area(0, 17, 126, 90)}, {Area: area(6, 60, 114, 40), Kind: figure.Array}, {Area: area(200, 17, 80, 40), Behind: true}},
		Texts: []kind.ModelText{
			{Area: area(0, 0, 50, 14), Kind: kind.CollectionName, Text: "stations<"}, {Area: area(60, 0, 30, 14), Kind: kind.CollectionCount, Count: 1001},
			{Area: area(8, 22, 24, 18), Kind: kind.IDName, Text: "_id"}, {Area: area(70, 40, 46, 18), Kind: kind.InsideMany, Many: true, End: true},
			{Area: area(128, 20, 46, 14), Kind: kind.ReferenceMany},
		},
		Lines: []kind.ModelLine{{Points: []kind.ModelPoint{{X: 210, Y: 66}, {X: 150, Y: 66}, {X: 150, Y: 31}, {X: 126, Y: 31}}}},
		Collections: []kind.ModelField{{Name: "stations", Documents: 2, Fields: []kind.ModelField{{Name: "readings", Kind: figure.Embedded, Many: true, Fields: []kind.ModelField{{Name: "at"}}}}},
			{Name: "notes", Documents: 1, Fields: []kind.ModelField{{Name: "station", RefersTo: "stations._id", FromMany: true}}}},
	}
}

// TestModel: a diagram is drawn in the words of its page, and said as a list.
func TestModel(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide.Blocks[5], in.Drawings[5] = examples("The model"), page.Drawing{State: page.Ran, Figures: []figure.Figure{fixtureModel().Figure()}}
	has(t, render(t, theme, in), `<svg class="model" aria-hidden="true" viewBox="-1 0 290 120" width="290" height="120">`,
		`<rect class="d" x="0" y="17" width="126" height="90" rx="6"></rect>`, `<path class="a" d="M9 61v38"></path>`, `<rect class="d b" `,
		`>stations&lt;</text>`, `<text class="c" x="60" y="11">1,001</text>`, `<text class="i" x="8" y="35">_id</text><path class="u" d="M8 40h24"></path>`,
		`<text class="w in end" x="116" y="53">many</text>`, `<text class="w out" x="128" y="31">one</text>`,
		`<path class="l" d="M210 66L150 66L150 31L126 31"></path><path class="h" d="M126 31l6 -4v8z"></path><circle class="r" cx="210" cy="66" r="3.5"></circle>`,
		`<ul class="spoken"><li><span translate="no">stations</span>: 2 documents<ul><li><span translate="no">readings</span>: embedded, many<ul><li><span translate="no">at</span></ul></ul>`,
		`<li><span translate="no">station</span>: refers to stations._id (many → one)</ul></ul>`)
}

// TestCards: an item that begins with a model becomes a card, and a number that
// stands alone behind its sentences decides.
func TestCards(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	link := func(caption string) guide.Part {
		return guide.Part{Figure: &guide.Figure{Target: guide.Target{Kind: "model", Example: caption}, Caption: caption}}
	}
	number := guide.Part{Number: &guide.Number{Text: "35,953\u00a0bytes"}}
	in.Guide.Blocks[2] = guide.Block{Kind: guide.List, Parts: []guide.Part{{HTML: "<ul>\n<li>"}, link("Embedded"), {HTML: ". For a few. "}, number,
		{HTML: "</li>\n<li>"}, link("Referenced"), {HTML: ". It reads "}, number, {HTML: "</li>\n</ul>\n"}}}
	in.Drawings[2] = page.Drawing{Letters: []string{"A", "B"}, Figures: []figure.Figure{fixtureModel().Figure(), fixtureModel().Figure()}}
	html := render(t, theme, in)
	has(t, html, `<ul class="cards"><li class="card"><h3><span class="letter">A</span><span>Embedded</span></h3><div class="drawn"><svg class="model"`,
		`<p class="when">For a few. </p><p class="decides">35,953`, `<p class="when">It reads <span class="measured">35,953`)
	verdict := guide.Part{Number: &guide.Number{Text: "choose B", Target: guide.Target{Kind: "verdict", Example: "Referenced", Outcome: "clear"}}}
	in.Guide.Blocks[1].Parts = append(in.Guide.Blocks[1].Parts, guide.Part{Number: &guide.Number{Target: guide.Target{Kind: "orders", Example: "Embedded", Outcome: "lost"}}}, verdict)
	has(t, render(t, theme, in), `<li class="card"><h3><span class="letter">A</span>`, `<li class="card chosen"><h3><span class="letter">B</span>`)
	if strings.Count(html, `class="decides"`) != 1 {
		t.Error("a number inside a sentence decides")
	}
	if has(t, html, `<span>Referenced</span></h3><p class="drawn same">The same documents as A</p>`); strings.Count(html, `<svg class="model"`) != 1 {
		t.Error("the same diagram is drawn twice")
	}
	other := fixtureModel()
	other.Collections[0].Documents++
	in.Drawings[2].Figures[1] = other.Figure()
	if html = render(t, theme, in); strings.Count(html, `<svg class="model"`) != 2 {
		t.Error("a diagram that differs is not drawn")
	}
}

// TestTreeCards: cards of trees follow one with the tree and the move, and each counts what
// the move rewrites.
func TestTreeCards(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	tree := figure.Tree{
		Fields: []string{"left", "right"}, Written: 4, All: 5, Move: figure.TreeMove{Node: "Cabinet", From: "Room <1>", To: "Room 2", Field: "name"},
		Rows: []figure.TreeRow{
			{ID: "1", Name: "House", Part: figure.MoveTarget, Values: []figure.TreeValue{{Text: "1 – "}, {Text: "9", Change: figure.Removed}, {Text: "8<", Change: figure.Added}}},
			{ID: "2", Name: "Cabinet", Lines: []figure.TreeLine{figure.NoLine, figure.LineInto}, Written: 1, Part: figure.MoveRoot},
			{LeftOut: 1001, Written: 3, Lines: []figure.TreeLine{figure.LineEnd}},
		},
	}
	link := func(caption string) guide.Part {
		return guide.Part{Figure: &guide.Figure{Target: guide.Target{Kind: "tree", Example: caption}, Caption: caption}}
	}
	in.Guide.Blocks[2] = guide.Block{Kind: guide.List, Parts: []guide.Part{{HTML: "<ul>\n<li>"}, link("Numbers"), {HTML: ". For a few.</li>\n<li>"}, link("Unrun"),
		{HTML: ". For many.</li>\n</ul>\n"}}}
	drawn := func(tree figure.Tree) figure.Figure {
		return figure.Figure{Panes: []figure.Pane{{Elements: []figure.Element{tree}}}}
	}
	in.Drawings[2] = page.Drawing{Letters: []string{"A", "B"}, Figures: []figure.Figure{drawn(tree), drawn(figure.Tree{})}}
	html := render(t, theme, in)
	has(t, html, `<ul class="cards trees"><li class="card move"><h3>The tree, and the move</h3><div class="drawn"><ol class="nodes" translate="no"><li><span>_id</span><span>name</span></li><li><span><b>1</b></span><span class="to down">House</span></li>`,
		`<li class="lit moved"><span><i></i><i class="into"></i><b>2</b></span><span class="from up">Cabinet</span></li>`,
		`<p class="when">Cabinet moves from Room &lt;1&gt; to Room 2, with everything below it.</p>`,
		`<li class="card"><h3><span class="letter">A</span><span>Numbers</span></h3>`, `<span>left – right</span>`, `<span>1 – <del>9</del><ins>8&lt;</ins></span>`,
		`<li class="lit"><span><i class="end"></i><em translate="yes">… 1,001 more: 3 rewritten</em></span></li>`,
		`<p class="when">For a few.</p><p class="decides">4 <span>of 5 rewritten</span> <svg class="pips" aria-hidden="true" width="45" height="12">`,
		`<p>not measured</p>`)
	if strings.Count(html, `<rect class="lit" x=`) != 5 || strings.Count(html, `<rect class="all"`) != 1 {
		t.Error("four of five pips are lit, and the one of the key")
	}
}

func fixtureGrowth() kind.Growth {
	points := func(n ...int64) []kind.GrowthPoint {
		return []kind.GrowthPoint{{Size: 10, Value: n[0]}, {Size: 100, Value: n[1]}, {Size: 1000, Value: n[2]}}
	}
	return kind.Growth{Measure: "bytesRead", Bytes: true, Models: []string{"a", "b", "c"}, Curves: []kind.Curve{
		{Measured: points(403, 3553, 35953), Extrapolated: []kind.GrowthPoint{{Size: 10_000, Value: 368_953}, {Size: 1_000_000, Value: 38_000_000}}, Full: 433_032},
		{Measured: points(48, 48, 48)[:2], Extrapolated: []kind.GrowthPoint{{Size: 1_000_000, Value: 48}}}, {},
	}}
}

// TestGrowth: a curve is full where it was measured and dotted from there, up to
// what a document may have; its numbers are a table as well.
func TestGrowth(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Drawings[10].Figures = []figure.Figure{fixtureGrowth().Figure()}
	html := render(t, theme, in)
	has(t, html, `<figure class="curve" aria-labelledby="_`, `<b>Cost of reading one ferry with its certificate</b> Bytes read</figcaption>`,
		`<path class="l" d="M46.0 143.7L94.0 118.8L142.0 92.3"></path>`, `<circle class="dot" cx="46.0" cy="143.7" r="2.5"></circle>`,
		`<text class="" x="46.0" y="16.0">16 MiB</text>`, `<path class="full" d="M268.6 22.0m-4 -4l8 8m0 -8l-8 8"></path>`,
		`<text class="letter" x="155.0" y="96.3">A</text>`, `Measured at 10, 100, 1,000; both scales are logarithmic. Dotted: calculated by the rules of BSON. A is full at 433,032.`,
		`<th scope="row"><span class="letter">B</span> <span class="model">The certificate under the ferry’s <code>_id</code></span></th><td class="number">48</td><td class="number">48</td><td class="number">not measured</td></tr>`)
	lacks(t, html, "NaN", "Inf", ">C</text>")
	in.Drawings[10].Figures = []figure.Figure{kind.Growth{Measure: "payload", Bytes: true, Curves: make([]kind.Curve, 3)}.Figure()}
	html = render(t, theme, in)
	has(t, html, `<p class="more">not measured</p>`)
	lacks(t, html, "NaN", "Inf", "<details class=\"rest\"><summary>The numbers")
}

// TestWorkload: reads and changes together are a table, which names the turns below
// it; what was measured stands beside for a script.
func TestWorkload(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	cost := func(read, change int64) figure.ReadAndChange {
		return figure.ReadAndChange{Read: figure.Value{Number: read, Measured: true}, Change: figure.Value{Number: change, Measured: true}}
	}
	workload := figure.Workload{Models: []string{"a", "b", "c"}, Costs: [][]figure.ReadAndChange{{cost(770, 2308), cost(520, 1620), {Change: figure.Value{Number: 7, Measured: true}}}},
		Remarks: []figure.Phrase{figure.Words{Key: "workload-words.turn", With: []figure.Argument{{Name: "count", Phrase: figure.Integer(6)}, {Name: "model", Phrase: figure.Letter(1)}}}}}
	draw := func() string {
		in.Drawings[10].Figures = []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{workload}}}}}
		return render(t, theme, in)
	}
	html := draw()
	has(t, html, `<th scope="col">Reads : changes</th>`, `<tr><th scope="row">10 : 1</th><td class="number">10,008<svg`, `<span class="unmeasured">not measured</span>`,
		`<p>With 6 reads a change or more, it is B.</p><div data-own="`, `&#34;costs&#34;:[[[770,2308],[520,1620],null]]`, `&#34;own&#34;:&#34;With your own numbers&#34;`)
	lacks(t, html, "&#34;items&#34;")
	workload.Sizes = []int{10, 20, 40}
	has(t, draw(), `&#34;items&#34;:&#34;Items`, `&#34;sizes&#34;:[10,20,40]`)
	workload.Remarks = nil
	lacks(t, draw(), "data-own")
}

// TestTouchStrips: the card of each model that a map has shows what a question touches in
// it, below all of them stands which question, and what the colors mean.
func TestTouchStrips(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide.Blocks[1].Parts = append(in.Guide.Blocks[1].Parts, guide.Part{Number: &guide.Number{Text: "the <sheet>", Target: guide.Target{Kind: "question", Rate: "sheet"}}})
	item := func(example string) []guide.Part {
		return []guide.Part{{HTML: "<li>"}, {Figure: &guide.Figure{Target: guide.Target{Kind: "model", Example: example}, Caption: example}}, {HTML: ". For a few.</li>"}}
	}
	touched := func(class string, read int64) figure.Touched {
		return figure.Touched{Counts: []figure.Phrase{figure.Because(figure.Words{Key: "read"}, figure.Integer(read)), figure.Text("x<y")}, Shapes: []figure.Shape{{Element: "path", Attributes: []string{"class", class, "d", "M0 0h1v1h-1z"}}}}
	}
	in.Guide.Blocks[2] = guide.Block{Kind: guide.List, Parts: slices.Concat(item("a"), item("other"), item("b"))}
	strips := &figure.TouchStrips{
		TouchMap: figure.TouchMap{Models: []string{"a", "b"}, Stored: make([]figure.Picture, 2), Operations: []figure.Touching{{touched("read", 7), touched("read", 8)}}},
		Question: figure.Question("sheet"),
	}
	in.Drawings[2] = page.Drawing{Letters: []string{"A", "B", "C"}, Touched: strips}
	html := render(t, theme, in)
	has(t, html, `<link rel="stylesheet" href="../assets/with-touch.css">`,
		`<span>a</span></h3><div class="touch strip"><svg class="" aria-hidden="true" viewBox="0 0 0 0" width="0" height="0"><path class="read" d="M0 0h1v1h-1z"></path></svg><p>Read: 7 · x&lt;y</p></div>`,
		`<span>other</span></h3><div class="touch strip"></div>`, `<p>Read: 8 · x&lt;y</p>`,
		`</ul><p class="touch key"><b>The &lt;sheet&gt;:</b> <span><svg class="map" viewBox="0 0 14 14" aria-hidden="true"><path class="read" d="M1 1h12v12h-12z"></path></svg> Read</span> A cell is a document`)
}

// TestTouchMap: lists that follow each other are the operations of one map, of which
// styles show one; its drawings are mute, and the counts of each are in words.
func TestTouchMap(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	list, drawing := in.Guide.Blocks[10], in.Drawings[10]
	of := func(operation string, count int64) page.Drawing {
		touched := figure.Touched{Counts: []figure.Phrase{figure.Because(figure.Words{Key: "read"}, figure.Integer(count))}, Shapes: []figure.Shape{{Element: "path", Attributes: []string{"class", operation, "d", "M0 0h1v1h-1z"}}}}
		m := figure.TouchMap{Models: []string{"a", "b"}, Stored: make([]figure.Picture, 2), Counts: []figure.Phrase{figure.Text("ferries: 3"), figure.Text("ferries: 4")}, Operations: []figure.Touching{{touched, touched}}}
		return page.Drawing{Letters: drawing.Letters, Figures: []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{m}}}}}}
	}
	second := list
	second.Parts = []guide.Part{{HTML: "<p>A second question:</p>"}}
	in.Guide.Blocks, in.Drawings = []guide.Block{list, second}, []page.Drawing{of("read", 7), of("changed", 8)}
	html := render(t, theme, in)
	has(t, html, `<link rel="stylesheet" href="../assets/with-touch.css">`, `<legend>Operation</legend><label><input type="radio" name="_1" class="o1" checked>`,
		`<label><input type="radio" name="_1" class="o2">A second question</label></fieldset>`, `<p class="counts">ferries: 4</p><svg class="" aria-hidden="true"`,
		`<g class="hit hit1"><path class="read" d="M0 0h1v1h-1z"></path></g><g class="hit hit2"><path class="changed"`,
		`<p class="hit hit2"><b class="op">A second question</b> <span>Read: <b class="many">8</b></span></p>`,
		`<span><svg class="map" viewBox="0 0 14 14" aria-hidden="true"><path class="read" d="M1 1h12v12h-12z"></path></svg> Read</span> <span><svg class="map" viewBox="0 0 14 14" aria-hidden="true"><path class="changed"`)
	if maps := strings.Count(html, `class="touch"`); maps != 1 {
		t.Errorf("%d maps", maps)
	}
	in.Guide.Blocks, in.Drawings = []guide.Block{list}, []page.Drawing{of("read", 7)}
	lacks(t, render(t, theme, in), `class="changed"`) // the key has what the drawings have
}

// TestIndexScans: each entry is a row, whose color is said in words too; a gap has the
// number of those that are left out, and of those among them that were read.
func TestIndexScans(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	value := func(text string) [][]figure.Token { return [][]figure.Token{{{Class: figure.Number, Text: text}}, nil} }
	scan := figure.IndexScan{
		Collection: "huts", Fields: []figure.IndexField{{Path: "<at>.b"}, {Path: "n", Descending: true}},
		Counts: []figure.Phrase{figure.Because(figure.Text("Read"), figure.Integer(1001))}, Remarks: []figure.Phrase{figure.Text("x<y"), figure.Text("z")},
		Entries: []figure.EntryRow{
			{LeftOut: 1000}, {Values: value("1")}, {Values: value("2"), State: "returned"}, {LeftOut: 9, Examined: 9, Returned: 2, State: "examined"},
			{LeftOut: 9, Examined: 4}, {LeftOut: 1, Examined: 1, State: "examined"}, {Values: value("3"), State: "within"},
		},
	}
	models := []figure.ScansOfModel{{Model: "a", Scans: []figure.IndexScan{{Collection: "huts"}}}, {Model: "b", Scans: []figure.IndexScan{scan}}, {Model: "c"}}
	in.Drawings[10] = page.Drawing{Letters: in.Drawings[10].Letters, Figures: []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{figure.IndexScans{Models: models}}}}}}}
	has(t, render(t, theme, in), `<link rel="stylesheet" href="../assets/with-scans.css">`, `<div class="scans"><p>`, `<p class="of"><span class="letter">B</span> <span>`,
		`<p class="unindexed">Every document is read</p>`,
		`<table translate="no"><thead><tr><th scope="col">&lt;at&gt;.<wbr>b ↑</th><th scope="col">n ↓</th></tr></thead><tbody><tr><td class="more" colspan="2">… 1,000 more</td></tr><tr><td><code>1</code></td><td><i>missing</i></td></tr>`,
		`<tr class="returned"><td><code>2</code></td><td><i>missing</i> <span class="spoken">read and returned</span></td></tr>`,
		`<tr class="examined"><td class="more" colspan="2">… 9 more, 2 of them returned <span class="spoken">read, not returned</span></td></tr>`,
		`<tr><td class="more" colspan="2">… 9 more, 4 of them read</td></tr>`, `… 1 more <span`, `<tr class="within">`,
		`<p class="counts"><span>Read: <b class="many">1,001</b></span> </p><p>x&lt;y · z</p>`, `<p>not measured</p>`,
		`<p class="key"><span><i class="returned"></i> read and returned</span> <span><i class="examined"></i> read, not returned</span> <span><i class="within"></i> within the bounds, not read</span> A row is`)
}

// TestOrders: beside each other models have their counts in words and a mute cell for each
// order; alone one also has its worst order, in which a step that the page shows is named by
// its caption, and another by its code.
func TestOrders(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	drawing := in.Drawings[10]
	code := figure.Code{Lines: []figure.Line{{Tokens: []figure.Token{{Text: "db.huts.drop()"}}}}}
	bad := &figure.Timeline{Outcome: "lost", Clients: []string{"anna", "<bo>"}, Failed: []figure.Moment{{Code: code}}, Moments: []figure.Moment{
		{Client: 0, Step: "one", Code: code}, {Client: 1, Code: code, Then: "crashes", Outcome: []figure.Element{figure.Failure{Word: figure.Text("Result"), Said: figure.Text("error"), Code: 112}}},
	}}
	models := []figure.OrdersOfModel{
		{Model: "a", Groups: []figure.OrderGroup{{Mishap: "calm", Ends: []string{"hold", "repaired"}}, {Ends: []string{"lost"}}}}, {Model: "b"},
	}
	in.Drawings[10] = page.Drawing{Letters: drawing.Letters, Figures: []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{figure.Orders{Models: models}}}}}}}
	html := render(t, theme, in)
	has(t, html, `<link rel="stylesheet" href="../assets/with-orders.css">`, `<li><p class="of"><span class="letter">A</span> <span>`,
		`<p><b>something is lost: 1 of 3</b> <b>holds after the repair: 1 of 3</b> </p><div class="ends" aria-hidden="true"><div><span>one after the other, or mixed</span><i class="hold"></i><i class="repaired"></i></div><div><i class="lost"></i></div></div>`,
		`<p>not measured</p>`, `<p class="key" aria-hidden="true"><span><i class="hold"></i>everything holds</span> `)
	lacks(t, html, `<ol class="order`)

	models = models[:1]
	models[0].Bad = bad
	block := guide.Block{Kind: guide.Example, Figures: []guide.Figure{
		{Target: guide.Target{Kind: "steps", Example: "a", Step: "one"}, Caption: "Anna <em>drops</em> it"}, {Target: guide.Target{Kind: "orders", Example: "a"}, Caption: "All orders"},
	}}
	in.Guide.Blocks[10], in.Drawings[10] = block, page.Drawing{Figures: []figure.Figure{{}, {Panes: []figure.Pane{{Elements: []figure.Element{figure.Orders{Models: models}}}}}}}
	html = render(t, theme, in)
	has(t, html, `<ol class="order of2"><li class="c1"><div class="does"><p class="label"><b translate="no">anna</b> <span>Anna <em>drops</em> it</span></p></div><div></div></li>`,
		`<li class="c2"><div class="does"><p class="label"><b translate="no">&lt;bo&gt;</b></p><pre translate="no"><code>db.huts.drop()`, `<p class="label then">The client stops for good.</p></div><div><p class="label"><b>Result</b>`,
		`In the end this is not as it must be</b></p><div class="failed"><pre`)
}

// TestWeighing: a page says first which model costs the least, and marks what is least in
// each row; the numbers and the words for the script are beside it.
func TestWeighing(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide.Blocks[4].Parts[1].Number.Target = guide.Target{Kind: "question", Rate: "sheet"}
	model := figure.WeighedModel{Documents: 4000, Indexes: 2000, Amounts: [][]float64{{1, 0.5}}, RoundTrips: []float64{2}}
	w := figure.Weighing{
		Models: []string{"a", "b", "c"}, Day: []float64{2e6, 1e6, 1.001e6}, Peak: []float64{0.2, 0.2, 0.2}, Documents: []float64{4000, 8e9, 1}, Indexes: []float64{2000, 1e9, 1},
		Cache: 1e9, Best: []int{1, 2}, Verdict: []figure.Phrase{figure.Text("B costs the least."), figure.Text("C, too.")}, Flips: []figure.Phrase{figure.Text("A & more.")},
		Weights: []figure.Weight{{Name: "command", Value: 60, Low: 20, High: 150}, {Name: "kib", Value: 0.4, Low: 0.1, High: 1.5}}, Data: 2, Sizes: []figure.WeighedSize{{Models: []figure.WeighedModel{model, model, model}}}, SizeWords: figure.Text("readings"),
		Questions: []figure.WeighedQuestion{{ID: "sheet", Words: figure.Question("sheet"), Times: 1500, Period: "hour", Day: 36000, Peak: 4, Work: []float64{2e6, 1e6, 1.001e6}, Wait: []float64{300, 600, 450}}},
	}
	in.Drawings[10].Figures = []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{w}}}}}
	html := render(t, theme, in)
	has(t, strings.ReplaceAll(html, "\u00a0", " "), `<link rel="stylesheet" href="../assets/with-weighing.css">`, `<div class="weighing" id="weigh" data-weigh="[2,[[36000,4]],[[60,20,150],[0.4,0.1,1.5]],0,[[0,[2000,1000,[[1,512,2]]],`,
		`<p class="verdict"><b>B costs the least.</b> C, too.</p>`, `<th scope="col" class="number"><span class="letter">A`, `<th scope="col" class="number best"><span class="letter">B`, `<th scope="col" class="number best"><span class="letter">C`,
		`<span class="rate">1,500 an hour</span></th><td class="number"><span>2 s</span><svg class="share" aria-hidden="true"><rect width="100%"/></svg></td><td class="number least"><span>1 s</span>`, `<td class="number least"><span>1 s</span><svg class="share" aria-hidden="true"><rect width="50%"/>`,
		`<td class="number"><span>20%</span>`, `<span class="fits">✓ fits the cache</span>`, "✕ 9 × the cache", `<td class="number least"><span>300 µs</span>`, `<ul class="flips"><li>A &amp; more.</li></ul><details class="fold costs waits"><summary><b`, `>One run takes</b> <span>300 µs–600 µs</span></summary>`, `<span class="scale">Shorter is better. Bold: the least.</span>`)
	if err := pagetest.Foreign(html); err != nil {
		t.Error(err)
	}

	// A sketch has its sizes, for readers and for the script, and no amounts; a model that
	// is impossible has no numbers.
	infinite := math.Inf(1)
	w.Sizes, w.Sketch = nil, []figure.SketchSize{{Name: "parents", Value: 200_000, Low: 1, High: 1e9}}
	w.Day[0], w.Peak[0], w.Documents[0], w.Indexes[0], w.Questions[0].Work[0], w.Questions[0].Wait[0] = infinite, infinite, infinite, infinite, infinite, infinite
	in.Drawings[10].Figures = []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{w}}}}}
	html = render(t, theme, in)
	has(t, strings.ReplaceAll(html, "\u00a0", " "), `,0,[],[[&#34;parents&#34;,200000,1,1000000000]]]"`, `<dl class="sketch"><div><dt>Parents</dt><dd>200,000</dd></div></dl><p class="verdict">`,
		`<td class="number"><span>–</span><svg class="share" aria-hidden="true"><rect width="0%"/></svg></td><td class="number"><span>1 s</span>`, "✕ a document passes 16 MiB", `a document passes 16 MiB"><dl`)
	if err := pagetest.Foreign(html); err != nil {
		t.Error(err)
	}
}

// TestStylesOfFigures: a page reads the styles of what is on it.
func TestStylesOfFigures(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	charts, letters := `<link rel="stylesheet" href="../assets/with-charts.css">`, `assets/in-bg.css">`
	coverage := `<link rel="stylesheet" href="../assets/with-coverage.css">`
	with := render(t, theme, in)
	lacks(t, with, charts, letters)
	has(t, with, coverage)
	in.Drawings[13].Coverage = nil
	lacks(t, render(t, theme, in), coverage)
	growth := fixtureGrowth().Figure()
	in.Drawings[10].Figures = []figure.Figure{growth}
	if html := render(t, theme, in); strings.Count(html, charts) != 1 {
		t.Errorf("%d times the styles of charts", strings.Count(html, charts))
	}
	has(t, render(t, theme, guidePage(theme, "bg", true)), letters)
}

// TestChanges: a step that wrote shows what went and what came, not what was
// acknowledged.
func TestChanges(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	lines := code("shell", "{\n  ¦i‹_id¦: ¦m‹1¦,\n  a: ¦m‹2¦\n}").Lines
	lines[2].Change = figure.Added
	lines = append(lines[:2:2], append([]figure.Line{{LeftOut: 57}}, lines[2:]...)...)
	step := ferryStep()
	step.Result = kind.Result{Documents: -1, Done: true}
	step.Changes = []kind.DocumentChange{
		{Collection: "tours", Kind: kind.DocumentChanged, Total: 3, Sheets: []figure.ChangedSheet{{Lines: lines, Before: 35957, After: 35994}}},
		{Collection: "notes", Kind: kind.DocumentGone, Total: 1, Sheets: []figure.ChangedSheet{{Lines: lines, Before: 20}}},
	}
	in.Drawings[5].Figures[1] = step.Figure()
	html := render(t, theme, in)
	has(t, html, `<b>Changed</b> <span class="name" translate="no">tours</span> <span>3 documents</span>`, "35,957 → 35,994\u00a0B</span><pre class=\"change\"><code>",
		`// 57 unchanged`, `<ins class=l1><b>+</b>  a: `, `and 2 more documents`, `<b>Gone</b> <span class="name" translate="no">notes</span> <span>1 document</span>`)
	lacks(t, html, "✓ done")
}

// TestHowMeasured: a site with a page about measures links to it, once a page.
func TestHowMeasured(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	lacks(t, render(t, theme, in), "How it is measured")
	site := *in.Site
	site.Measures = "measures"
	in.Site = &site
	if links := strings.Count(render(t, theme, in), `<a class="how" href="measures.html">How it is measured</a>`); links != 1 {
		t.Errorf("%d links to the page about measures", links)
	}
}

// TestWhyNotMeasured: of a number that has no certain answer its row says why,
// once for all the models that have none.
func TestWhyNotMeasured(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	cost := comparedCost()
	cost.Rows[1].Values[2] = figure.Value{Why: "join-plan"}
	in.Drawings[10].Figures = []figure.Figure{cost.Figure()}
	has(t, render(t, theme, in),
		`Documents read<span class="unmeasured">not measured (C): joined without an index</span></th>`,
		`<td class="number"><span class="unmeasured">not measured</span></td>`)
	cost.Rows[1].Values[0] = figure.Value{Why: "join-plan"}
	in.Drawings[10].Figures = []figure.Figure{cost.Figure()}
	has(t, render(t, theme, in), `<span class="unmeasured">not measured (A, C): joined without an index</span></th>`)
}

// TestClients: a step says who sends it, and whether it was sent.
func TestClients(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	step := ferryStep()
	step.Remarks = []kind.Remark{{Key: "client", Name: "second"}}
	in.Drawings[5].Figures[1] = step.Figure()
	has(t, render(t, theme, in), `<span class="client">Client second</span>`)
	lacks(t, render(t, theme, in), `the client crashed`)
	step.Result = kind.Result{Documents: -1, Done: true}
	in.Drawings[5].Figures[1] = step.Figure()
	has(t, render(t, theme, in), `<span>✓ done</span>`)
	step.Unsent, step.Result = true, kind.Result{}
	in.Drawings[5].Figures[1] = step.Figure()
	has(t, render(t, theme, in), `<span class="error">✕ not sent: the client crashed</span>`)
}

// TestSteps: beside data two short steps are open, without data the first. The rows of
// the others say what they did, and the code below them does not say it again. The blocks
// of a section after its first are rows, too.
func TestSteps(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	data := in.Drawings[5].Figures[0]
	step := ferryStep().Figure()
	block := in.Guide.Blocks[5]
	in.Guide.Blocks = []guide.Block{heading("model", "Model"), block, heading("writers", "Writers"), block, block, heading("move", "Move"), block}
	steps := func(figures ...figure.Figure) page.Drawing { return page.Drawing{Figures: figures} }
	refused := refusedStep().Figure()
	in.Drawings = []page.Drawing{{}, steps(data, step, step, step), {}, steps(step, refused), steps(step), {}, steps(step)}
	html := strings.ReplaceAll(render(t, theme, in), "\u00a0", " ")
	const open, folded = `<div class="pair"><div class="pane step"`, `<details class="fold">`
	for n, text := range strings.Split(html, "<figure")[1:] {
		want := [][2]int{{2, 1}, {2, 1}, {1, 0}}[n]
		if got := [2]int{strings.Count(text, open) - strings.Count(text, folded), strings.Count(text, folded)}; got != want {
			t.Errorf("block %d has %d steps that are open and %d that are folded, not %v", n, got[0], got[1], want)
		}
	}
	has(t, html, `<details class="fold"><summary> <b>Step 3</b> <b>Result</b> <span>1 document, 214 bytes</span></summary><div class="pair"><div class="pane step" data-step="1"><pre`)
	has(t, html, `<details class="fold example"><summary><span class="caption">`, ` <span>1 step</span><span class="state`)
	in.Drawings[1] = steps(data, longStep(), step)
	if text, _, _ := strings.Cut(render(t, theme, in), "</figure>"); strings.Count(text, folded) != 1 {
		t.Errorf("a second step is open beside a long one: %s", text)
	}
	in.Kind = page.HomePage
	lacks(t, render(t, theme, in), folded, `<details class="fold example">`)
}

// longStep is a step whose code is folded.
func longStep() figure.Figure {
	step := ferryStep()
	step.Operation = code("shell", strings.Repeat("db.ferries\n", 30))
	return step.Figure()
}

// TestLongSteps: of long code the first lines are open, of what a step changed as many
// documents as have few lines together.
func TestLongSteps(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide.Blocks = in.Guide.Blocks[5:6]
	in.Drawings = []page.Drawing{{Figures: []figure.Figure{longStep()}}}
	has(t, render(t, theme, in), `<summary>22 more lines</summary>`)
	change := func(documents, lines int) figure.Figure {
		var sheets []figure.ChangedSheet
		for range documents {
			sheets = append(sheets, figure.ChangedSheet{Lines: make([]figure.Line, lines), Before: 9, After: 9})
		}
		return figure.Figure{Numbered: true, Panes: []figure.Pane{{Elements: []figure.Element{figure.ChangedDocuments{Sheets: sheets, Total: 7}}}}}
	}
	for lines, want := range map[int]string{4: "and 5 more documents</p>", 9: "<summary>and 6 more documents</summary>"} {
		in.Drawings[0].Figures = []figure.Figure{change(2, lines)}
		has(t, render(t, theme, in), want)
	}
}

// TestAnswers: what answers an exercise is closed; other asides are open.
func TestAnswers(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	tip := guide.Block{Kind: guide.Alert, Alert: "tip", Parts: []guide.Part{{HTML: "<p>C.</p>"}}}
	in.Guide.Blocks, in.Drawings = []guide.Block{heading("when", "When"), tip, heading("your-turn", "Your turn"), tip}, nil
	has(t, render(t, theme, in), `<div class="note tip" role="note"><p class="word">Tip</p>`, `<details class="rest answer"><summary>Answer</summary>`)
}

// TestDecidingRows: of many measures three are open. The others, and each question after
// the first, are rows that say what they hold, and the workload how often it is asked.
// Home has one table.
func TestDecidingRows(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	cost := comparedCost()
	for _, name := range []string{"keysRead", "pagesRead"} {
		cost.Rows = append(cost.Rows, figure.Measure{Name: name, Values: []figure.Value{{Number: 1, Measured: true}, {Number: 7, Measured: true}, {Number: 7, Measured: true}}})
	}
	cost.Question = "latest"
	in.Guide.Blocks, in.Drawings = in.Guide.Blocks[10:11], []page.Drawing{{Figures: []figure.Figure{cost.Figure()}}}
	html := render(t, theme, in)
	has(t, html, `>2 more measures</b> <span>Index entries read: 1–7</span> <span>`)
	open, _, _ := strings.Cut(html, "<details")
	has(t, open, "Bytes over the wire")
	lacks(t, open, "Index entries read", "a day")
	in.Guide.Blocks = append(in.Guide.Blocks, paragraph("<p>between</p>"))
	in.Drawings = append(in.Drawings, page.Drawing{Figures: []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{
		figure.Weighing{Questions: []figure.WeighedQuestion{{ID: "latest", Times: 4000, Period: "day"}}}}}}}}})
	has(t, render(t, theme, in), `<span class="rate">4,000 a day</span></b>`)
	in.Kind = page.HomePage
	lacks(t, render(t, theme, in), "more measures")
}

// TestTouchedSheets: documents that steps touch are folded after others.
func TestTouchedSheets(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	var boxes []*figure.Box
	for i := range 4 {
		id := strconv.Itoa(i)
		box := &figure.Box{ID: id}
		if i == 3 {
			box.Touched = []int{2, 5}
		}
		for line := range 9 {
			box.Rows = append(box.Rows, figure.Row{Before: []figure.Token{{Text: "sheet " + id + " line " + strconv.Itoa(line)}}})
		}
		boxes = append(boxes, box)
	}
	data := figure.Figure{Stored: true, Panes: []figure.Pane{{Elements: []figure.Element{figure.Documents{Collection: "huts", Boxes: boxes, Total: 4}}}}}
	in.Guide.Blocks = in.Guide.Blocks[5:6]
	in.Drawings = []page.Drawing{{Figures: []figure.Figure{data, ferryStep().Figure()}}}
	html := render(t, theme, in)
	open, folded, _ := strings.Cut(html, `<details class="rest">`)
	has(t, open, `<div class="sheet" translate="no" data-by="2 5"`, "sheet 3 line 8")
	lacks(t, open, "sheet 0 line 0")
	has(t, folded, "sheet 0 line 0", "sheet 2 line 8")
}

func TestOneValueHasNoBar(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide.Blocks, in.Drawings = in.Guide.Blocks[10:11], in.Drawings[10:11]
	cost := comparedCost()
	cost.Rows, cost.Kept = cost.Rows[:1], nil
	in.Drawings[0].Figures = []figure.Figure{cost.Figure()}
	has(t, render(t, theme, in), `class="share"`)
	cost.Rows[0].Values[1], cost.Rows[0].Values[2] = figure.Value{}, figure.Value{}
	in.Drawings[0].Figures = []figure.Figure{cost.Figure()}
	lacks(t, render(t, theme, in), `class="share"`, `class="times"`)
}

func TestStateSaysWhatDidNotRun(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Drawings[5].State, in.Drawings[6].State = page.NotRun, page.Refused
	in.Drawings[5].Needs = figure.Words{Key: "needs.server"}
	has(t, render(t, theme, in), "▲ not run; needed: a MongoDB server<", "✕ not run: the test database does not support all of it")
	in.Drawings[5].Record = &page.Record{Name: "MongoDB", Version: "8.2.4", Day: "2026-11-22"}
	has(t, render(t, theme, in), "▲ not run here; ran on MongoDB 8.2.4 on November 22, 2026")
	in.Drawings[5].State, in.Server = page.Ran, page.Server{Name: "FerretDB", Version: "8.2.1"}
	has(t, render(t, theme, in), `✓<span class="spoken"> ran on FerretDB 8.2.1</span>`, "3 steps ran when this page was built, on FerretDB 8.2.1")
}

func BenchmarkRender(b *testing.B) {
	theme := load(b)
	in := guidePage(theme, "en", true)
	for b.Loop() {
		if err := theme.Render(io.Discard, in); err != nil {
			b.Fatal(err)
		}
	}
}

func TestProofLeadsToTheDatabase(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.About = "test-database.html"
	has(t, render(t, theme, in), `on <a href="test-database.html">a database that follows MongoDB 8.2</a></p>`)
	in.Server.Embedded = false
	lacks(t, render(t, theme, in), `test-database.html`)
}

func TestCoverage(t *testing.T) {
	theme := load(t)
	has(t, render(t, theme, guidePage(theme, "en", true)),
		`<b>Supported names: 3</b> </p><p class="names" translate="no"><b translate="yes">all</b> <code>lsid</code></p>`,
		`<p class="names" translate="no"><b><code>find</code></b> <code>filter</code> <code>sort</code></p></div>`,
		`<div class="pane"><details class="rest"><summary>Refused names: 161</summary><p class="reason">Runs JavaScript`)
	has(t, render(t, theme, guidePage(theme, "bg", true)), `<b>Поддържани имена: 3</b>`)
}

func TestFewDocumentsStayInSight(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide.Blocks, in.Drawings = in.Guide.Blocks[5:6], in.Drawings[5:6]
	has(t, render(t, theme, in), `<div class="side stays">`)
	in.Drawings[0].Figures[0] = kind.Data{
		Collection: "ferries", Total: 3, Documents: []*figure.Box{embeddedFerry(), longDocument(), longDocument()},
	}.Figure()
	lacks(t, render(t, theme, in), `<div class="side stays">`)
}

// TestUnknownWordsFail: a figure that says what no strings file has makes no page.
func TestUnknownWordsFail(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	for want, said := range map[string]figure.Phrase{
		"strings/en.yaml has no string sunrise, which a figure says":      figure.Words{Key: "sunrise"},
		"strings/en.yaml has no string hours, which a figure says":        figure.Plural{Key: "hours", Count: 2},
		"strings/en.yaml has no string remarks.mood, which a figure says": figure.Enumeration{figure.Words{Key: "remarks.mood"}},
		"strings/en.yaml has no string changes.more, which a figure says": figure.Sequence{figure.Text("a"), figure.Words{Key: "changes.more"}},
		"strings/en.yaml has no string documents, which a figure says":    figure.Words{Key: "documents"},
		"strings/en.yaml has no string growth-full, which a figure says":  figure.Plural{Key: "growth-full"},
		"a page has no words for a phrase like <nil>":                     figure.Words{Key: "refers-to", With: []figure.Argument{{Name: "field"}}},
	} {
		in.Drawings[5].Figures = []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{figure.Note{Said: said}}}}}}
		if err := theme.Render(io.Discard, in); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A title in whose place the English one stands says so.
func TestEnglishTitle(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "bg", true)
	partly := "Части от тази страница са на английски"
	lacks(t, render(t, theme, in), `<h1 lang=`, partly)
	in.Guide.Meta.Untranslated = []string{"description"}
	html := render(t, theme, in)
	has(t, html, partly)
	lacks(t, html, `<h1 lang=`)
	in.Guide.Meta.Untranslated = []string{"title", "description"}
	has(t, render(t, theme, in), `<h1 lang="en">`, partly)
}

// TestLongLinesBreakBeforeCalls: a line that has no room in a narrow window may break
// before the call of a method on what another returned; a short one is as it was.
func TestLongLinesBreakBeforeCalls(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	codeOf := func(spec string) page.Drawing {
		l := figure.Listing{Code: figure.Code{Lines: []figure.Line{{Tokens: row(spec).Before}}}}
		return page.Drawing{Figures: []figure.Figure{{Panes: []figure.Pane{{Elements: []figure.Element{l}}}}}}
	}
	in.Guide = &guide.Guide{Page: in.Guide.Page, Blocks: []guide.Block{examples("a"), examples("a")}}
	in.Drawings = []page.Drawing{
		codeOf("y‹session.getDatabase(db.¦f‹getName¦p‹()).¦y‹shifts.¦f‹updateOne¦p‹({"),
		codeOf("y‹db.¦f‹getName¦p‹().¦f‹length"),
	}
	has(t, render(t, theme, in), `<i class=f>getName</i>())<wbr>.shifts.<i class=f>updateOne</i>({`, `<i class=f>getName</i>().<i class=f>length</i>`)
}

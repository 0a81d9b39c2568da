package page_test

import (
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	kind "modelbook/generator/render"
)

// The fixture is a guide that has a block of every kind.

var fixtureSite = &guide.Site{
	Name: "Modelbook", Languages: []string{"en", "bg"},
	Address: "https://example.org/", Addresses: "html", Repository: "https://example.org/repository",
}

// code colors what a test writes: class:text pieces are too long to read.
func code(language, text string) figure.Code {
	var tokens []figure.Token
	for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '¦' }) {
		tokens = append(tokens, token(piece))
	}
	return figure.NewCode(language, tokens)
}

// token reads "s‹text", where s is the class's letter, or plain text.
func token(piece string) figure.Token {
	class, text, ok := strings.Cut(piece, "‹")
	if !ok {
		return figure.Token{Text: piece}
	}
	return figure.Token{Class: map[string]figure.Class{
		"s": figure.String, "m": figure.Number, "t": figure.Type, "o": figure.Operator, "f": figure.Function,
		"k": figure.Keyword, "c": figure.Comment, "p": figure.Punctuation, "i": figure.ID, "r": figure.Reference, "y": figure.Key,
	}[class], Text: text}
}

func row(text string) figure.Row {
	return figure.Row{Before: code("", text).Lines[0].Tokens}
}

func around(before string, inside *figure.Box) figure.Row {
	r := row(before)
	r.Inside = inside
	return r
}

func embeddedFerry() *figure.Box {
	hull := &figure.Box{Kind: figure.Embedded, Depth: 2, Rows: []figure.Row{row("p‹{ ¦y‹number¦: ¦s‹'DK-4471'¦,"), row("  ¦y‹issued¦: ¦t‹ISODate¦(¦s‹'2024-03-01'¦)¦p‹ } }¦,")}}
	certificate := &figure.Box{Kind: figure.Embedded, Depth: 1, Rows: []figure.Row{
		row("p‹{ ¦y‹class¦: ¦s‹'A'¦,"), row("  ¦y‹persons¦: ¦m‹400¦,"), around("  ¦y‹hull¦: ", hull)}}
	decks := &figure.Box{Kind: figure.Array, Depth: 1, Count: 12, Rows: []figure.Row{
		row("p‹[ ¦s‹'car'¦,"), row("  ¦s‹'upper'¦,"), {Before: row("  ¦s‹'sun'¦p‹ ]").Before, More: 9}}}
	return &figure.Box{Kind: figure.Document, Bytes: 214, Rows: []figure.Row{
		row("p‹{ ¦i‹_id¦: ¦t‹ObjectId¦(¦s‹'65f0c1d2e3a4b5c6d7e8f901'¦),"),
		row("  ¦y‹name¦: ¦s‹'Margrethe'¦,"),
		around("  ¦y‹certificate¦: ", certificate), around("  ¦y‹decks¦: ", decks),
		row("  ¦y‹berth¦: ¦r‹7¦p‹ }")}}
}

func longDocument() *figure.Box {
	box := &figure.Box{Kind: figure.Document, Bytes: 1204}
	for i := range 20 {
		box.Rows = append(box.Rows, row("  ¦y‹field"+string(rune('a'+i))+"¦: ¦m‹1¦,"))
	}
	return box
}

func ferryStep() kind.Step {
	return kind.Step{
		Number: 1, Operation: code("shell", "db.ferries.¦f‹find¦({ ¦y‹name¦: ¦s‹'Margrethe'¦,\n  ¦y‹persons¦: { ¦o‹$lt¦: ¦m‹500¦ } })  ¦c‹// one round trip"),
		Result: kind.Result{Documents: 1, Bytes: 214, Code: code("shell", "[ { ¦i‹_id¦: ¦t‹ObjectId¦(¦s‹'65f0c1d2e3a4b5c6d7e8f901'¦),\n    ¦y‹name¦: ¦s‹'Margrethe'¦,\n    ¦y‹certificate¦: { ¦y‹class¦: ¦s‹'A'¦ } } ]")},
	}
}

func refusedStep() kind.Step {
	return kind.Step{
		Number:    2,
		Operation: code("shell", "db.certificates.¦f‹insertOne¦({ ¦i‹_id¦: ¦m‹3¦,\n  ¦y‹ferry¦: ¦r‹1¦ })"),
		Result:    kind.Result{Documents: -1, ErrorCode: 11000, ErrorName: "DuplicateKey"},
	}
}

func comparedCost() kind.Cost {
	row := func(name string, a, b, c int64) figure.Measure {
		value := func(n int64) figure.Value { return figure.Value{Number: n, Measured: true} }
		return figure.Measure{Name: name, Values: []figure.Value{value(a), value(b), value(c)}}
	}
	cost := kind.Cost{Models: []string{"ferry-embedded", "ferry-shared", "ferry-field"},
		Rows: []figure.Measure{row("bytesRead", 214, 287, 23754), row("documentsRead", 1, 2, 2), row("roundTrips", 1, 1, 1), row("payload", 214, 287, 305)},
		Kept: []figure.Measure{row("storedBytes", 214000, 121066, 133400)},
	}
	cost.Rows[1].Values[2] = figure.Value{}
	return cost
}

func paragraph(html string) guide.Block {
	return guide.Block{Kind: guide.Paragraph, Parts: []guide.Part{{HTML: html}}}
}

func heading(id, text string) guide.Block {
	return guide.Block{Kind: guide.HeadingBlock, Heading: &guide.Heading{Level: 2, ID: id, Text: text, HTML: text}}
}

func examples(captions ...string) guide.Block {
	block := guide.Block{Kind: guide.Example}
	for _, caption := range captions {
		block.Figures = append(block.Figures, guide.Figure{Target: guide.Target{Example: "ferry"}, Caption: caption})
	}
	return block
}

// drawn is a block with what it shows.
type drawn struct {
	guide.Block
	page.Drawing
}

func shows(block guide.Block, drawing page.Drawing) drawn { return drawn{block, drawing} }

func fixtureBlocks(t texts) []drawn {
	code1 := code("shell", "k‹const¦ ferry = db.ferries.¦f‹findOne¦()")
	diff := code("json", "{\n  ¦y‹\"name\"¦: ¦s‹\"Margrethe\"¦,\n  ¦y‹\"persons\"¦: ¦m‹400¦\n}")
	diff.Lines[1].Change, diff.Lines[2].Change = figure.Removed, figure.Added
	return []drawn{
		{Block: paragraph("<p>" + t.lead + "</p>")},
		{Block: heading("in-short", t.short)},
		{Block: guide.Block{Kind: guide.List, Parts: []guide.Part{{HTML: "<ul>\n<li>" + t.itemA + "</li>\n<li>" + t.itemB + "</li>\n</ul>"}}}},
		{Block: heading("two-models", t.models)},
		{Block: guide.Block{Kind: guide.Paragraph, Parts: []guide.Part{{HTML: "<p>" + t.before}, {Number: &guide.Number{Text: t.number}}, {HTML: t.after + "</p>"}}}},
		shows(examples(t.captionA, t.find), page.Drawing{State: page.Ran, Letters: []string{"A"}, Figures: []figure.Figure{
			kind.Data{Collection: "ferries", Total: 10000, Documents: []*figure.Box{embeddedFerry()}}.Figure(), ferryStep().Figure()}}),
		shows(examples(t.captionB, t.rules, t.find, t.second), page.Drawing{State: page.Ran, Letters: []string{"B"}, Figures: []figure.Figure{
			kind.Data{Collection: "certificates", Total: 1, Documents: []*figure.Box{longDocument()}}.Figure(),
			kind.Schema{Collection: "certificates", Validator: diff, Indexes: []figure.Code{code("shell", "{ ¦y‹ferry¦: ¦m‹1¦ }, { ¦y‹unique¦: ¦m‹true¦ }")}}.Figure(),
			ferryStep().Figure(), refusedStep().Figure()}}),
		{Block: guide.Block{Kind: guide.Alert, Alert: "warning", Parts: []guide.Part{{HTML: "<p>" + t.aside + "</p>"}}}},
		shows(guide.Block{Kind: guide.Code, Parts: []guide.Part{{Code: &guide.CodeBlock{Language: "js"}}}}, page.Drawing{Codes: []figure.Code{code1}}),
		{Block: heading("cost", t.cost)},
		shows(guide.Block{Kind: guide.Comparison, Parts: []guide.Part{{HTML: "<p>" + t.costOf + "</p>"}}, Figures: []guide.Figure{{Caption: t.captionA}, {Caption: t.captionB}, {Caption: t.captionC}}},
			page.Drawing{Letters: []string{"A", "B", "C"}, Figures: []figure.Figure{comparedCost().Figure()}}),
		{Block: guide.Block{Kind: guide.Table, Section: "cost", Parts: []guide.Part{{HTML: "<table><thead><tr><th>" + t.models + "</th><th>" + t.cost + "</th></tr></thead><tbody><tr><td>A</td><td>1</td></tr></tbody></table>"}}}},
		{Block: guide.Block{Kind: guide.Quote, Parts: []guide.Part{{HTML: "<blockquote><p>" + t.aside + "</p></blockquote>"}}}},
		shows(guide.Block{Kind: guide.Coverage, Topic: &guide.Topic{ID: "command-fields", Caption: t.rules}}, page.Drawing{Coverage: fixtureCoverage()}),
		{Block: guide.Block{Kind: guide.Rule, Parts: []guide.Part{{HTML: "<hr>"}}}},
		{Block: guide.Block{Kind: guide.Footnotes, Parts: []guide.Part{{HTML: `<section class="footnotes" role="doc-endnotes"><ol><li id="fn:1"><p>` + t.aside + ` <a href="#fnref:1" role="doc-backlink">↩︎</a></p></li></ol></section>`}}}},
	}
}

func fixtureCoverage() *figure.Coverage {
	return &figure.Coverage{Groups: []figure.NameGroup{
		{Treatment: figure.Runs, Count: 3, Owners: []figure.Owner{{All: true, Names: []string{"lsid"}}, {Name: "find", Names: []string{"filter", "sort"}}}},
		{Treatment: figure.Refused, Reason: "javascript", Count: 1, Owners: []figure.Owner{{Names: []string{"$where"}}}},
		{Treatment: figure.Refused, Reason: "internal", Count: 160, Owners: []figure.Owner{{Name: "update", Names: []string{"stmtId"}}}},
	}}
}

type texts struct {
	title, lead, short, itemA, itemB, models, before, number, after, captionA, captionB, captionC string
	find, rules, second, aside, cost, costOf, part, previous, next                                string
}

var english = texts{
	title: "One-to-one: embed it", lead: "A thing that belongs to exactly one other lives inside it. One read brings both, and one write changes both.",
	short: "In short", itemA: "<strong>A</strong> when the certificate is read with its ferry.", itemB: `<strong>B</strong> when it has a <a href="one-to-squillions.html#growth">life span</a> of its own.`,
	models: "Two models", before: "With the certificate inside, the ferry takes ", number: "214\u00a0bytes", after: `<sup id="fnref:1"><a href="#fn:1" role="doc-noteref">1</a></sup> and one round trip; <code>$set</code> replaces it in one write.`,
	captionA: "The ferry and its certificate in one document", captionB: "The certificate under the ferry’s <code>_id</code>", captionC: "A reference in a field",
	find: "Find a ferry with its certificate", rules: "What the server checks", second: "A second certificate is refused",
	aside: "A rename touches every copy. With three copies that is three writes.", cost: "What it costs", costOf: "Cost of reading one ferry with its certificate",
	part: "Relationships", previous: "Embed or reference", next: "Unbounded: reference the parent",
}

var bulgarian = texts{
	title: "Едно към едно: вграждайте", lead: "Нещо, което принадлежи на точно едно друго, живее в него. Едно четене връща и двете, един запис променя и двете.",
	short: "Накратко", itemA: "<strong>A</strong>, когато свидетелството се чете заедно с ферибота.", itemB: `<strong>B</strong>, когато има <a href="one-to-squillions.html#growth">собствен живот</a>.`,
	models: "Два модела", before: "Със свидетелството вътре фериботът заема ", number: "214\u00a0байта", after: `<sup id="fnref:1"><a href="#fn:1" role="doc-noteref">1</a></sup> и едно обръщение към сървъра; <code>$set</code> го заменя с един запис.`,
	captionA: "Фериботът и свидетелството му в един документ", captionB: "Свидетелството под същия <code>_id</code>", captionC: "Препратка в поле",
	find: "Намиране на ферибот със свидетелството му", rules: "Какво проверява сървърът", second: "Второ свидетелство е отказано",
	aside: "Преименуването засяга всяко копие. При три копия това са три записа.", cost: "Какво струва", costOf: "Цена на четенето на един ферибот със свидетелството му",
	part: "Връзки", previous: "Вграждане или препратка", next: "Неограничено: препратка към родителя",
}

// guidePage makes the fixture's page for a reader of lang; the text is English
// unless it is translated.
func guidePage(theme *page.Theme, lang string, translated bool) page.Input {
	t, text := english, "en"
	if lang == "bg" && translated {
		t, text = bulgarian, lang
	}
	g := &guide.Guide{Page: guide.Page{Slug: "one-to-one", Lang: text, Meta: guide.Meta{Title: t.title, Description: t.lead, Updated: "2026-11-21"}}}
	in := page.Input{Site: fixtureSite, Guide: g, Lang: lang, Root: "../"}
	for _, b := range fixtureBlocks(t) {
		g.Blocks, in.Drawings = append(g.Blocks, b.Block), append(in.Drawings, b.Drawing)
		if b.Heading != nil {
			g.Headings = append(g.Headings, *b.Heading)
		}
	}
	in.Navigation = theme.Navigation(fixtureTree(t, lang, text, ""))
	in.Versions = []page.Version{
		{Lang: "en", Href: "../en/one-to-one.html", Address: "https://example.org/en/one-to-one.html"},
		{Lang: "bg", Href: "../bg/one-to-one.html", Address: "https://example.org/bg/one-to-one.html", Missing: text != "bg" && !(lang == "en")},
	}
	in.Part = &page.Entry{Number: 2, Slug: "part-relationships", Title: t.part, Lang: text}
	in.Previous = &page.Entry{Slug: "embed-or-reference", Title: t.previous, Lang: text}
	in.Next = &page.Entry{Slug: "one-to-squillions", Title: t.next, Lang: text}
	in.Server, in.Steps = page.Server{Embedded: true, Version: "8.2"}, 3
	in.Canonical, in.Edit = "https://example.org/"+text+"/one-to-one.html", "https://example.org/repository/edit/main/content/"+text+"/one-to-one.md"
	in.Sources = []page.Source{{Name: "one-to-one-embedded.json", Href: "https://example.org/repository/blob/main/examples/one-to-one-embedded.json"}}
	return in
}

func fixtureTree(t texts, lang, text, folder string) page.Tree {
	return page.Tree{Lang: lang, Folder: folder, Open: "part-relationships",
		Parts:  []page.Entry{{Number: 1, Slug: "part-foundations", Title: t.models, Lang: text}, {Number: 2, Slug: "part-relationships", Title: t.part, Lang: text}},
		Guides: []page.Entry{{Slug: "embed-or-reference", Title: t.previous, Lang: text}, {Slug: "one-to-one", Title: t.title, Lang: text}, {Slug: "one-to-squillions", Title: t.next, Lang: text}},
	}
}

// homePage makes the site's first page, which lies above its language's folder.
func homePage(theme *page.Theme) page.Input {
	in := guidePage(theme, "en", true)
	t := english
	fixture := fixtureBlocks(t)
	var blocks []guide.Block
	var drawings []page.Drawing
	for _, i := range []int{0, 5, 6, 10} {
		b := fixture[i]
		if b.Kind == guide.Example {
			b.Block.Figures, b.Drawing.Figures = b.Block.Figures[:1], b.Drawing.Figures[:1]
		}
		blocks, drawings = append(blocks, b.Block), append(drawings, b.Drawing)
	}
	in.Kind, in.Root, in.Folder = page.HomePage, "", "en/"
	in.Guide = &guide.Guide{Page: guide.Page{Slug: "index", Lang: "en", Meta: guide.Meta{Title: "Embed or reference, and what does it cost?", Description: "A handbook."}}, Blocks: blocks}
	in.Drawings = drawings
	in.Versions = []page.Version{{Lang: "en", Href: "index.html"}, {Lang: "bg", Href: "bg/index.html"}}
	in.Part, in.Previous, in.Next, in.Steps, in.Sources = nil, nil, nil, 42, nil
	tree := fixtureTree(t, "en", "en", "en/")
	in.Navigation = theme.Navigation(tree)
	in.Contents = tree.Parts
	for i := range in.Contents {
		in.Contents[i].Description = t.aside
	}
	return in
}

package page_test

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
)

func headingBlock(level int, id string) guide.Block {
	return guide.Block{Kind: guide.HeadingBlock, Section: id, Heading: &guide.Heading{Level: level, ID: id, Text: id, HTML: id}}
}

// TestPath: each stop is a section, a tile begins with the models to which it leads, and a
// verdict ends in buttons: its guide, the playground, and the sketch with sizes that
// follow from the answers. Everything is there without a script.
func TestPath(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	mini := figure.Picture{Class: "model", Width: 48, Height: 32}
	mini.Add("path", "class", "d", "d", "M1 1h17v30h-17z")
	tiles := guide.Block{Kind: guide.List, Section: "few", Parts: []guide.Part{
		{HTML: `<ul class="tiles"><li>`}, {Tile: &guide.Tile{Fragment: "embed", Pos: diag.Pos{Line: 1}}}, {HTML: `<a href="#embed">Yes</a><br>on a page</li><li>`},
		{Tile: &guide.Tile{Fragment: "apart"}}, {HTML: `<a href="#apart">No</a><br>alone</li></ul>`},
	}}
	figures := guide.Block{Kind: guide.List, Section: "embed", Parts: []guide.Part{
		{HTML: "<ul><li>"}, {Number: &guide.Number{Target: guide.Target{Kind: "cost", Example: "embedded"}, Text: "1"}}, {HTML: "<br>round trip</li></ul>"},
	}}
	sketch := guide.Block{Kind: guide.Comparison, Section: "own", Figures: []guide.Figure{{Target: guide.Target{Kind: "sketch", Model: "embed"}}}}
	in.Guide.Blocks = []guide.Block{
		paragraph("<p>Lead</p>"), headingBlock(2, "find"), headingBlock(3, "few"), tiles,
		headingBlock(3, "embed"), figures, paragraph(`<p><a href="one-to-few.html">One-to-few</a></p>`),
		headingBlock(3, "apart"), paragraph("<p>Apart</p>"),
		headingBlock(2, "own"), paragraph("<p>Own</p>"),
	}
	in.Drawings = make([]page.Drawing, len(in.Guide.Blocks)+1)
	in.Drawings[3].Models = [][]figure.Picture{{mini, mini}, nil}
	in.Drawings[4].Models, in.Drawings[4].Play = [][]figure.Picture{{mini}}, "play.html?example=embedded"
	in.Sketch = []guide.SketchSizes{{Stop: "few", Sizes: []guide.SketchSize{{Name: "parts", Value: 12}, {Name: "part", Value: 1e6}}}}
	const svg = `<svg class="model" viewBox="0 0 48 32"><path class="d" d="M1 1h17v30h-17z"></path></svg>`
	html := render(t, theme, in)
	inOrder(t, html,
		`<link rel="stylesheet" href="../assets/with-choices.css">`, `<link rel="stylesheet" href="../assets/with-path.css">`, `<script src="../assets/path.js" defer blocking="render"></script>`,
		`<div class="path" data-words="Your answers">`,
		`<section class="stop" aria-labelledby="few" data-sizes="parts=12 part=1000000">`, `<h3 id="few">`,
		`<li><span class="minis" aria-hidden="true">`+svg+svg+`</span><a href="#embed">`, `<li><a href="#apart">`, "</section>",
		`<section class="stop end" aria-labelledby="embed">`+"\n"+`<span class="minis" aria-hidden="true">`+svg+`</span><div class="heading">`,
		`<span class="measured">1</span>`, `<div class="buttons">`+"\n<p>"+`<a href="one-to-few.html">`, `<a href="play.html?example=embedded">Run it here</a>`, "</div>\n</section>",
		`<section class="stop end" aria-labelledby="apart">`, "</section>\n</div>", `<h2 id="own">`)
	lacks(t, html, "weigh-own")

	in.Guide.Blocks = append(in.Guide.Blocks[:len(in.Guide.Blocks)-1:len(in.Guide.Blocks)-1], sketch)
	in.Drawings[len(in.Guide.Blocks)-1].Figures = []figure.Figure{{}}
	if html = render(t, theme, in); strings.Count(html, `<a class="weigh-own" href="#own">Weigh your own figures</a>`) != 2 {
		t.Error("a verdict does not lead to the sketch")
	}
	in.Guide.Blocks[3].Parts = []guide.Part{{HTML: "<ul></ul>"}}
	lacks(t, render(t, theme, in), "path.js", `class="stop`)
}

// TestPathConclusion: a verdict says what the weighing of its guide comes to, in the words
// of that guide, by the names of its models.
func TestPathConclusion(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	question := guide.Number{Target: guide.Target{Kind: "question", Rate: "old"}, Text: "an old hour"}
	other := &guide.Guide{Blocks: []guide.Block{{Kind: guide.Paragraph, Parts: []guide.Part{{Number: &question}}}}}
	tiles := guide.Block{Kind: guide.List, Section: "few", Parts: []guide.Part{{Tile: &guide.Tile{Fragment: "bucket"}}, {Tile: &guide.Tile{Fragment: "apart"}}}}
	in.Guide.Blocks = []guide.Block{
		headingBlock(2, "find"), headingBlock(3, "few"), tiles,
		headingBlock(3, "bucket"), paragraph("<p>Bucket</p>"), paragraph(`<p><a href="bucket.html">Buckets</a></p>`),
		headingBlock(3, "apart"), paragraph("<p>Apart</p>"),
	}
	in.Drawings = make([]page.Drawing, len(in.Guide.Blocks))
	in.Drawings[3].Conclusion = &page.Conclusion{Guide: other, Href: "bucket.html#weigh", Names: []string{`"Hourly"`, `"R&D"`}, Says: []figure.Phrase{
		figure.Words{Key: "weigh-words.clear", With: []figure.Argument{{Name: "model", Phrase: figure.Letter(0)}}},
		figure.Words{Key: "weigh-words.flip-more", With: []figure.Argument{
			{Name: "question", Phrase: figure.Question("old")}, {Name: "model", Phrase: figure.Letter(1)},
			{Name: "rate", Phrase: figure.Integer(600)}, {Name: "range", Phrase: figure.Words{Key: "weigh-words.any"}},
		}},
	}}
	html := render(t, theme, in)
	inOrder(t, html,
		`<section class="stop end" aria-labelledby="bucket">`, "<p>Bucket</p>", `<p class="weighed"><span>Weighed for the workload of its guide</span> `,
		`<a href="bucket.html#weigh">“Hourly” costs the server the least, even if every weight is off by a factor of four.</a> `,
		`An old hour: with more than 600 a day (it depends on the weights), “R&amp;D” costs less.</p>`, `<div class="buttons">`)
	if strings.Count(html, `class="weighed"`) != 1 {
		t.Error("a verdict whose guide has no weighing says what it comes to")
	}
}

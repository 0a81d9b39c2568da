package page_test

import (
	"io"
	"strings"
	"testing"

	"modelbook/generator/guide"
	"modelbook/generator/page"
)

// A card is of a page as it is: its title, its question, its models and what they
// cost. Without a card nothing is said of an image.
func TestCard(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide.Meta.Question = "One & one?"
	in.Guide.Blocks = append(in.Guide.Blocks, guide.Block{Kind: guide.Paragraph, Parts: []guide.Part{{HTML: `<ul class="cards">` +
		`<li class="card"><h3><span class="letter">A</span><span><code>_id</code> &amp; all</span></h3></li><li class="card"><h3><span class="letter">B</span><span>Apart</span></h3></li></ul>` +
		`<table><td>1,000</td></table><p>Below.</p>`}}})
	in.Drawings = append(in.Drawings, page.Drawing{})
	html := render(t, theme, in)
	lacks(t, html, "og:image", "twitter:card")

	in.Card = &page.Card{Address: "https://example.org/cards/one.png", Width: 1200, Height: 630, Shows: page.Shows(&in, html)}
	has(t, render(t, theme, in),
		`<meta property="og:image" content="https://example.org/cards/one.png">`,
		`<meta property="og:image:width" content="1200">`, `<meta property="og:image:height" content="630">`,
		`<meta property="og:image:alt" content="`+in.Guide.Meta.Title+` · One &amp; one? · A _id &amp; all · B Apart">`,
		`<meta name="twitter:card" content="summary_large_image">`)

	last := &in.Guide.Blocks[len(in.Guide.Blocks)-1].Parts[0]
	last.HTML = strings.Replace(last.HTML, "Below.", "Something else below.", 1)
	render(t, theme, in)
	last.HTML = strings.Replace(last.HTML, "1,000", "1,001", 1)
	if err := theme.Render(io.Discard, in); err == nil || !strings.Contains(err.Error(), "one.png: the card shows what the page no longer says") {
		t.Errorf("the cost has changed: %v", err)
	}
}

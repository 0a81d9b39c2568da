package page_test

import (
	"testing"

	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/page/pagetest"
)

// TestImages holds an image to its size, so that nothing jumps when it comes, and to
// the styles that only pages with images read.
func TestImages(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "bg", true)
	lacks(t, render(t, theme, in), "with-images.css", `<figure class="image">`)
	show := func(image guide.Image) {
		in.Guide.Blocks = append(in.Guide.Blocks, guide.Block{Kind: guide.Paragraph, Parts: []guide.Part{{HTML: "<p>"}, {Image: &image}, {HTML: "</p>"}}})
		in.Drawings = append(in.Drawings, page.Drawing{})
	}
	in.Guide.Blocks, in.Drawings = in.Guide.Blocks[:1], in.Drawings[:1]
	show(guide.Image{File: "content/images/ferry.png", Alt: `A "ferry" <b>`, Caption: "The <ferry> & its quay", Alone: true})
	show(guide.Image{File: "content/bg/images/menu.jpg", Alt: "Меню"})
	show(guide.Image{File: "content/images/gone.png", Alt: "Gone & <lost>"})
	in.Pixels = func(file string) (guide.Pixels, bool) {
		return guide.Pixels{Width: 640, Height: 480}, file != "content/images/gone.png"
	}
	html := render(t, theme, in)
	has(t, html,
		`<figure class="image"><img src="../images/ferry.png" alt="A &#34;ferry&#34; &lt;b&gt;" width="640" height="480" loading="lazy" decoding="async"><figcaption>The &lt;ferry&gt; &amp; its quay</figcaption></figure>`,
		`<p><img src="../bg/images/menu.jpg" alt="Меню" width="640" height="480" loading="lazy" decoding="async"></p>`,
		`<p><em>Gone &amp; &lt;lost&gt;</em></p>`, `assets/with-images.css`)
	if err := pagetest.Foreign(html); err != nil {
		t.Error(err)
	}
}

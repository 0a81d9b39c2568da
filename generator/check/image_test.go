package check

import (
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// withImages makes a guide with an image a paragraph, from line 1 on.
func withImages(lang string, links ...string) *guide.Guide {
	g := guideOf(lang, "ferries", "")
	for i, link := range links {
		file := "content/" + lang + "/" + link
		if len(link) > 3 && link[:3] == "../" {
			file = "content/" + link[3:]
		}
		image := &guide.Image{File: file, Link: link, Alt: "A ferry", Alone: true, Pos: diag.Pos{File: g.File, Line: i + 1, Col: 1}}
		g.Blocks = append(g.Blocks, guide.Block{Kind: guide.Paragraph, Parts: []guide.Part{{Image: image}}})
	}
	return g
}

func TestImages(t *testing.T) {
	sizes := map[string]int{
		"content/images/ferry.png": 600_000, "content/images/harbor.jpg": 700_000, "content/images/quay.png": 300_000,
		"content/images/lamp.png": 200_000, "content/it/images/menu.png": 100,
	}
	original := withImages("en", "../images/fery.png", "../images/ferry.png", "../images/harbor.jpg", "../images/ferry.png", "../images/quay.png", "../images/lamp.png", "images/menu.png")
	italian := withImages("it", "../images/fery.png", "images/menu.png", "images/menus.png", "../images/ferry.png", "../images/harbor.jpg", "../images/quay.png")
	italian.Blocks = append(italian.Blocks, original.Blocks[6]) // not translated
	before := withImages("it", "../images/once.png").Blocks[0]
	before.State = guide.Before
	italian.Blocks = append(italian.Blocks, before)
	const want = `content/en/ferries.md:1:1: there is no image content/images/fery.png (did you mean ../images/ferry.png?)
content/en/ferries.md:5:1: up to this one the images of the page have 1600 kB; at most 1500 kB (make them smaller, or split the page)
content/en/ferries.md:7:1: there is no image content/en/images/menu.png (save it there)
content/it/ferries.md:3:1: there is no image content/it/images/menus.png (did you mean images/menu.png?)
`
	if got := written(append(Images(original, original, sizes), Images(italian, original, sizes)...)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUnused(t *testing.T) {
	list := Unused([]string{"content/images/ferry.png", "content/it/images/menu.png", "content/images/used.png"}, func(file string) bool { return file == "content/images/used.png" })
	const want = `content/images/ferry.png: no page shows this image (write ![what it shows](../images/ferry.png), or delete it)
content/it/images/menu.png: no page shows this image (write ![what it shows](images/menu.png), or delete it)
`
	if got := written(list); got != want || list.Failed() {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

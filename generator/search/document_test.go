package search

import (
	"testing"

	"modelbook/generator/guide"
)

// TestTextOfMarkup: what keeps a word on its line is no part of the word.
func TestTextOfMarkup(t *testing.T) {
	const markup = "<p>По-\u2060бързо &lt; <em>най-\u2060</em>бавно<sup><a>1</a></sup></p>"
	if got, want := Text(markup), "По-бързо < най-бавно\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDocumentHasImages: readers find an image by what it shows.
func TestDocumentHasImages(t *testing.T) {
	parts := []guide.Part{
		{HTML: "<p>Press "}, {Image: &guide.Image{Alt: "the plus sign & more"}}, {HTML: ".</p>\n"},
		{Image: &guide.Image{Alt: "A ferry at the quay", Caption: "The ferry of 1931", Alone: true}}, {Image: &guide.Image{Alt: "A harbor", Alone: true}},
	}
	d := NewDocument(&guide.Guide{Blocks: []guide.Block{{Kind: guide.Paragraph, Parts: parts}}}, nil)
	if got, want := d.Sections[0].Text, "Press the plus sign & more.\nA ferry at the quay\nThe ferry of 1931\nA harbor"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

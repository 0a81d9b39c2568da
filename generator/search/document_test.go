package search

import "testing"

// TestTextOfMarkup: what keeps a word on its line is no part of the word.
func TestTextOfMarkup(t *testing.T) {
	const markup = "<p>По-\u2060бързо &lt; <em>най-\u2060</em>бавно<sup><a>1</a></sup></p>"
	if got, want := Text(markup), "По-бързо < най-бавно\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

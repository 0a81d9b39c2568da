package page

import (
	"strings"
	"testing"

	"modelbook/site"
)

func TestRenderMoved(t *testing.T) {
	theme, err := Load(site.Theme(), []string{"en"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	err = theme.RenderMoved(&b, Moved{Lang: "en", Title: `Trees & "leaves"`, Href: "trees.html", Canonical: "https://a.example/en/trees.html"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<meta http-equiv="refresh" content="0; url=trees.html">`,
		`<link rel="canonical" href="https://a.example/en/trees.html">`,
		`<a href="trees.html">Trees &amp; &#34;leaves&#34;</a>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("lacks %s in\n%s", want, b.String())
		}
	}
}

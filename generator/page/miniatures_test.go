package page_test

import (
	"testing"

	"modelbook/generator/figure"
	"modelbook/generator/page"
)

// TestMiniatures: the models of a guide stand below what leads to it on the page of
// its part.
func TestMiniatures(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	var asked []string
	in.Models = func(slug string) []figure.Picture {
		asked = append(asked, slug)
		if slug == "one-to-few" {
			return nil
		}
		p := figure.Picture{Class: "model", Width: 48, Height: 32}
		p.Add("path", "class", "d", "d", "M1 1h17v30h-17z")
		return []figure.Picture{p, p}
	}
	const svg = `<svg class="model" viewBox="0 0 48 32"><path class="d" d="M1 1h17v30h-17z"></path></svg>`
	const drawn = `<span class="minis" aria-hidden="true">` + svg + svg + `</span>`
	render(t, theme, in)
	if asked != nil {
		t.Errorf("a guide asks for the models of %v", asked)
	}

	in.Kind, in.Part = page.PartPage, nil
	in.Contents = []page.Entry{{Slug: "one-to-one", Title: "One", Lang: "en", Description: "Short"}, {Slug: "one-to-few", Title: "Few", Lang: "en", Description: "Long"}}
	has(t, render(t, theme, in), `One</a>`+drawn+`<p>Short</p>`, `Few</a><p>Long</p>`)
}

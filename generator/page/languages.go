package page

import (
	"html"
	"html/template"
	"strings"

	"modelbook/generator/markup"
)

// tongue is a language in the list of languages.
type tongue struct {
	Version
	Name string // in itself
}

// tongues returns the languages of a home page for the list in its text, none if
// there is no other.
func (t *Theme) tongues(in *Input) []tongue {
	if in.Kind != HomePage || len(in.Versions) < 2 {
		return nil
	}
	list := make([]tongue, len(in.Versions))
	for i, version := range in.Versions {
		list[i] = tongue{version, t.languages[version.Lang].Name}
	}
	return list
}

// languageList writes the button and the list that it opens: each language in
// its own name. A script adds the choice of colors. It is on every page, hence not
// a template.
func (t *Theme) languageList(in *Input) template.HTML {
	if len(in.Versions) == 0 {
		return ""
	}
	var b strings.Builder
	l := t.languages[in.Lang]
	b.WriteString(`<button type="button" popovertarget="languages"><span class="spoken">` + html.EscapeString(l.Language) +
		`:</span><span class="short">` + html.EscapeString(l.Short) + `</span><span class="word">` + html.EscapeString(l.Name) +
		`</span></button><nav class="languages" id="languages" popover` + markup.Attribute("aria-label", l.LanguageAndColors) + "><ul>")
	for _, version := range in.Versions {
		t.languageLink(&b, in.Site.Original(), version, in.Lang)
	}
	b.WriteString("</ul></nav>")
	return template.HTML(b.String())
}

func (t *Theme) languageLink(b *strings.Builder, original string, version Version, current string) {
	written := version.Lang
	if version.Missing {
		written = original
	}
	b.WriteString("<li><a" + markup.Attribute("href", version.Href) + markup.Attribute("lang", version.Lang) + markup.Attribute("hreflang", written))
	if version.Lang == current {
		b.WriteString(` aria-current="true"`)
	}
	b.WriteString(">" + html.EscapeString(t.languages[version.Lang].Name))
	if version.Missing {
		b.WriteString(` <span class="missing"` + markup.Attribute("lang", current) + ">" + html.EscapeString(t.languages[current].InEnglish) + `</span>`)
	}
	b.WriteString("</a>")
}

// alternates writes the addresses of the existing translations, and of the
// original page for all other languages. It writes none if the site has no
// address.
func alternates(original string, versions []Version) template.HTML {
	var b strings.Builder
	link := func(lang, address string) {
		b.WriteString(`<link rel="alternate"` + markup.Attribute("hreflang", lang) + markup.Attribute("href", address) + ">\n")
	}
	other := ""
	for _, version := range versions {
		if version.Missing || version.Address == "" {
			continue
		}
		link(version.Lang, version.Address)
		if version.Lang == original {
			other = version.Address
		}
	}
	if other != "" {
		link("x-default", other)
	}
	return template.HTML(b.String())
}

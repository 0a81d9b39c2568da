package page

import (
	"html/template"
	"strconv"
	"strings"

	"modelbook/generator/markup"
)

// Links from a page to others are on every page, hence not a template.

// crumb leads from a guide to the part that it belongs to. On the part's own page it
// is the part's number.
func crumb(in *Input, l *language) template.HTML {
	switch {
	case in.Part == nil:
		return ""
	case in.Kind == PartPage:
		return template.HTML(markup.Text(l.fill(l.PartNumber, "number", strconv.Itoa(in.Part.Number))))
	}
	var b strings.Builder
	b.WriteString("<a" + markup.Attribute("href", in.Folder+in.Part.Slug+".html"))
	writeLang(&b, in.Part.Lang, in.Lang)
	b.WriteString(">" + strconv.Itoa(in.Part.Number) + " " + markup.Text(in.Part.Title) + "</a>")
	return template.HTML(b.String())
}

// neighbors leads to the pages before and after a page, each on a line of its own.
func neighbors(in *Input, l *language) template.HTML {
	var b strings.Builder
	link := func(attributes string, entry *Entry, way string) {
		if entry == nil {
			return
		}
		b.WriteString("\n<a" + attributes + markup.Attribute("href", in.Folder+entry.Slug+".html") +
			`><span class="way">` + markup.Text(way) + "</span><span")
		writeLang(&b, entry.Lang, in.Lang)
		b.WriteString(">" + markup.Text(l.Typography().KeepHyphens(entry.Title)) + "</span></a>")
	}
	link(` rel="prev"`, in.Previous, l.Previous)
	link(` class="next" rel="next"`, in.Next, l.Next)
	return template.HTML(b.String())
}

// sourceLinks lead to the examples that a page shows.
func sourceLinks(in *Input, l *language) template.HTML {
	var b strings.Builder
	for i, source := range in.Sources {
		if i > 0 {
			b.WriteString(markup.Text(l.ListSeparator))
		}
		b.WriteString("<a" + markup.Attribute("href", source.Href) + ` translate="no">` + markup.Text(source.Name) + "</a>")
	}
	return template.HTML(b.String())
}

// sourceNames are the names of the examples that a page shows.
func sourceNames(in *Input) string {
	names := make([]string, len(in.Sources))
	for i, source := range in.Sources {
		names[i] = source.Name
	}
	return strings.Join(names, " ")
}

// writeLang writes the language of a title that is not the page's.
func writeLang(b *strings.Builder, lang, page string) {
	if lang != page {
		b.WriteString(markup.Attribute("lang", lang))
	}
}

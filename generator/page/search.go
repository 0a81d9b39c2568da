package page

import (
	"encoding/json"
	"html"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// SearchGuide is the text of a search page, all of which is the theme's.
func (t *Theme) SearchGuide(lang string) *guide.Guide {
	return &guide.Guide{Page: guide.Page{Slug: guide.Search, Lang: lang, Meta: guide.Meta{Title: t.languages[lang].Search}}}
}

// searchWords are the words of the search's scripts, as JSON: those of the field that each
// page has, and on the search page those of its results too.
func searchWords(l *language, kind Kind) string {
	words := map[string]any{"results": l.SearchResults, "none": l.SearchNone, "inEnglish": l.InEnglish, "failed": l.SearchFailed}
	if kind == SearchPage {
		for key, text := range map[string]string{"meant": l.SearchMeant, "english": l.SearchEnglish, "parts": l.SearchPart, "all": l.SearchParts, "more": l.SearchMore} {
			words[key] = text
		}
	}
	encoded, _ := json.Marshal(words)
	return string(encoded)
}

// index writes every page and heading of the language.
func (w *writer) index() {
	w.strings(`<section id="_index" aria-labelledby="_all"><div class="heading"><h2 id="_all">`, html.EscapeString(w.words.SearchIndex), `</h2></div><ul class="index">`)
	open := false
	for _, page := range w.in.Index {
		if page.Overview {
			if open {
				w.WriteString("</ul>")
			}
			w.WriteString("<li>")
			w.indexLink(page.Slug, "", page.Title)
			w.WriteString("<ul>")
			open = true
			continue
		}
		w.WriteString("<li>")
		w.indexLink(page.Slug, "", page.Title)
		if len(page.Sections) > 0 {
			w.WriteString("<ul>")
			for _, section := range page.Sections {
				w.WriteString("<li>")
				w.indexLink(page.Slug, section.ID, section.Heading)
			}
			w.WriteString("</ul>")
		}
	}
	if open {
		w.WriteString("</ul>")
	}
	w.WriteString("</ul></section>")
}

func (w *writer) indexLink(slug, id, text string) {
	href := w.in.Folder + slug + ".html"
	if id != "" {
		href += "#" + id
	}
	w.strings("<a", markup.Attribute("href", href), ">", html.EscapeString(text), "</a>")
}

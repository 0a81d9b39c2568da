package page

import (
	"html"
	"strconv"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// translationState is a state of segments with its sign.
type translationState struct{ name, sign string }

// translationStates are in the order in which they are shown: misleading ones
// first.
var translationStates = []translationState{{"misleading", "✕"}, {"missing", "○"}, {"stale", "▲"}, {"fresh", "✓"}}

// statusGuide is the text of the page about translations: its title.
func statusGuide(l *language) *guide.Guide {
	return &guide.Guide{Page: guide.Page{Slug: guide.Status, Lang: l.Lang, Meta: guide.Meta{Title: l.Status, Description: l.StatusLead}}}
}

// status writes the state of translations: a legend, and a table with a row for
// each page. On a phone one language of it is shown at a time.
func (w *writer) status(languages map[string]*language) {
	status := w.in.Status
	w.strings("<p>", html.EscapeString(w.words.StatusLead), "</p>\n<dl class=\"states\">")
	for _, state := range translationStates {
		w.strings("<div><dt", markup.Attribute("class", state.name), `><span aria-hidden="true">`, state.sign, "</span> ", html.EscapeString(w.words.States[state.name]), "</dt><dd>",
			html.EscapeString(w.words.StateMeanings[state.name]), "</dd></div>")
	}
	w.WriteString("</dl>\n<div class=\"status\">\n")
	w.chooseLanguage(languages)
	label := w.id()
	w.strings(`<div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label), "><table><caption", markup.Attribute("id", label), ` class="spoken">`, html.EscapeString(w.words.Status), `</caption><thead><tr><th scope="col">`, html.EscapeString(w.words.StatusPage), "</th>")
	for i, lang := range status.Languages {
		w.strings(`<th scope="col"`, column(i), "><span", markup.Attribute("lang", lang), ">", html.EscapeString(languages[lang].Name), "</span>")
		if n := len(languages[lang].missing); n > 0 {
			w.strings(`<small>`, html.EscapeString(w.words.fill(w.words.StatusStrings, "count", w.integer(n))), `</small>`)
		}
		w.WriteString("</th>")
	}
	w.strings(`</tr></thead><tbody><tr class="total"><th scope="row">`, html.EscapeString(w.words.StatusTotal), "</th>")
	for i := range status.Totals {
		w.share(i, &status.Totals[i])
	}
	w.WriteString("</tr>\n")
	for i := range status.Rows {
		w.statusRow(&status.Rows[i])
	}
	w.WriteString("</tbody></table></div>")
	if status.Cut {
		w.strings("<p><a", markup.Attribute("href", w.in.Folder+"search.html"), ">", html.EscapeString(w.words.SearchIndex), "</a></p>")
	}
	w.WriteString("</div>")
}

// chooseLanguage writes the choice of a column, which needs no script. The
// page's own language is chosen at first.
func (w *writer) chooseLanguage(languages map[string]*language) {
	w.strings(`<fieldset class="choice"><legend>`, html.EscapeString(w.words.Language), "</legend>")
	for i, lang := range w.in.Status.Languages {
		w.strings(`<label><input type="radio" name="status"`, markup.Attribute("class", "l"+strconv.Itoa(i+1)))
		if lang == w.in.Lang || i == 0 && w.in.Lang == w.in.Site.Original() {
			w.WriteString(" checked")
		}
		w.strings("><span", markup.Attribute("lang", lang), ">", html.EscapeString(languages[lang].Name), "</span></label>")
	}
	w.WriteString("</fieldset>\n")
}

// column returns the class of a language's column.
func column(i int) string { return markup.Attribute("class", "c"+strconv.Itoa(i+1)) }

// share writes how much of a language is up to date, rounded down, so that 100
// means all.
func (w *writer) share(i int, total *StatusCell) {
	percent := 100
	if all := total.Fresh + total.Stale + total.Misleading + total.Missing; all > 0 {
		percent = 100 * total.Fresh / all
	}
	w.strings("<td", column(i), ">", html.EscapeString(w.words.fill(w.words.StatusShare, "count", w.integer(percent))), "</td>")
}

func (w *writer) statusRow(row *StatusRow) {
	w.strings(`<tr><th scope="row"><a`, markup.Attribute("href", w.in.Folder+row.Slug+".html"))
	if row.Lang != w.in.Lang {
		w.WriteString(markup.Attribute("lang", row.Lang))
	}
	w.strings(">", html.EscapeString(row.Title), "</a></th>")
	for i := range row.Cells {
		w.statusCell(i, &row.Cells[i])
	}
	w.WriteString("</tr>\n")
}

func (w *writer) statusCell(i int, cell *StatusCell) {
	w.strings("<td", column(i), ">")
	open := func(text, class string) {
		w.strings("<a", markup.Attribute("class", class), markup.Attribute("href", cell.Href), ">", text, "</a>")
	}
	counts := map[string]int{"misleading": cell.Misleading, "missing": cell.Missing, "stale": cell.Stale}
	behind := false
	switch {
	case cell.InOriginal && cell.Fresh+cell.Stale == 0:
		open(`<span aria-hidden="true">○</span> `+html.EscapeString(w.words.StatusNone), "missing")
		behind = true
	default:
		for _, state := range translationStates {
			if n := counts[state.name]; n > 0 {
				open(`<span aria-hidden="true">`+state.sign+"</span> "+w.integer(n)+" "+html.EscapeString(w.words.States[state.name]), state.name)
				behind = true
			}
		}
	}
	if !behind {
		open(`<span aria-hidden="true">✓</span> `+html.EscapeString(w.words.States["fresh"]), "fresh")
	}
	if cell.Edit != "" && behind {
		w.strings(` <a class="edit"`, markup.Attribute("href", cell.Edit), ">", html.EscapeString(w.words.Translate), "</a>")
	}
	w.WriteString("</td>")
}

package page

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// sheet writes a document: a sheet with its rows, and boxes inside. The text of
// the rows, read in order, is valid shell syntax, so words that are not part of
// it are kept out of the selection.
func (w *writer) sheet(collection string, box *figure.Box) {
	w.WriteString(`<div class="sheet" translate="no"`)
	if id := w.linked[document{collection, box.ID}]; id != "" {
		w.WriteString(markup.Attribute("id", id))
	}
	if len(box.Touched) > 0 {
		steps := make([]string, len(box.Touched))
		for i, step := range box.Touched {
			steps[i] = strconv.Itoa(step)
		}
		w.WriteString(markup.Attribute("data-by", strings.Join(steps, " ")))
	}
	w.WriteString(">")
	w.strings(`<span class="bytes">`, html.EscapeString(w.words.fill(w.words.ByteSign, "count", w.integer(box.Bytes))), `</span>`)
	rows, lines := box.Rows, box.Lines()
	if lines <= longest {
		w.rows(rows)
		w.WriteString("</div>")
		return
	}
	cut, before := cutRows(rows)
	w.rows(rows[:cut])
	if cut < len(rows) {
		w.openRest(lines - before)
		w.rows(rows[cut:])
		w.WriteString("</details>")
	}
	w.WriteString("</div>")
}

// cutRows returns how many rows are shown of a long document, and how many
// lines they have: as many as fit, but all up to the first that holds a box.
func cutRows(rows []figure.Row) (cut, lines int) {
	boxed := slices.IndexFunc(rows, func(r figure.Row) bool { return r.Inside != nil })
	for i := range rows {
		n := rows[i].Lines()
		if i > boxed && i > 0 && lines+n > shown {
			return i, lines
		}
		lines += n
	}
	return len(rows), lines
}

func (w *writer) rows(rows []figure.Row) {
	for i := range rows {
		w.row(&rows[i], "")
	}
}

// row writes a row, and after its closing tokens end, which is no code.
func (w *writer) row(row *figure.Row, end string) {
	if row.Inside != nil && isBlank(row.Before) {
		w.WriteString(`<div class="row only">`)
	} else {
		w.WriteString(`<div class="row">`)
		w.boxTokens(row.Before, row.Refers)
	}
	if row.Inside != nil {
		w.inside(row.Inside)
	}
	w.moreElements(row.More)
	if row.After != nil {
		w.WriteString(`</div><div class="row after">`)
		w.boxTokens(row.After, "")
	}
	w.strings(end, "</div>")
}

func isBlank(tokens []figure.Token) bool {
	for _, token := range tokens {
		if strings.TrimSpace(token.Text) != "" {
			return false
		}
	}
	return true
}

// boxTokens writes the tokens of a row. Brackets are pale, since the box shows
// the nesting; they stay in the text for screen readers and for copying.
func (w *writer) boxTokens(tokens []figure.Token, refers string) {
	for i, token := range tokens {
		switch {
		case token.Class == figure.Punctuation && strings.ContainsAny(token.Text, "{}[]"):
			w.strings(`<span class="quiet">`, html.EscapeString(token.Text), `</span>`)
		case token.Class == figure.String && len(token.Text) <= dateLength && strings.Contains(token.Text, "-"):
			w.WriteString(`<span class="s whole">`)
			w.text(token.Text)
			w.WriteString("</span>")
		case token.Class == figure.Reference && w.linked[document{refers, token.Text}] != "":
			w.strings("<a", coloured[figure.Reference], markup.Attribute("href", "#"+w.linked[document{refers, token.Text}]), ">")
			w.text(token.Text)
			w.WriteString("</a>")
		default:
			w.tokens(tokens[i : i+1])
		}
	}
}

// dateLength is that of a date and time in quotes, '2026-02-15T15:00:00Z',
// which should not break at its hyphens and is short enough not to.
const dateLength = 22

// inside writes an embedded document or array. Its tint shows the depth up to
// three.
func (w *writer) inside(box *figure.Box) {
	class := "in in-" + strconv.Itoa(min(max(box.Depth, 1), 3))
	if box.Kind == figure.Array {
		w.WriteString(` <span class="count">`)
		w.text(w.plural(w.words.ArrayOf, box.Count))
		w.WriteString("</span>")
		class += " array"
	}
	if copies := w.copies[box.Copies]; copies != nil {
		w.copy(box, class, copies)
		return
	}
	w.strings("<div", markup.Attribute("class", class), ">")
	first := box.Open()
	w.rows(first)
	if rest := box.Rows[len(first):]; len(rest) > 0 {
		left := len(rest) + rest[len(rest)-1].More
		w.strings(`<details class="rest"><summary>`, html.EscapeString(w.plural(w.words.MoreElements, left)), "</summary>")
		w.foldedRows(rest)
		w.WriteString("</details>")
	}
	w.WriteString("</div>")
}

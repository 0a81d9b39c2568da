package parse

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"modelbook/generator/markup"
)

// table draws a table that scrolls by keyboard and is named by its columns. Its
// first column names the rows.
func (w *writer) table(n *extast.Table) {
	header := n.FirstChild()
	w.string(`<div class="table" role="region" tabindex="0"` + markup.Attribute("aria-label", w.columns(header)) + ">\n<table>\n<thead>\n")
	w.row(header, "th", "col")
	w.string("</thead>\n")
	if header.NextSibling() != nil {
		w.string("<tbody>\n")
		for row := header.NextSibling(); row != nil; row = row.NextSibling() {
			w.row(row, "td", "")
		}
		w.string("</tbody>\n")
	}
	w.string("</table>\n</div>\n")
}

// columns gives the names of the columns.
func (w *writer) columns(header ast.Node) string {
	var names []string
	for cell := header.FirstChild(); cell != nil; cell = cell.NextSibling() {
		name := bytes.TrimSpace(textOf(cell, w.page.source))
		if len(name) == 0 {
			w.page.fail(start(header), "a column without a name", "every cell of a table's first row says what stands below it")
		}
		names = append(names, string(name))
	}
	return strings.Join(names, ", ")
}

func (w *writer) row(row ast.Node, tag, scope string) {
	w.string("<tr>\n")
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		tag, scope := tag, scope
		if scope == "" && cell.PreviousSibling() == nil && cell.FirstChild() != nil {
			tag, scope = "th", "row"
		}
		w.string("<" + tag)
		if scope != "" {
			w.string(markup.Attribute("scope", scope))
		}
		w.string(alignment(cell.(*extast.TableCell).Alignment) + ">")
		w.inlines(cell)
		w.string("</" + tag + ">\n")
	}
	w.string("</tr>\n")
}

// alignment gives a class: the site's security policy forbids styles.
func alignment(a extast.Alignment) string {
	switch a {
	case extast.AlignRight:
		return ` class="right"`
	case extast.AlignCenter:
		return ` class="center"`
	}
	return ""
}

// textOf gives the text inside n without marks.
func textOf(n ast.Node, source []byte) []byte {
	if text, ok := n.(*ast.Text); ok {
		value := text.Segment.Value(source)
		if !text.IsRaw() {
			value = util.ResolveEntityNames(util.UnescapePunctuations(value))
		}
		return value
	}
	var all []byte
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		all = append(all, textOf(c, source)...)
	}
	return all
}

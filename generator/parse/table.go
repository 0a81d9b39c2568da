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
			w.sameColumns(row)
			w.row(row, "td", "")
		}
		w.string("</tbody>\n")
	}
	w.string("</table>\n</div>\n")
}

// columns returns the names of the columns, with the marks of the language.
func (w *writer) columns(header ast.Node) string {
	separator := ", "
	if w.page.typography.Han {
		separator = "、"
	}
	var names []string
	for cell := header.FirstChild(); cell != nil; cell = cell.NextSibling() {
		name := bytes.TrimSpace(textOf(cell, w.page.source))
		if len(name) == 0 {
			w.page.fail(start(header), "a column without a name", "every cell of a table's first row says what stands below it")
		}
		names = append(names, w.page.typography.Typeset(string(name)))
	}
	return strings.Join(names, separator)
}

// sameColumns fails for a row that has not as many cells as the head: GitHub's
// tables fill up missing cells, as in the row of a paragraph without an empty
// line before it, and drop cells that are too many.
func (w *writer) sameColumns(row ast.Node) {
	last := row.LastChild()
	if last.Lines().Len() == 0 {
		w.page.fail(row.Pos(), "a row with fewer cells than the head of its table", "a paragraph has an empty line before it; an empty cell stands between two |")
		return
	}
	rest := w.page.source[last.Lines().At(0).Stop:]
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	if rest = bytes.TrimSpace(rest); len(rest) > 0 && string(rest) != "|" {
		w.page.fail(row.Pos(), "a row with more cells than the head of its table, which nobody would see", "write | in a text as \\|")
	}
}

func (w *writer) row(row ast.Node, tag, scope string) {
	w.isCell = true
	defer func() { w.isCell = false }()
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

// alignment returns a class: the site's security policy forbids styles.
func alignment(a extast.Alignment) string {
	switch a {
	case extast.AlignRight:
		return ` class="right"`
	case extast.AlignCenter:
		return ` class="center"`
	}
	return ""
}

// textOf returns the text inside n without marks.
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

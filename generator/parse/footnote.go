package parse

import (
	"strconv"
	"strings"

	extast "github.com/yuin/goldmark/extension/ast"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// footnotes makes the last block of a page. Its ids hold a colon, which no
// heading's id does.
func (p *page) footnotes(list *extast.FootnoteList) {
	w := p.writer()
	w.string("<section class=\"footnotes\" role=\"doc-endnotes\">\n<ol>\n")
	var sources []string
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		w.string("<li" + markup.Attribute("id", "fn:"+strconv.Itoa(n.(*extast.Footnote).Index)) + ">\n")
		w.blocks(n)
		w.string("</li>\n")
		sources = append(sources, p.sourceOf(n.Pos()))
	}
	w.string("</ol>\n</section>\n")
	b := p.newBlock(guide.Footnotes, list.FirstChild().Pos())
	b.Parts, b.Fixed, b.Source = w.finish(), w.fixed, strings.Join(sources, "\n\n")
	p.guide.Blocks = append(p.guide.Blocks, b)
}

func (w *writer) footnoteLink(n *extast.FootnoteLink) {
	index := strconv.Itoa(n.Index)
	w.string("<sup" + markup.Attribute("id", footnoteRef(n.Index, n.RefIndex)) + "><a" + markup.Attribute("href", "#fn:"+index) + ` role="doc-noteref">` + index + `</a></sup>`)
}

func (w *writer) footnoteBacklink(n *extast.FootnoteBacklink) {
	w.string("\u00a0<a" + markup.Attribute("href", "#"+footnoteRef(n.Index, n.RefIndex)) + ` role="doc-backlink">` + "↩\ufe0e</a>")
}

// footnoteRef is the id of the place that refers to a footnote.
func footnoteRef(index, ref int) string {
	id := "fnref:" + strconv.Itoa(index)
	if ref > 0 {
		id += ":" + strconv.Itoa(ref+1)
	}
	return id
}

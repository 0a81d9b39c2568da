package parse

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"modelbook/generator/guide"
)

// footnotes makes the last block of a page.
func (p *page) footnotes(list *extast.FootnoteList) {
	var notes []guide.Note
	var sources []string
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		offset := n.Pos()
		w := p.writer(offset)
		w.blocks(n)
		note := guide.Note{Name: string(n.(*extast.Footnote).Ref), Parts: w.finish(), Source: p.sourceOf(offset), Pos: p.pos(offset), Remarks: p.remarks[offset]}
		notes, sources = append(notes, note), append(sources, note.Source)
	}
	b := p.newBlock(guide.Footnotes, list.FirstChild().Pos())
	b.Notes, b.Source, b.Remarks = notes, strings.Join(sources, "\n\n"), guide.Remarks{}
	p.guide.Blocks = append(p.guide.Blocks, b)
}

// noteNames returns the names of a document's footnotes in the order of their
// indexes, which count from 1.
func noteNames(root ast.Node) []string {
	list, ok := root.LastChild().(*extast.FootnoteList)
	if !ok {
		return nil
	}
	var names []string
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		names = append(names, string(n.(*extast.Footnote).Ref))
	}
	return names
}

// footnoteLink leaves a hole: the page knows how many notes come before.
func (w *writer) footnoteLink(n *extast.FootnoteLink) {
	if w.plain {
		w.page.fail(max(n.Pos(), 0), "a footnote in a heading, a caption or a link", "refer to it in a sentence")
		return
	}
	w.hole(guide.Part{Note: &guide.NoteLink{Name: w.page.notes[n.Index-1]}})
}

// footnoteBacklink leaves one hole for all links back.
func (w *writer) footnoteBacklink(n *extast.FootnoteBacklink) {
	if n.RefIndex == 0 {
		w.hole(guide.Part{Note: &guide.NoteLink{Name: w.page.notes[n.Index-1], Back: true}})
	}
}

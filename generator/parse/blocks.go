package parse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"modelbook/generator/guide"
)

// blocks makes the guide's blocks of a document.
func (p *page) blocks(root ast.Node) {
	if unused, ok := root.(*ast.Document).Meta()[unusedKey].([]int); ok {
		for _, offset := range unused {
			p.fail(offset, "nothing refers to this footnote, or one before it has the same name", "")
		}
	}
	p.starts = starts(root)
	p.readRemarks(root)
	p.notes = noteNames(root)
	p.guide.Blocks = make([]guide.Block, 0, root.ChildCount())
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		p.block(n)
	}
	p.checkLead()
}

func (p *page) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		p.heading(n)
	case *ast.Paragraph:
		if link := onlyLink(n); link != nil && isExampleLink(link.Destination) {
			p.figure(n, link)
			return
		} else if link != nil && p.isCoverageLink(link.Destination) {
			p.coverage(n, link)
			return
		}
		p.add(guide.Paragraph, n)
	case *ast.List:
		if p.isComparison(n) {
			p.comparison(n)
			return
		}
		p.carded = p.cards(n)
		p.add(guide.List, n)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		p.add(guide.Code, n)
	case *extast.Table:
		p.add(guide.Table, n)
	case *ast.Blockquote:
		p.quote(n)
	case *ast.ThematicBreak:
		p.add(guide.Rule, n)
	case *extast.FootnoteList:
		p.footnotes(n)
	}
}

// add draws a node and makes it a block.
func (p *page) add(kind guide.Kind, n ast.Node) {
	w := p.writer(start(n))
	w.block(n)
	b := p.newBlock(kind, start(n))
	b.Parts = w.finish()
	p.guide.Blocks = append(p.guide.Blocks, b)
}

// newBlock makes a block of the text from offset to where the next one begins.
func (p *page) newBlock(kind guide.Kind, offset int) guide.Block {
	p.last = offset
	return guide.Block{Kind: kind, Section: p.section, Pos: p.pos(offset), Source: p.sourceOf(offset), Remarks: p.remarks[offset]}
}

// sourceOf returns the Markdown of the block that begins at offset, from the
// begin of its line.
func (p *page) sourceOf(offset int) string { return p.sourceFrom(offset, offset) }

// sourceFrom returns the Markdown of the blocks that begin at first, at offset,
// and between them.
func (p *page) sourceFrom(first, offset int) string {
	end := len(p.source)
	if i, _ := slices.BinarySearch(p.starts, offset+1); i < len(p.starts) {
		end = lineStart(p.source, p.starts[i])
	}
	return strings.TrimRight(p.whole[lineStart(p.source, first):end], " \t\n")
}

func lineStart(source []byte, offset int) int {
	return bytes.LastIndexByte(source[:offset], '\n') + 1
}

// starts returns the offsets at which the document's blocks begin, in order.
// Footnotes count one by one: goldmark moves them to the end.
func starts(root ast.Node) []int {
	offsets := make([]int, 0, root.ChildCount())
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != extast.KindFootnoteList {
			offsets = append(offsets, start(n))
			continue
		}
		for note := n.FirstChild(); note != nil; note = note.NextSibling() {
			offsets = append(offsets, note.Pos())
		}
	}
	slices.Sort(offsets)
	return offsets
}

// start returns the offset at which a block begins. goldmark places an underlined
// heading at its underline, and a table at the paragraph before it.
func start(n ast.Node) int {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Lines().Len() > 0 {
			return min(n.Lines().At(0).Start, n.Pos())
		}
	case *extast.Table:
		return n.FirstChild().Pos()
	}
	return max(n.Pos(), 0)
}

// checkLead holds guides and overviews to a paragraph at their begin.
func (p *page) checkLead() {
	blocks := p.guide.Blocks
	if kindOf(p.guide.Slug).hasLead && (len(blocks) == 0 || blocks[0].Kind != guide.Paragraph || len(blocks[0].Images()) == 1 && blocks[0].Images()[0].Alone) {
		p.fail(0, "the page does not begin with its lead", "write a paragraph that says what the page is about")
	}
}

package parse

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/guide"
)

// onlyLink returns the link that is all there is in n, or nil.
func onlyLink(n ast.Node) *ast.Link {
	link, ok := n.FirstChild().(*ast.Link)
	if !ok || link.NextSibling() != nil {
		return nil
	}
	return link
}

// figure makes a block of a paragraph that is one link into an example, or adds
// it to the block before.
func (p *page) figure(n ast.Node, link *ast.Link) {
	first, offset := p.last, start(n)
	b := p.newBlock(guide.Example, offset)
	figure := p.readFigure(link, guide.Alone, b.Extra)
	figure.Source, figure.Remarks, b.Remarks = b.Source, b.Remarks, guide.Remarks{}
	b.Figures = []guide.Figure{figure}
	blocks := p.guide.Blocks
	if last := len(blocks) - 1; last >= 0 && follows(blocks[last], figure) {
		before := &blocks[last]
		before.Figures = append(before.Figures, figure)
		before.Source, p.last = p.sourceFrom(first, offset), first
		return
	}
	p.guide.Blocks = append(blocks, b)
}

func follows(b guide.Block, f guide.Figure) bool {
	return b.Kind == guide.Example && b.Figures[0].Target.Example == f.Target.Example
}

// readFigure reads the link of a figure, which is alone in its paragraph or in a
// list.
func (p *page) readFigure(link *ast.Link, place guide.Place, extra bool) guide.Figure {
	destination := string(link.Destination)
	target, problem := p.target(destination, place)
	p.reportTarget(link.Pos(), problem, extra)
	w := p.writer(start(link))
	caption := w.capturePlain(link)
	if caption == "" {
		p.fail(link.Pos(), "a figure without a caption", "the link's text is the caption")
	}
	w.noTitle(link)
	return guide.Figure{Target: target, Link: strings.TrimPrefix(destination, examplePath), Caption: caption, Pos: p.pos(link.Pos())}
}

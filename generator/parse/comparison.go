package parse

import (
	"fmt"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/guide"
)

// isComparison reports whether every item of a list is a link to a figure.
func isComparison(list *ast.List) bool {
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		if itemFigure(item) == nil {
			return false
		}
	}
	return true
}

// itemFigure gives the link to a figure that is all there is in an item, or nil.
func itemFigure(item ast.Node) *ast.Link {
	content := item.FirstChild()
	if content == nil || content.NextSibling() != nil {
		return nil
	}
	link := onlyLink(content)
	if link == nil || !isExampleLink(link.Destination) {
		return nil
	}
	if t, text, _ := parseTarget(string(link.Destination)); text == "" && t.number {
		return nil
	}
	return link
}

// comparison makes one block of a list of costs and the paragraph before it.
func (p *page) comparison(list *ast.List) {
	first, offset := p.last, start(list)
	b := p.newBlock(guide.Comparison, offset)
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		link := itemFigure(item)
		figure, fixed := p.readFigure(link)
		p.checkColumn(b.Figures, figure, link.Pos())
		b.Figures, b.Fixed = append(b.Figures, figure), append(b.Fixed, fixed)
	}
	last := len(p.guide.Blocks) - 1
	if last < 0 || p.guide.Blocks[last].Kind != guide.Paragraph {
		p.fail(offset, "a comparison without a caption", "write a paragraph before the list that says what is compared")
		p.guide.Blocks = append(p.guide.Blocks, b)
		return
	}
	caption := p.guide.Blocks[last]
	b.Pos, b.Parts, b.Extra = caption.Pos, caption.Parts, caption.Extra
	b.Source, p.last = p.sourceFrom(first, offset), first
	b.Fixed = append(caption.Fixed, b.Fixed...)
	p.guide.Blocks[last] = b
}

// checkColumn holds the columns of a comparison to one kind and to different examples.
func (p *page) checkColumn(before []guide.Figure, f guide.Figure, offset int) {
	if f.Fragment[0] != "cost" && f.Fragment[0] != "" {
		p.fail(offset, "a list of figures compares costs", "write #cost, or give the figure a paragraph of its own")
		return
	}
	for _, other := range before {
		if other.Example == f.Example {
			p.fail(offset, fmt.Sprintf("the example %s is in this comparison already", f.Example), "")
		}
	}
}

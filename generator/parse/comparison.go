package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/guide"
)

// isComparison reports whether every item of a list is a link to a figure.
func (p *page) isComparison(list *ast.List) bool {
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		if p.itemFigure(item) == nil {
			return false
		}
	}
	return true
}

// cards returns the links to figures that the items of a list begin with, or nil
// if one begins with something else.
func (p *page) cards(list *ast.List) map[*ast.Link]bool {
	links := map[*ast.Link]bool{}
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		content := item.FirstChild()
		if content == nil || content.NextSibling() != nil || content.Kind() != ast.KindTextBlock {
			return nil
		}
		link, ok := content.FirstChild().(*ast.Link)
		if !ok || !isExampleLink(link.Destination) || !p.beginsCard(string(link.Destination)) {
			return nil
		}
		links[link] = true
	}
	return links
}

func (p *page) beginsCard(destination string) bool {
	_, fragment, _ := strings.Cut(destination, "#")
	parts := strings.Split(fragment, "/")
	return slices.ContainsFunc(p.rules.Patterns, func(f guide.Pattern) bool {
		if f.Place&guide.InCard == 0 || !f.Fits(parts) {
			return false
		}
		_, err := f.Target("", parts)
		return err == nil
	})
}

// itemFigure returns the link to a figure that is all there is in an item, or nil.
func (p *page) itemFigure(item ast.Node) *ast.Link {
	content := item.FirstChild()
	if content == nil || content.NextSibling() != nil {
		return nil
	}
	link := onlyLink(content)
	if link == nil || !p.isCompared(string(link.Destination)) {
		return nil
	}
	return link
}

// isCompared reports whether a link is to something that a list compares.
func (p *page) isCompared(destination string) bool {
	if !isExampleLink([]byte(destination)) && !isPageValue(destination) {
		return false
	}
	return !p.isNumberLink(destination) && !p.beginsCard(destination)
}

// comparison makes one block of a list of costs and the paragraph before it.
func (p *page) comparison(list *ast.List) {
	first, offset := p.last, start(list)
	b := p.newBlock(guide.Comparison, offset)
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		link := p.itemFigure(item)
		figure := p.readFigure(link, guide.InList, b.Extra)
		p.checkModel(b.Figures, figure, link.Pos())
		b.Figures = append(b.Figures, figure)
	}
	last := len(p.guide.Blocks) - 1
	if last < 0 || p.guide.Blocks[last].Kind != guide.Paragraph {
		p.fail(offset, "a comparison without a caption", "write a paragraph before the list that says what is compared")
		p.guide.Blocks = append(p.guide.Blocks, b)
		return
	}
	caption := p.guide.Blocks[last]
	if b.Line > 0 {
		p.fail(offset, "a comment between a comparison and its caption", "write it before the caption")
	}
	b.Pos, b.Parts, b.Remarks = caption.Pos, caption.Parts, caption.Remarks
	b.Source, p.last = p.sourceFrom(first, offset), first
	p.guide.Blocks[last] = b
}

// checkModel holds the models of a comparison to one fragment and to different
// examples.
func (p *page) checkModel(before []guide.Figure, f guide.Figure, offset int) {
	if f.Target.Kind == "" {
		return
	}
	if i := slices.IndexFunc(before, func(other guide.Figure) bool { return other.Target.Kind != "" }); i >= 0 {
		wanted := before[i].Target
		wanted.Example, wanted.Model = f.Target.Example, f.Target.Model
		if f.Target != wanted {
			p.reportTarget(offset, problem{"the models of a comparison are compared in one thing", "write the same behind # as in the first item"}, false)
			return
		}
	}
	if slices.ContainsFunc(before, func(other guide.Figure) bool { return other.Target == f.Target }) {
		p.reportTarget(offset, problem{text: fmt.Sprintf("the model %s is in this comparison already", f.Target.Column())}, false)
	}
}

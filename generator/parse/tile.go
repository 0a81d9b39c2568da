package parse

import (
	"github.com/yuin/goldmark/ast"

	"modelbook/generator/guide"
)

// isTiled reports whether each item of a list is a link into the site with a line of its
// own below it.
func isTiled(list *ast.List) bool {
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		link := tileLink(item)
		if link == nil || isExampleLink(link.Destination) {
			return false
		}
	}
	return true
}

// tileLink returns the link that an item begins with if a line break follows it and text
// below, else nil.
func tileLink(item ast.Node) *ast.Link {
	content := item.FirstChild()
	if content == nil || content.NextSibling() != nil || content.Kind() != ast.KindTextBlock {
		return nil
	}
	link, isLink := content.FirstChild().(*ast.Link)
	if !isLink {
		return nil
	}
	end, isText := link.NextSibling().(*ast.Text)
	if !isText || !end.HardLineBreak() || !end.Segment.IsEmpty() || end.NextSibling() == nil {
		return nil
	}
	return link
}

// tile leaves a hole for what is drawn of an item's target.
func (w *writer) tile(item ast.Node) {
	link := tileLink(item)
	if slug, id, ok := siteTarget(string(link.Destination)); ok {
		w.hole(guide.Part{Tile: &guide.Tile{Slug: slug, Fragment: id, Pos: w.page.pos(link.Pos())}})
	}
}

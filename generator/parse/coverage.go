package parse

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/guide"
)

// coveragePath is the start of a link to a list of the commands, stages and
// operators that the embedded database runs. On GitHub it leads to the same list.
func (p *page) coveragePath() string { return "../../" + p.rules.List + "#" }

func (p *page) isCoverageLink(destination []byte) bool {
	return p.rules.List != "" && strings.HasPrefix(string(destination), p.coveragePath())
}

// coverage makes a block of a paragraph that is one link to a list. Whether
// there is such a list is checked where the lists are known.
func (p *page) coverage(n ast.Node, link *ast.Link) {
	b := p.newBlock(guide.Coverage, start(n))
	w := p.writer(start(n))
	caption := w.capturePlain(link)
	if caption == "" {
		p.fail(link.Pos(), "a list without a caption", "the link's text is the caption")
	}
	w.noTitle(link)
	pos := p.pos(link.Pos())
	id := strings.TrimPrefix(string(link.Destination), p.coveragePath())
	b.Topic = &guide.Topic{ID: id, Caption: caption, Pos: pos}
	p.guide.Blocks = append(p.guide.Blocks, b)
}

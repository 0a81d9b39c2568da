package parse

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown reads the syntax that guides and GitHub have in common. Linkify is
// left out: it is a third of the work, and a bare URL is an error.
var markdown = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999)),
	parser.WithInlineParsers(parser.DefaultInlineParsers()...),
	parser.WithInlineParsers(
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(extension.NewFootnoteParser(), 101),
	),
	parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
	parser.WithASTTransformers(
		util.Prioritized(extension.NewTableASTTransformer(), 0),
		util.Prioritized(unusedFootnotes{}, 998),
		util.Prioritized(extension.NewFootnoteASTTransformer(), 999),
	),
)

// unusedKey is the key under which unusedFootnotes leaves the footnotes that it
// found.
const unusedKey = "unused footnotes"

// unusedFootnotes notes the offsets of footnotes that nothing refers to, before
// goldmark drops them in silence.
type unusedFootnotes struct{}

func (unusedFootnotes) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	var offsets []int
	var search func(ast.Node)
	search = func(parent ast.Node) {
		for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
			switch n := n.(type) {
			case *extast.Footnote:
				if n.Index < 0 {
					offsets = append(offsets, n.Pos())
				}
				search(n)
			case *extast.FootnoteList, *ast.List, *ast.ListItem, *ast.Blockquote:
				search(n)
			}
		}
	}
	search(document)
	if offsets != nil {
		document.AddMeta(unusedKey, offsets)
	}
}

// Package parse turns Markdown into guides: a page's front matter into
// guide.Meta, its body into guide.Blocks that are ready to be drawn and to be
// compared with a translation, content/site.yaml into guide.Site.
//
// A guide is CommonMark with tables, footnotes, task lists, GitHub's alerts and
// headings that carry an id, as in "## Cost {#cost}". Anything that GitHub would
// show in another way than the site, or that a reader would not find, is an
// error: raw HTML, images from elsewhere or without a description, bare URLs,
// links without https, text that looks like a link and is none. A link into
// examples/ is no link on the page: alone in its paragraph it is a figure, in a
// sentence a number, in a list of its kind a column of a comparison.
//
// The package checks one file by itself. Whether a page, a heading or an example
// exists is checked by a later stage.
package parse

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Rules are the rules for pages besides Markdown.
type Rules struct {
	// Locale is how the page's language writes.
	Locale *locale.Locale
	// Numerals asks for the numbers in digits of the page.
	Numerals bool
	// Patterns are the fragments of links into examples.
	Patterns []guide.Pattern
	// List is the file, relative to the source folder, that links to lists of the
	// embedded database's commands, stages and operators point into; "" if there
	// are no such links.
	List string
}

// Guide reads a page's body. Its front matter was read before, by Meta, and
// comes in with the page. The guide is fit for use if no message is an error.
func Guide(name guide.Page, content *diag.Text, rules Rules) (guide.Guide, diag.List) {
	_, body := frontMatter(content.Bytes)
	p := &page{
		text:       content,
		base:       body,
		source:     content.Bytes[body:],
		whole:      string(content.Bytes[body:]),
		rules:      rules,
		typography: rules.Locale.Typography(),
		guide:      guide.Guide{Page: name},
		ids:        map[string]diag.Pos{},
	}
	p.limits()
	if p.messages.Failed() {
		return p.guide, p.messages
	}
	document := markdown.Parse(text.NewReader(p.source))
	p.blocks(document)
	if rules.Numerals {
		p.numerals(document)
		slices.SortFunc(p.guide.Numerals, func(a, b guide.Numeral) int { return cmp.Compare(a.Offset, b.Offset) })
	}
	return p.guide, p.messages
}

// page is a guide while it is being read. Offsets count from the body's begin.
type page struct {
	text       *diag.Text
	base       int // offset of the body in text
	source     []byte
	whole      string // the same, for the pieces of it that stay
	rules      Rules
	typography *locale.Typography
	guide      guide.Guide
	messages   diag.List

	section string // id of the last heading
	level   int    // of the last heading
	ids     map[string]diag.Pos
	last    int                   // offset of the last block
	starts  []int                 // of the blocks, footnotes included, in order
	remarks map[int]guide.Remarks // by the offset of the block after them
	notes   []string              // names of the footnotes, by their index less one
	drawing writer
	carded  map[*ast.Link]bool // the links that begin the items of the list that is drawn
	cells   int                // that the page's tables may have, until now
}

func (p *page) pos(offset int) diag.Pos { return p.text.Pos(p.base + offset) }

func (p *page) fail(offset int, text, hint string) {
	switch len(p.messages) {
	case maxMessages:
		text, hint = fmt.Sprintf("there is more than %d wrong with this page; the rest is left out", maxMessages), ""
	case maxMessages + 1:
		return
	}
	p.messages.Add(p.text.Message(p.base+offset, text, hint))
}

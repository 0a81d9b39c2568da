package parse

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/guide"
)

const (
	minLevel = 2
	maxLevel = 4
)

// heading begins a section.
func (p *page) heading(n *ast.Heading) {
	offset := start(n)
	obsolete := p.remarks[offset].Obsolete
	if !obsolete {
		p.headingLevel(n.Level, offset)
	}
	id := p.headingID(n, obsolete)

	w := p.writer(offset)
	html := w.capturePlain(n)
	h := guide.Heading{Level: n.Level, ID: id, Text: plain(html), HTML: html, Pos: p.pos(offset)}
	if h.Text == "" {
		p.fail(offset, "a heading without text", "")
	}

	if !obsolete { // else the page does not show it, and no text belongs to it
		p.section, p.level = id, n.Level
		p.guide.Headings = append(p.guide.Headings, h)
	}
	b := p.newBlock(guide.HeadingBlock, offset)
	b.Heading = &h
	p.guide.Blocks = append(p.guide.Blocks, b)
}

func (p *page) headingLevel(level, offset int) {
	switch {
	case level < minLevel:
		p.fail(offset, "a heading of level 1; the page has one already, its title", "begin the line with ##")
	case level > maxLevel:
		p.fail(offset, fmt.Sprintf("a heading of level %d; at most %d", level, maxLevel), "")
	case level > max(p.level, minLevel-1)+1:
		p.fail(offset, fmt.Sprintf("a heading of level %d under one of level %d", level, max(p.level, 1)),
			"begin the line with "+strings.Repeat("#", max(p.level, 1)+1))
	}
}

// headingID takes {#id} off the end of a heading.
func (p *page) headingID(n *ast.Heading, obsolete bool) string {
	last, ok := n.LastChild().(*ast.Text)
	if !ok {
		return p.noID(n)
	}
	value := last.Segment.Value(p.source)
	open := bytes.LastIndex(value, []byte("{#"))
	if open < 0 || !bytes.HasSuffix(value, []byte("}")) {
		return p.noID(n)
	}
	id, offset := string(value[open+2:len(value)-1]), last.Segment.Start+open
	last.Segment = last.Segment.WithStop(last.Segment.Start + len(bytes.TrimRight(value[:open], " \t")))
	if !isID(id) {
		p.fail(offset, fmt.Sprintf("%q is not a heading's id: letters a to z, digits and hyphens", id), "")
	}
	if obsolete {
		return id
	}
	if first, twice := p.ids[id]; twice {
		p.fail(offset, fmt.Sprintf("the id %s is taken by the heading on line %d", id, first.Line), "")
	}
	p.ids[id] = p.pos(offset)
	return id
}

func (p *page) noID(n *ast.Heading) string {
	hint := "end it with an id that never changes, such as {#cost}"
	if id := idOf(string(n.Lines().Value(p.source))); id != "" {
		hint = "end it with an id that never changes, such as {#" + id + "}"
	}
	p.fail(start(n), "a heading without an id", hint)
	return ""
}

func isID(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}

// idOf suggests an id for a heading of the original.
func idOf(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r > 0x7F || !isID(string(r)) })
	return strings.Join(words, "-")
}

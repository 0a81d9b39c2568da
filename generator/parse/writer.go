package parse

import (
	"fmt"
	"strconv"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"modelbook/generator/guide"
	"modelbook/generator/locale"
	"modelbook/generator/markup"
)

// writer draws one block: HTML, with holes for the parts that a later stage
// draws.
type writer struct {
	page    *page
	buf     []byte
	parts   []guide.Part
	isExtra bool // the block is one more than the original has
	depth   int
	plain   bool // a heading, a caption, a link: no holes
	isCell  bool // of a table

	prev   rune // last character that was written in this run of text
	quotes locale.Quotes
}

// writer returns an empty writer for the block at offset; the page has one
// buffer, so the writer before must be finished.
func (p *page) writer(offset int) *writer {
	p.drawing = writer{page: p, buf: p.drawing.buf[:0], isExtra: p.remarks[offset].Extra, quotes: locale.Quotes{Typography: p.typography}}
	return &p.drawing
}

func (w *writer) string(s string) { w.buf = append(w.buf, s...) }

// finish returns the parts that were drawn.
func (w *writer) finish() []guide.Part {
	w.cut()
	return w.parts
}

func (w *writer) cut() {
	if len(w.buf) > 0 {
		w.parts = append(w.parts, guide.Part{HTML: string(w.buf)})
		w.buf = w.buf[:0]
	}
}

func (w *writer) hole(part guide.Part) {
	w.cut()
	w.parts = append(w.parts, part)
}

// blocks draws the blocks inside n.
func (w *writer) blocks(n ast.Node) {
	w.depth++
	if w.depth == maxNesting+1 {
		w.page.fail(start(n), fmt.Sprintf("quotes and lists nest more than %d deep", maxNesting), "")
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.block(c)
	}
	w.depth--
}

func (w *writer) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		if image := onlyImage(n); image != nil {
			w.image(image, true)
			return
		}
		w.string("<p>")
		w.inlines(n)
		w.string("</p>\n")
	case *ast.TextBlock:
		if image := onlyImage(n); image != nil {
			w.image(image, true)
			return
		}
		w.inlines(n)
		if n.NextSibling() != nil && n.FirstChild() != nil {
			w.string("\n")
		}
	case *ast.List:
		w.list(n)
	case *ast.Blockquote:
		w.quote(n)
	case *ast.FencedCodeBlock:
		w.fencedCode(n)
	case *ast.CodeBlock:
		w.code(n, "")
	case *extast.Table:
		w.table(n)
	case *ast.ThematicBreak:
		w.string("<hr>\n")
	case *ast.Heading:
		w.page.fail(start(n), "a heading inside a quotation, list or footnote", "headings stand at the left")
	case *ast.HTMLBlock:
		w.page.fail(start(n), rawHTML, rawHTMLHint)
	default:
		w.inline(n)
	}
}

func (w *writer) quote(n *ast.Blockquote) {
	if _, offset, ok := w.page.alertMarker(n); ok {
		w.page.fail(offset, "an alert inside a quotation, list or footnote", "alerts stand at the left")
		w.page.dropMarker(n.FirstChild())
	}
	w.string("<blockquote>\n")
	w.blocks(n)
	w.string("</blockquote>\n")
}

func (w *writer) list(n *ast.List) {
	tag := "ul"
	if n.IsOrdered() {
		tag = "ol"
	}
	w.string("<" + tag)
	isTiled := w.depth == 0 && isTiled(n)
	if isTiled {
		w.string(` class="tiles"`)
	}
	if n.IsOrdered() && n.Start != 1 {
		w.string(markup.Attribute("start", strconv.Itoa(n.Start)))
	}
	w.string(">\n")
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		w.string("<li>")
		if isTiled {
			w.tile(item)
		}
		if content := item.FirstChild(); content != nil && content.Kind() != ast.KindTextBlock {
			w.string("\n")
		}
		w.blocks(item)
		w.string("</li>\n")
	}
	w.string("</" + tag + ">\n")
}

func (w *writer) fencedCode(n *ast.FencedCodeBlock) {
	language := string(n.Language(w.page.source))
	if n.Info != nil && len(n.Info.Segment.Value(w.page.source)) > len(language) {
		w.page.fail(n.Info.Segment.Start, "a code block's first line holds more than its language", "")
	}
	w.code(n, language)
}

// code leaves a hole for a block of code.
func (w *writer) code(n ast.Node, language string) {
	offset := n.Pos()
	text := w.page.lines(n)
	if len(text) > maxCode {
		w.page.fail(offset, fmt.Sprintf("a code block of %d kB; at most %d kB", len(text)>>10, maxCode>>10), "")
	}
	w.hole(guide.Part{Code: &guide.CodeBlock{Language: language, Text: text, Pos: w.page.pos(offset)}})
}

// lines returns the text of a block's lines, which mostly is a piece of the page.
func (p *page) lines(n ast.Node) string {
	lines := n.Lines()
	end := -1
	for i := range lines.Len() {
		line := lines.At(i)
		lacksNewline := line.ForceNewline && p.whole[max(line.Stop-1, 0)] != '\n' // at the end of the page
		if line.Padding > 0 || lacksNewline || i > 0 && line.Start != end {
			return string(lines.Value(p.source))
		}
		end = line.Stop
	}
	if end < 0 {
		return ""
	}
	return p.whole[lines.At(0).Start:end]
}

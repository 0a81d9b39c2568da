package parse

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"modelbook/generator/locale"
)

const (
	rawHTML     = "HTML in a page"
	rawHTMLHint = "write Markdown; for a literal < write \\<"
)

// inlines draws the text inside n, a run in which quotation marks pair up.
func (w *writer) inlines(n ast.Node) {
	w.prev = 0
	w.quotes.Begin()
	w.children(n)
	for _, offset := range w.quotes.Unpaired() {
		w.page.fail(offset, "this quotation mark has no partner", `for a straight mark write \"`)
	}
}

func (w *writer) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.inline(c)
	}
}

func (w *writer) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.text(n)
	case *ast.CodeSpan:
		w.codeSpan(n)
	case *ast.Emphasis:
		tag := [...]string{1: "em", 2: "strong"}[n.Level]
		w.gapBefore(n)
		w.string("<" + tag)
		if w.page.typography.Han && n.Level == 1 && !bytes.ContainsFunc(textOf(n, w.page.source), locale.IsWide) {
			w.string(` class="latin"`) // marks of emphasis belong to Han
		}
		w.string(">")
		w.children(n)
		w.string("</" + tag + ">")
	case *ast.Link:
		w.link(n)
	case *ast.AutoLink:
		w.autoLink(n)
	case *ast.Image:
		w.gap('x')
		w.image(n, false)
	case *ast.RawHTML:
		w.page.fail(n.Segments.At(0).Start, rawHTML, rawHTMLHint)
	case *extast.TaskCheckBox:
		w.checkBox(n)
	case *extast.FootnoteLink:
		w.footnoteLink(n)
	case *extast.FootnoteBacklink:
		w.footnoteBacklink(n)
	default:
		w.page.fail(max(n.Pos(), 0), fmt.Sprintf("a %s stands where there is no place for it", strings.ToLower(n.Kind().String())), "")
	}
}

func (w *writer) codeSpan(n *ast.CodeSpan) {
	code := bytes.ReplaceAll(textOf(n, w.page.source), []byte("\n"), []byte(" "))
	w.gap('x')
	w.string("<code>")
	w.buf = append(w.buf, util.EscapeHTML(code)...)
	w.string("</code>")
	w.prev = 'x' // to spaces beside it, code is a Latin word
}

// checkBox draws the box of a task as a sign: a control that does nothing is none.
func (w *writer) checkBox(n *extast.TaskCheckBox) {
	sign := "☐"
	if n.IsChecked {
		sign = "☑"
	}
	w.string(`<span class="task">` + sign + "</span> ")
}

// capturePlain draws the children of n as a run without holes.
func (w *writer) capturePlain(n ast.Node) string {
	w.plain = true
	w.inlines(n)
	return string(w.buf)
}

// capture draws the children of n and takes them out of the buffer again.
func (w *writer) capture(n ast.Node) string {
	start := len(w.buf)
	w.children(n)
	captured := string(w.buf[start:])
	w.buf = w.buf[:start]
	return captured
}

// plain takes the tags and references out of HTML that this package has written,
// and the characters that keep words together.
func plain(drawn string) string {
	drawn = strings.ReplaceAll(drawn, locale.WordJoiner, "")
	if strings.IndexByte(drawn, '<') < 0 {
		return html.UnescapeString(drawn)
	}
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(drawn, "<")
		text.WriteString(before)
		if !found {
			return html.UnescapeString(text.String())
		}
		_, drawn, _ = strings.Cut(rest, ">")
	}
}

package parse

import (
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/locale"
)

const noBreakSpace = "\u00a0"

// space returns the replacement of the space at value[i], and the number of bytes
// that it replaces; 0 if it stays.
func (w *writer) space(n *ast.Text, value []byte, i int) (string, int) {
	t := w.page.typography
	if t.Han {
		next, _ := utf8.DecodeRune(following(n, value, i+1, w.page.source))
		if t.Gap(w.before(value, i), next) == locale.NoSpace {
			return "", 1
		}
	}
	if t.KeepsWord(value[:i], w.prev) || w.keepsNext(n, value, i) {
		return noBreakSpace, 1
	}
	return "", 0
}

func (w *writer) keepsNext(n *ast.Text, value []byte, i int) bool {
	next := following(n, value, min(i+1, len(value)), w.page.source)
	return w.page.typography.KeepsNext(w.before(value, i), next) || locale.KeepsFormula(value[:i], next, w.isCell)
}

// lineBreak writes the end of a source line: a break, a space, or nothing.
func (w *writer) lineBreak(n *ast.Text, value []byte) {
	switch {
	case n.HardLineBreak():
		w.string("<br>\n")
		w.prev = 0
		return
	case !n.SoftLineBreak():
		return
	}
	t := w.page.typography
	if next, _ := utf8.DecodeRune(following(n, value, len(value), w.page.source)); t.JoinsLines(w.prev, next) {
		return
	}
	if t.KeepsWord(value, w.prev) || w.keepsNext(n, value, len(value)) {
		w.string(noBreakSpace)
	} else {
		w.string("\n")
	}
	w.prev = ' '
}

// gap writes the space that Han has beside Latin letters, digits and code, before
// text that begins with next.
func (w *writer) gap(next rune) {
	if w.page.typography.Gap(w.prev, next) == locale.OneSpace {
		w.string(" ")
		w.prev = ' '
	}
}

// gapBefore writes the space before an element.
func (w *writer) gapBefore(n ast.Node) {
	if w.page.typography.Han {
		next, _ := utf8.DecodeRune(firstText(n, w.page.source))
		w.gap(next)
	}
}

// gaps writes prose in Han with its spaces, which need not have been typed.
func (w *writer) gaps(text []byte) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		w.gap(r)
		w.buf = append(w.buf, text[:size]...)
		w.prev, text = r, text[size:]
	}
}

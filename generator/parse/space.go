package parse

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/locale"
)

const noBreakSpace = "\u00a0"

// space gives what is written for the space at value[i].
func (w *writer) space(n *ast.Text, value []byte, i int) (string, int) {
	t := w.page.typography
	if t.Han {
		next, _ := utf8.DecodeRune(following(n, value, i+1, w.page.source))
		if hanBesideLatin(w.before(value, i), next) {
			return "", 1
		}
	}
	if keeps(t, value[:i], w.prev) || w.keepsNext(n, value, i) {
		return noBreakSpace, 1
	}
	return "", 0
}

// lineBreak writes what stands for the end of a source line.
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
	if next, _ := utf8.DecodeRune(following(n, value, len(value), w.page.source)); t.Han && (isWide(w.prev) || isWide(next)) {
		return
	}
	if keeps(t, value, w.prev) || w.keepsNext(n, value, len(value)) {
		w.string(noBreakSpace)
	} else {
		w.string("\n")
	}
	w.prev = ' '
}

// keeps reports whether the last word of before is a short one that stays with
// the next. Its first letter may stand at the begin of the text after prev.
func keeps(t *locale.Typography, before []byte, prev rune) bool {
	if t.Short == nil {
		return false
	}
	start := len(before)
	for start > 0 && len(before)-start <= 6 {
		r, size := utf8.DecodeLastRune(before[:start])
		if !unicode.IsLetter(r) {
			break
		}
		start -= size
	}
	if start == len(before) || start == 0 && isWord(prev) {
		return false
	}
	return t.Short[string(before[start:])]
}

// keepsNext reports whether what follows value[i] stays with what stands before
// it: a unit with its number, a dash with its word.
func (w *writer) keepsNext(n *ast.Text, value []byte, i int) bool {
	before, t := w.before(value, i), w.page.typography
	digit := before >= '0' && before <= '9'
	if !digit && !t.Dash {
		return false
	}
	next := following(n, value, min(i+1, len(value)), w.page.source)
	if t.Dash && (bytes.HasPrefix(next, []byte("—")) || bytes.HasPrefix(next, []byte("–"))) {
		return true
	}
	return digit && (t.Units[string(firstWord(next))] || t.Grouped && isGroup(next))
}

// isGroup reports whether b begins with a group of digits: three of them.
func isGroup(b []byte) bool {
	end := bytes.IndexFunc(b, func(r rune) bool { return r < '0' || r > '9' })
	return end == 3 || end < 0 && len(b) == 3
}

// firstWord gives the letters that b begins with, or its percent sign.
func firstWord(b []byte) []byte {
	if len(b) > 0 && b[0] == '%' {
		return b[:1]
	}
	end := bytes.IndexFunc(b, func(r rune) bool { return !unicode.IsLetter(r) && r != '°' })
	if end < 0 {
		return b
	}
	return b[:end]
}

func hanBesideLatin(a, b rune) bool {
	return unicode.Is(unicode.Han, a) && isLatin(b) || isLatin(a) && unicode.Is(unicode.Han, b)
}

func isLatin(r rune) bool { return unicode.Is(unicode.Latin, r) || r >= '0' && r <= '9' }

// isWide reports whether r is Han or a mark as wide as one.
func isWide(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFF60 || r == '“' || r == '”' || r == '…'
}

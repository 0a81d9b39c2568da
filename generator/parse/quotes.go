package parse

import "unicode/utf8"

// quotation is a quotation mark whose partner has not come yet.
type quotation struct {
	outer  bool
	offset int
}

func (w *writer) top() (q quotation, ok bool) {
	if len(w.quotes) == 0 {
		return quotation{}, false
	}
	return w.quotes[len(w.quotes)-1], true
}

// doubleQuote gives the mark for a straight double one: marks pair up in the
// order that they stand in.
func (w *writer) doubleQuote(offset int) string {
	for i := range w.quotes {
		if w.quotes[i].outer {
			w.quotes = w.quotes[:i]
			return w.page.typography.Close
		}
	}
	w.quotes = append(w.quotes, quotation{true, offset})
	return w.page.typography.Open
}

// singleQuote gives the mark for a straight single one: an apostrophe, or the
// begin or end of a quotation inside another or alone.
func (w *writer) singleQuote(before rune, after []byte, offset int) string {
	next, _ := utf8.DecodeRune(after)
	open, any := w.top()
	switch {
	case isWord(before) && isWord(next):
	case !isWord(before) && before != '.' && before != ',' && next > '9' && isWord(next):
		w.quotes = append(w.quotes, quotation{false, offset})
		return w.page.typography.InnerOpen
	case any && !open.outer:
		w.quotes = w.quotes[:len(w.quotes)-1]
		return w.page.typography.InnerClose
	}
	return "’"
}

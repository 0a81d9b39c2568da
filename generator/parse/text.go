package parse

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"modelbook/generator/invisible"
	"modelbook/generator/locale"
)

// stops are the bytes of prose that are not simply copied.
var stops = func() (table [256]bool) {
	for _, c := range []byte("\x00\\&<>\"' -]:/[~!") {
		table[c] = true
	}
	return table
}()

// text draws a piece of prose: escaped, with the marks and spaces of its language.
func (w *writer) text(n *ast.Text) {
	value := n.Segment.Value(w.page.source)
	copied := 0
	for i := 0; i < len(value); i++ {
		if !stops[value[i]] {
			continue
		}
		replacement, width := w.stop(n, value, i)
		if width == 0 {
			continue
		}
		w.prose(value[copied:i])
		w.buf = append(w.buf, replacement...)
		copied = i + width
		i = copied - 1
		if last, _ := utf8.DecodeLastRuneInString(replacement); w.page.typography.Han && replacement != "" {
			w.prev = last
		}
	}
	w.prose(value[copied:])
	if len(value) > 0 {
		w.prev, _ = utf8.DecodeLastRune(value)
	}
	w.lineBreak(n, value)
}

// prose writes a piece of text that needs no replacement, but for the gaps of
// Han.
func (w *writer) prose(text []byte) {
	if w.page.typography.Han {
		w.gaps(text)
		return
	}
	w.buf = append(w.buf, text...)
}

// stop returns the replacement for the first bytes of value[i:], and how many
// bytes it replaces; 0 if none.
func (w *writer) stop(n *ast.Text, value []byte, i int) (replacement string, width int) {
	switch c := value[i]; c {
	case ' ':
		return w.space(n, value, i)
	case '"':
		return w.quotes.Double(n.Segment.Start + i), 1
	case '\'':
		next, _ := utf8.DecodeRune(following(n, value, i+1, w.page.source))
		return w.quotes.Single(w.before(value, i), next, n.Segment.Start+i), 1
	case '-':
		if w.page.typography.KeepsHyphen(value[:i], value[i+1:]) {
			return "-" + locale.WordJoiner, 1
		}
	case '\\':
		if i+1 < len(value) && util.IsPunct(value[i+1]) {
			return escaped(rune(value[i+1])), 2
		}
	case '&':
		character, width := entity(value[i:])
		if strings.ContainsFunc(character, invisible.Is) {
			w.page.fail(n.Segment.Start+i, "a character that is not seen, or that changes the direction of writing", "delete it")
		}
		return character, width
	case '<', '>', 0:
		return escaped(rune(c)), 1
	default:
		w.suspect(n.Segment.Start, value, i)
	}
	return "", 0
}

// suspect reports text that looks like a link, a figure or a footnote and is
// none.
func (w *writer) suspect(offset int, value []byte, i int) {
	rest := value[i:]
	switch {
	case hasPrefix(rest, "](", "]（", "] (../", "][") && !bytes.HasPrefix(rest, []byte("][^")):
		w.page.fail(offset+i, "this looks like a link and is none", `a link is [text](address), without a space or full-width bracket in it; for literal brackets write \]`)
	case value[i] == '/' && bytes.HasSuffix(value[:i], []byte("examples")):
		w.page.fail(offset+i-len("examples"), "this looks like a link to an example and is none", "write [text]("+examplePath+"<name>.json#…), or `examples/` as code")
	case hasPrefix(rest, "[^"):
		name, _, _ := bytes.Cut(rest[2:], []byte("]"))
		w.page.fail(offset+i, fmt.Sprintf("no footnote is named %s", name), "write its text in a paragraph that begins with [^…]:")
	case w.before(value, i) == '[' && slices.Contains(alerts, string(bytes.TrimRight(rest[1:], "]"))):
		w.page.fail(offset+i-1, "an alert outside a quotation", "begin its lines with >")
	case hasPrefix(rest, "~~"):
		w.page.fail(offset+i, "GitHub strikes this out, the site does not", `leave it out; for a literal ~ write \~`)
	case hasPrefix(rest, "://") && (bytes.HasSuffix(value[:i], []byte("http")) || bytes.HasSuffix(value[:i], []byte("https"))):
		w.page.fail(offset+bytes.LastIndex(value[:i], []byte("http")), "a bare address", "give it a text: [what is there](https://…)")
	}
}

func hasPrefix(b []byte, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if bytes.HasPrefix(b, []byte(prefix)) {
			return true
		}
	}
	return false
}

// entity reads a character reference, as CommonMark part 2.5 writes it.
func entity(b []byte) (string, int) {
	end := bytes.IndexByte(b[:min(len(b), 34)], ';')
	if end < 2 {
		return "&amp;", 1
	}
	name := string(b[1:end])
	if name[0] != '#' {
		if found, ok := util.LookUpHTML5EntityByName(name); ok {
			return string(util.EscapeHTML(found.Characters)), end + 1
		}
		return "&amp;", 1
	}
	digits, base, most := name[1:], 10, 7
	if digits != "" && (digits[0] == 'x' || digits[0] == 'X') {
		digits, base, most = digits[1:], 16, 6
	}
	if code, err := strconv.ParseUint(digits, base, 32); err == nil && len(digits) <= most {
		return escaped(util.ToValidRune(rune(code))), end + 1
	}
	return "&amp;", 1
}

func escaped(r rune) string {
	switch r {
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '&':
		return "&amp;"
	case '"':
		return "&quot;"
	case 0:
		return "\ufffd"
	}
	return string(r)
}

// before returns the character before value[i], 0 at the begin of a run of text.
func (w *writer) before(value []byte, i int) rune {
	if i == 0 {
		return w.prev
	}
	r, _ := utf8.DecodeLastRune(value[:i])
	return r
}

// following returns the text from value[i] on, or, if there is none, the text
// after n.
func following(n ast.Node, value []byte, i int, source []byte) []byte {
	if i < len(value) {
		return value[i:]
	}
	for n != nil && n.NextSibling() == nil && n.Parent().Type() == ast.TypeInline {
		n = n.Parent()
	}
	return firstText(n.NextSibling(), source)
}

// firstText returns the text that n begins with; code is a Latin word.
func firstText(n ast.Node, source []byte) []byte {
	for n != nil && n.FirstChild() != nil {
		n = n.FirstChild()
	}
	text, ok := n.(*ast.Text)
	switch {
	case !ok:
		return nil
	case text.Parent().Kind() == ast.KindCodeSpan:
		return []byte("x")
	}
	return text.Segment.Value(source)
}

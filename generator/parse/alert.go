package parse

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// alerts are GitHub's: docs.github.com, "Basic writing and formatting syntax".
var alerts = []string{"NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"}

// quote makes a quotation or an alert.
func (p *page) quote(n *ast.Blockquote) {
	word, offset, ok := p.alertMarker(n)
	if !ok {
		p.add(guide.Quote, n)
		return
	}
	text := fmt.Sprintf("[!%s] is not a kind of alert", word)
	hint := diag.DidYouMean(strings.ToUpper(word), alerts)
	for _, alert := range alerts {
		switch {
		case alert == word:
			p.alert(n, alert)
			return
		case alert == strings.ToUpper(word):
			hint = "write [!" + alert + "]"
		}
	}
	if hint == "" {
		hint = "the marker is not translated: it is one of [!" + strings.Join(alerts, "], [!") + "]"
	}
	p.fail(offset, text, hint)
}

// alert makes a block of the text after the marker's line.
func (p *page) alert(n *ast.Blockquote, word string) {
	p.dropMarker(n.FirstChild())
	if n.FirstChild() == nil {
		p.fail(start(n), "an alert without text", "write its text in lines that begin with >, below the marker")
	}
	w := p.writer(start(n))
	w.blocks(n)
	b := p.newBlock(guide.Alert, start(n))
	b.Alert, b.Parts = strings.ToLower(word), w.finish()
	p.guide.Blocks = append(p.guide.Blocks, b)
}

// alertMarker returns the word of the marker that a quotation begins with.
func (p *page) alertMarker(n ast.Node) (word string, offset int, ok bool) {
	first, ok := n.FirstChild().(*ast.Paragraph)
	if !ok || first.Lines().Len() == 0 {
		return "", 0, false
	}
	segment := first.Lines().At(0)
	line := bytes.TrimSpace(segment.Value(p.source))
	for _, open := range []string{"[!", "［!", "［！", "[！", "【!", "【！"} {
		if rest, found := bytes.CutPrefix(line, []byte(open)); found {
			if open != "[!" {
				p.fail(segment.Start, "an alert's marker in full-width brackets", "write [!NOTE]")
			}
			word, after, closed := strings.Cut(string(rest), "]")
			if open == "[!" && after != "" && slices.Contains(alerts, word) {
				p.fail(segment.Start, "an alert's marker with text on its line", "write the text below it, in lines that begin with >")
				p.dropMarker(first)
			}
			return word, segment.Start, open == "[!" && closed && after == ""
		}
	}
	return "", 0, false
}

// dropMarker takes the first line off a paragraph, and the paragraph away if
// nothing is left.
func (p *page) dropMarker(paragraph ast.Node) {
	end := paragraph.Lines().At(0).Stop
	for c := paragraph.FirstChild(); c != nil && c.Pos() < end; c = paragraph.FirstChild() {
		paragraph.RemoveChild(paragraph, c)
	}
	if paragraph.FirstChild() == nil {
		paragraph.Parent().RemoveChild(paragraph.Parent(), paragraph)
	}
}

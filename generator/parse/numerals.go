package parse

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"modelbook/generator/guide"
)

// numerals lists the numbers in digits of a page's text, in order.
func (p *page) numerals(n ast.Node) {
	switch n := n.(type) {
	case *extast.FootnoteList, *ast.FencedCodeBlock, *ast.CodeBlock:
		return
	case *ast.Heading:
		p.numeralsIn(n, guide.InHeading, nil)
		return
	case *ast.Paragraph, *ast.TextBlock:
		p.numeralsIn(n, guide.InSentence, nil)
		return
	case *extast.Table:
		p.numeralsOfTable(n)
		return
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		p.numerals(c)
	}
}

// numeralsOfTable lists those of a table. A number in the head of a column, or in the
// first cell of a row, may say at which size the linked numbers there are.
func (p *page) numeralsOfTable(table *extast.Table) {
	columns := map[int][]guide.Target{}
	rows := map[ast.Node][]guide.Target{}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		column := 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			targets := p.targetsIn(cell)
			columns[column], rows[row] = append(columns[column], targets...), append(rows[row], targets...)
			column++
		}
	}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		column := 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			switch {
			case row == table.FirstChild():
				p.numeralsIn(cell, guide.InHead, columns[column])
			case column == 0:
				p.numeralsIn(cell, guide.InHead, rows[row])
			default:
				p.numeralsIn(cell, guide.InSentence, nil)
			}
			column++
		}
	}
}

// targetsIn returns the targets of the links in n, other than those to pages.
func (p *page) targetsIn(n ast.Node) []guide.Target {
	var targets []guide.Target
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if link, ok := c.(*ast.Link); ok {
			if target, ok := p.targetOf(link); ok {
				targets = append(targets, target)
			}
			continue
		}
		targets = append(targets, p.targetsIn(c)...)
	}
	return targets
}

// targetOf returns the target of a link into an example, or of one that isPageValue.
func (p *page) targetOf(link *ast.Link) (guide.Target, bool) {
	destination := string(link.Destination)
	if !isExampleLink(link.Destination) && !isPageValue(destination) {
		return guide.Target{}, false
	}
	for _, place := range []guide.Place{guide.InText, guide.Alone, guide.InList, guide.InCard} {
		if target, wrong := p.target(destination, place); wrong.text == "" {
			return target, true
		}
	}
	return guide.Target{}, false
}

// textRun is the text of a paragraph, a heading or a cell, with a mark in place of what is
// no text.
type textRun struct {
	text    []byte
	offsets []int // in the body, of each byte
	notes   []int // where in the text footnotes are referred to
}

// mark stands in a run for code, a footnote or an image.
const mark = "\uFFFC"

func (r *textRun) add(text string, offset int) {
	for i := range len(text) {
		r.text = append(r.text, text[i])
		r.offsets = append(r.offsets, offset+i)
	}
}

// numeralsIn lists the numbers of a paragraph, a heading or a cell.
func (p *page) numeralsIn(n ast.Node, place guide.NumeralPlace, targets []guide.Target) {
	var all textRun
	p.flatten(n, &all)
	sentences := all.sentences()
	documented := map[int]bool{}
	for _, at := range all.notes {
		documented[sentences[at]] = true
	}
	for _, numeral := range p.rules.Locale.Numerals(string(all.text)) {
		if isPartOfName(all.text[:numeral.Offset]) || place == guide.InHeading && isItemNumber(all.text, numeral.Offset, len(numeral.Text)) {
			continue
		}
		p.addNumeral(guide.Numeral{
			Text: numeral.Text, Value: numeral.Value, Offset: all.offsets[numeral.Offset], Place: place,
			IsDocumented: documented[sentences[numeral.Offset]], Targets: targets,
		})
	}
}

// addNumeral adds a number, whose offset is in the body.
func (p *page) addNumeral(n guide.Numeral) {
	n.Pos = p.pos(n.Offset)
	n.Offset += p.base
	p.guide.Numerals = append(p.guide.Numerals, n)
}

// flatten writes the text of n into a run. The texts of links that hold their numbers,
// and captions, are listed at once.
func (p *page) flatten(n ast.Node, into *textRun) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			into.add(string(c.Segment.Value(p.source)), c.Segment.Start)
			if c.SoftLineBreak() || c.HardLineBreak() {
				into.add(" ", c.Segment.Stop)
			}
		case *ast.Link:
			target, ok := p.targetOf(c)
			if !ok {
				p.flatten(c, into)
				continue
			}
			place := guide.InCaption
			if isPageValue(string(c.Destination)) || p.isNumberLink(string(c.Destination)) {
				place = guide.InLink
			}
			p.numeralsIn(c, place, []guide.Target{target})
			into.add(mark, max(c.Pos(), 0))
		case *extast.FootnoteLink:
			into.notes = append(into.notes, len(into.text))
			into.add(mark, 0)
		case *ast.Emphasis:
			p.flatten(c, into)
		default:
			into.add(mark, 0)
		}
	}
}

// sentences returns for each byte of the text, and for its end, in which sentence it
// is. What follows a sentence without a space, such as a footnote, belongs to it.
func (r *textRun) sentences() []int {
	of := make([]int, 0, len(r.text)+1)
	sentence, ended := 0, false
	for i := 0; i < len(r.text); {
		c, size := utf8.DecodeRune(r.text[i:])
		switch {
		case c == '。' || c == '！' || c == '？':
			ended = true
		case ended && c != utf8.RuneError && !unicode.IsPunct(c) && string(c) != mark:
			sentence, ended = sentence+1, false
		case c == '.' || c == '!' || c == '?':
			next, _ := utf8.DecodeRune(r.text[i+size:])
			ended = !unicode.IsDigit(next) && !unicode.IsLetter(next)
		}
		for range size {
			of = append(of, sentence)
		}
		i += size
	}
	return append(of, sentence)
}

// isPartOfName reports whether digits after this text are the end of a name, as in
// int32, SHA-256 or v8.
func isPartOfName(before []byte) bool {
	last, size := utf8.DecodeLastRune(before)
	if last == '-' {
		letter, _ := utf8.DecodeLastRune(before[:len(before)-size])
		return unicode.IsUpper(letter)
	}
	return last == '_' || last < unicode.MaxASCII && unicode.IsLetter(last)
}

// isItemNumber reports whether a number begins a text as that of a list does: "2. …".
func isItemNumber(text []byte, offset, length int) bool {
	rest := text[offset+length:]
	return offset == 0 && len(rest) > 1 && rest[0] == '.' && rest[1] == ' '
}

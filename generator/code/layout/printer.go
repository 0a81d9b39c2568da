package layout

import (
	"math"
	"strings"

	"modelbook/generator/figure"
)

// Margins are the widths that lines are broken for.
type Margins struct {
	Width int // columns of a line
	Step  int // columns of an indentation
	// IsStrict: statements in others have less room than the ones around them.
	IsStrict bool
}

// Lines lays a Doc out.
func Lines(d Doc, m Margins) Printed {
	p := &printer{Margins: m, most: math.MaxInt}
	d.write(p, state{})
	p.endLine()
	return Printed{Lines: p.lines, Marks: p.marks}
}

// Printed is code in lines, with the positions of the Doc's marks in their order.
type Printed struct {
	Lines []figure.Line
	Marks []Position
}

// Position is the number of a mark, and the index of the line that it is in.
type Position struct{ Mark, Line int }

// Inline writes a Doc in one line, without joining its tokens of punctuation.
func Inline(d Doc) []figure.Token {
	p := &printer{isApart: true, most: math.MaxInt}
	d.write(p, state{isFlat: true})
	return p.line
}

// printer writes lines, or only measures them.
type printer struct {
	Margins
	lines   []figure.Line // all but the last
	line    []figure.Token
	more    int // of the last line
	marks   []Position
	comment string // before each line
	column  int    // where the next text begins, free text not counted
	margin  int    // column from which a line's width is counted
	isApart bool   // neighbouring tokens of punctuation are not joined

	isMeasuring bool // nothing is written
	cost, most  cost // of the lines but the last; above most, measuring ends
}

// cost compares layouts by the columns beyond the width, and then by their lines: it is
// the number of these columns times tooWide, plus the number of line ends.
type cost int

const tooWide cost = 1 << 32

// room returns the columns that the line has left.
func (p *printer) room() int { return p.margin + p.Width - p.column }

// excess returns the cost of the columns that the line has beyond the width.
func (p *printer) excess() cost { return cost(max(0, -p.room())) * tooWide }

func (p *printer) write(tokens ...figure.Token) {
	if p.isMeasuring {
		return
	}
	for _, token := range tokens {
		if n := len(p.line); n > 0 && token.Class == figure.Punctuation && p.line[n-1].Class == token.Class && !p.isApart {
			p.line[n-1].Text += token.Text
			continue
		}
		p.line = append(p.line, token)
	}
}

func (p *printer) newline(indent int) {
	p.cost += p.excess() + 1
	p.column = indent
	if p.isMeasuring {
		return
	}
	p.endLine()
	if p.comment != "" {
		p.write(figure.Token{Class: figure.Comment, Text: p.comment})
	}
	if indent > 0 {
		p.write(figure.Token{Text: strings.Repeat(" ", indent)})
	}
}

func (p *printer) endLine() {
	p.lines = append(p.lines, figure.Line{Tokens: append([]figure.Token(nil), p.line...), More: p.more})
	p.line, p.more = p.line[:0], 0
}

// trimSpace removes the space at the end of the line.
func (p *printer) trimSpace() {
	if n := len(p.line); n > 0 && !p.isMeasuring {
		p.line[n-1].Text = strings.TrimSuffix(p.line[n-1].Text, " ")
	}
}

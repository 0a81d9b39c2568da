package render

import (
	"cmp"

	"modelbook/generator/figure"
)

// layout writes pieces into lines of at most Columns.
type layout struct {
	lines  []figure.Line
	column int
	step   int // columns of an indentation, those of the shell if 0
}

func (l *layout) indent() int { return cmp.Or(l.step, shellStep) }

func (l *layout) write(tokens ...figure.Token) {
	if len(l.lines) == 0 {
		l.lines = []figure.Line{{}}
	}
	last := &l.lines[len(l.lines)-1]
	for _, token := range tokens {
		l.column += figure.Columns(token.Text)
		if n := len(last.Tokens); n > 0 && last.Tokens[n-1].Class == token.Class && token.Class == figure.Punctuation {
			last.Tokens[n-1].Text += token.Text
			continue
		}
		last.Tokens = append(last.Tokens, token)
	}
}

func (l *layout) punctuation(text string) { l.write(punctuation(text)...) }

func (l *layout) newline(indent int) {
	l.lines = append(l.lines, figure.Line{})
	l.column = 0
	if indent > 0 {
		l.write(figure.Token{Text: spaces(indent)})
	}
}

// piece writes p at the current column. Lines that it begins are indented by
// indent or more; trail columns have to follow it in its last line.
func (l *layout) piece(p piece, indent, trail int) {
	l.write(p.before...)
	flat := p.flat()
	fits := l.column+columns(flat)+trail <= Columns
	switch {
	case fits && p.whole():
		l.write(flat...)
	case p.container():
		l.broken(p, indent, trail)
	case fits:
		l.write(flat...)
	default:
		l.long(p, indent, trail)
	}
}

// broken writes a container over several lines. Where it has one element,
// itself a container, their brackets share a line if there is room.
func (l *layout) broken(p piece, indent, trail int) {
	if l.shares(p) {
		l.punctuation(p.opening())
		l.write(p.items[0].before...)
		l.broken(p.items[0], indent, trail+len(p.closing()))
		l.punctuation(p.closing())
		return
	}
	l.punctuation(p.brackets[:1])
	if p.brackets == "[]" && allScalars(p.items) {
		l.fill(p, indent+l.indent())
	} else {
		l.items(p, indent+l.indent())
	}
	l.newline(indent)
	l.punctuation(p.brackets[1:])
}

// shares reports whether p has one element, itself a container, whose opening
// bracket has room in the line.
func (l *layout) shares(p piece) bool {
	if len(p.items) != 1 || !p.items[0].container() || p.more > 0 {
		return false
	}
	inner := p.items[0]
	return l.column+len(p.opening())+columns(inner.before)+len(inner.opening()) <= Columns
}

// items writes one element a line.
func (l *layout) items(p piece, indent int) {
	for i, item := range p.items {
		l.newline(indent)
		l.piece(item, indent, 1)
		if i < len(p.items)-1 {
			l.punctuation(",")
		}
	}
	l.lines[len(l.lines)-1].More = p.more
}

// fill writes as many scalars a line as it holds.
func (l *layout) fill(p piece, indent int) {
	for i, item := range p.items {
		switch {
		case i == 0:
			l.newline(indent)
		case l.column+len(" ")+columns(item.flat())+len(",") > Columns:
			l.newline(indent)
		default:
			l.punctuation(" ")
		}
		l.piece(item, indent, 1)
		if i < len(p.items)-1 {
			l.punctuation(",")
		}
	}
	l.lines[len(l.lines)-1].More = p.more
}

func allScalars(items []piece) bool {
	for _, item := range items {
		if item.brackets != "" {
			return false
		}
	}
	return true
}

// long writes a scalar that does not fit behind its name: below it, and a
// string in pieces that + joins.
func (l *layout) long(p piece, indent, trail int) {
	if len(p.scalar) == 1 && p.scalar[0].Class == figure.String && p.scalar[0].Text[0] != '/' {
		l.longString(p.scalar[0].Text, indent, trail)
		return
	}
	if len(p.before) == 0 || l.column <= indent+l.indent() {
		l.write(p.flat()...)
		return
	}
	l.trimSpace()
	l.newline(indent + l.indent())
	l.write(p.flat()...)
}

// trimSpace takes the space off the end of `name: `.
func (l *layout) trimSpace() {
	tokens := l.lines[len(l.lines)-1].Tokens
	if last := &tokens[len(tokens)-1]; last.Text == ": " {
		last.Text = ":"
	}
}

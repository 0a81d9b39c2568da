package render

import (
	"cmp"
	"slices"
	"strings"

	"modelbook/generator/figure"
)

// layout writes pieces into lines of at most as many columns as it is wide.
type layout struct {
	lines  []figure.Line
	column int
	step   int  // columns of an indentation, those of the shell if 0
	width  int  // of a line, Columns if 0
	closed bool // a comma also behind the last of what stands on lines of its own
	joined bool // strings under a name need no joint; in a list one would look like two
}

func (l *layout) indent() int { return cmp.Or(l.step, shellStep) }

func (l *layout) columns() int { return cmp.Or(l.width, Columns) }

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
	trail += columns(p.after)
	fits := p.left(l.columns()-l.column-trail) >= 0
	switch {
	case fits && p.whole():
		l.write(p.flat()...)
	case p.container():
		l.broken(p, indent, trail)
	case fits:
		l.write(p.flat()...)
	default:
		l.long(p, indent, trail)
	}
	l.write(p.after...)
}

// broken writes a container over several lines. Where it has one element,
// itself a container, their brackets share a line if there is room.
func (l *layout) broken(p piece, indent, trail int) {
	l.write(p.kinds()...)
	if l.shares(p, indent+l.indent()) {
		inner := p.items[0]
		l.punctuation(p.opening())
		l.write(inner.before...)
		l.broken(inner, indent, trail+columns(inner.after)+len(p.closing()))
		l.write(inner.after...)
		l.punctuation(p.closing())
		return
	}
	l.punctuation(p.brackets[:1])
	if p.list && allScalars(p.items) {
		l.fill(p, indent+l.indent())
	} else {
		l.items(p, indent+l.indent())
	}
	l.newline(indent)
	l.punctuation(p.brackets[1:])
}

// shares reports whether p has one element, itself a container, whose opening
// bracket has room in the line. Where a comma ends each line, it has not if it then
// needs no more than one.
func (l *layout) shares(p piece, indent int) bool {
	if len(p.items) != 1 || !p.items[0].container() || p.more > 0 || l.closed && l.lineEach(p.items, indent) {
		return false
	}
	inner := p.items[0]
	return l.column+len(p.opening())+columns(inner.before)+len(inner.kind)+len(inner.opening()) <= l.columns()
}

// items writes one element a line.
func (l *layout) items(p piece, indent int) {
	for i, item := range p.items {
		l.newline(indent)
		if item.pad > 0 && l.lineEach(p.items, indent) {
			item.before = append(slices.Clone(item.before), figure.Token{Text: spaces(item.pad)})
		}
		l.piece(item, indent, 1)
		if l.closed || i < len(p.items)-1 {
			l.punctuation(",")
		}
	}
	l.lines[len(l.lines)-1].More = p.more
}

// lineEach reports whether each element has room in a line.
func (l *layout) lineEach(items []piece, indent int) bool {
	return !slices.ContainsFunc(items, func(p piece) bool {
		return p.left(l.columns()-indent-columns(p.before)-p.pad-columns(p.after)-len(",")) < 0
	})
}

// fill writes as many scalars a line as it holds.
func (l *layout) fill(p piece, indent int) {
	for i, item := range p.items {
		switch {
		case i == 0:
			l.newline(indent)
		case item.left(Columns-l.column-len(" ")-columns(item.before)-columns(item.after)-len(",")) < 0:
			l.newline(indent)
		default:
			l.punctuation(" ")
		}
		l.piece(item, indent, 1)
		if l.closed || i < len(p.items)-1 {
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
// string in pieces.
func (l *layout) long(p piece, indent, trail int) {
	if len(p.then) > 0 {
		l.nested(p, indent, trail)
		return
	}
	if len(p.scalar) == 1 && p.scalar[0].Class == figure.String && p.scalar[0].Text[0] != '/' {
		between := joint
		if l.joined && len(p.before) > 0 {
			between = ""
		}
		l.longString(p.scalar[0].Text, between, indent, trail)
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

// nested writes methods of one argument that are called on each other's result: one
// behind what makes the first's receiver, several below it, and so one whose argument
// has no room and can't be broken.
func (l *layout) nested(p piece, indent, trail int) {
	l.write(p.scalar...)
	for _, m := range p.then {
		argument := m.arguments[0]
		argument.before = slices.Concat(one(figure.Function, m.name), punctuation("("), argument.before)
		argument.after = slices.Concat(argument.after, punctuation(")"))
		l.punctuation(".")
		room := l.columns() - l.column - columns(argument.before) - columns(argument.after) - trail
		if len(p.then) > 1 || !argument.container() && argument.left(room) < 0 {
			l.newline(indent + l.indent())
			l.piece(argument, indent+l.indent(), 1)
			continue
		}
		l.piece(argument, indent, trail)
	}
}

// trimSpace takes the space off the end of `name: `.
func (l *layout) trimSpace() {
	tokens := l.lines[len(l.lines)-1].Tokens
	last := &tokens[len(tokens)-1]
	last.Text = strings.TrimSuffix(last.Text, " ")
}

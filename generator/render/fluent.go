package render

import "modelbook/generator/figure"

// fluent breaks a call into lines as languages do whose statements end with a
// semicolon: a line begins with a point, and brackets close where the last argument
// ends. A call of one method stands in the first line or below it, whichever takes
// fewer lines.
func fluent(c chain) []figure.Line {
	p := piece{scalar: c.receiver, then: c.methods}
	start := layout{step: c.dialect.step, width: c.width}
	below := start
	below.fluent(p, 0, len(";"))
	if len(c.methods) != 1 {
		return below.lines
	}
	beside := start
	beside.write(c.receiver...)
	beside.call(c.methods[0], 0, len(";"))
	width := below.columns()
	if over, other := overflow(beside.lines, width), overflow(below.lines, width); over < other || over == other && len(beside.lines) <= len(below.lines) {
		return beside.lines
	}
	return below.lines
}

// shortestPart is in how many columns a string is still cut into parts, and arguments
// are broken.
const shortestPart = 24

// shortestFirst is in how many columns the first argument, which is often a name, leaves
// its line.
const shortestFirst = 16

// fluent writes p at the current column; trail columns have to follow it.
func (l *layout) fluent(p piece, indent, trail int) {
	if p.left(l.columns()-l.column-columns(p.before)-trail) >= 0 {
		l.write(p.before...)
		l.write(p.flat()...)
		return
	}
	if len(p.then) > 0 {
		l.chained(p, indent, trail)
		return
	}
	l.write(p.before...)
	switch {
	case p.brackets != "":
		l.punctuation(p.brackets[:1])
		l.arguments(p.items, indent, trail+1)
		l.punctuation(p.brackets[1:])
	case l.cuts(p, indent, trail):
		l.longString(p.scalar[0].Text, joint, indent, trail)
	default:
		l.write(p.scalar...)
	}
}

// cuts reports whether p is a string that is cut where it does not fit.
func (l *layout) cuts(p piece, indent, trail int) bool {
	return len(p.scalar) == 1 && p.scalar[0].Class == figure.String && l.columns()-indent-l.indent()-trail >= shortestPart
}

// chained writes each method of p on a line of its own.
func (l *layout) chained(p piece, indent, trail int) {
	head := p
	head.then = nil
	l.fluent(head, indent+l.indent(), 0) // lines of its own stand behind the points
	for i, m := range p.then {
		l.newline(indent + l.indent())
		follows := 0
		if i == len(p.then)-1 {
			follows = trail
		}
		l.call(m, indent+l.indent(), follows)
	}
}

// breaksLast reports whether the last argument begins in the line and is broken.
func (l *layout) breaksLast(items []piece, indent, trail int) bool {
	before, last := items[:len(items)-1], items[len(items)-1]
	if !allScalars(before) || last.brackets == "" || leftInLine(items[len(before):], l.columns()-indent-l.indent()-trail) >= 0 {
		return false
	}
	begins := l.column + columns(inLine(before)) + len(", ") + columns(last.before)
	if len(last.then) > 0 {
		head := last
		head.then = nil
		return head.left(l.columns()-begins) >= 0
	}
	return begins+len("(") <= l.columns() && (!allScalars(last.items) || len(last.items) > 2)
}

func (l *layout) call(m method, indent, trail int) {
	l.punctuation(".")
	l.write(figure.Token{Class: figure.Function, Text: m.name})
	l.punctuation("(")
	l.arguments(m.arguments, indent, trail+1)
	l.punctuation(")")
}

// arguments stay in the line where they fit or are too short to be broken, or all but
// the last do, which is then broken if a line of its own would not hold it. Else each
// has a line of its own, but values share them, as several before one that is none do, and
// the first stays if it is one.
func (l *layout) arguments(items []piece, indent, trail int) {
	if len(items) == 0 {
		return
	}
	last := len(items) - 1
	switch {
	case leftInLine(items, max(l.columns()-l.column-trail, shortestPart)) >= 0:
		l.argumentsInLine(items)
		return
	case l.breaksLast(items, indent, trail):
		for _, item := range items[:last] {
			l.write(item.flat()...)
			l.punctuation(", ")
		}
		l.fluent(items[last], indent, trail)
		return
	}
	filled := len(items) > 2 && allScalars(items) || len(items) > 3 && allScalars(items[:last])
	for i, item := range items {
		follows := len(",")
		if i == last {
			follows = trail
		}
		fits := func(before int) bool { return leftInLine(items[i:i+1], l.columns()-l.column-before-follows) >= 0 }
		switch {
		case i == 0 && allScalars(items[:1]) && (fits(0) || leftInLine(items[:1], shortestFirst) >= 0 && !l.cuts(item, indent+l.indent(), follows)): // behind the bracket
		case i > 0 && filled && item.brackets == "" && fits(len(" ")):
			l.punctuation(" ")
		default:
			l.newline(indent + l.indent())
		}
		l.fluent(item, indent+l.indent(), follows)
		if i < last {
			l.punctuation(",")
		}
	}
}

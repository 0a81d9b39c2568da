package render

import (
	"cmp"
	"math"
	"math/bits"

	"modelbook/generator/figure"
)

// chain is a call: db, a collection or nothing, and methods
// called one on the other's result.
type chain struct {
	dialect  *Dialect
	receiver []figure.Token
	methods  []method
	width    int // of its lines, Columns if 0
}

type method struct {
	name      string
	arguments []piece
	held      int // of its arguments, which stay in its line
}

// code lays the chain out.
func (c chain) code() figure.Code {
	layOut := c.dialect.layOut
	if layOut == nil {
		layOut = atBrackets
	}
	lines := layOut(c)
	return figure.Code{Language: c.dialect.language, Lines: lines, Width: widest(lines)}
}

// atBrackets breaks a chain at brackets. Each method's arguments stand in the method's
// line or below it; of all ways the one is taken that stays within its width, or
// nearest to it, and has the fewest lines, where it counts as two lines more to
// break anywhere but in the first method. A line never begins with a point:
// what is pasted line by line would end before it.
func atBrackets(c chain) []figure.Line {
	var best []figure.Line
	bestRank := [3]int{math.MaxInt}
	for below := range uint(1) << len(c.methods) {
		lines := c.lines(below)
		rank := [3]int{overflow(lines, cmp.Or(c.width, Columns)), len(lines) + 2*bits.OnesCount(below>>1), int(below)}
		if lessRank(rank, bestRank) {
			best, bestRank = lines, rank
		}
	}
	return best
}

// lines lays the chain out with the arguments of the methods in the set
// below on lines of their own.
func (c chain) lines(below uint) []figure.Line {
	l := layout{step: c.dialect.step, width: c.width, closed: c.dialect.closed, joined: c.dialect.joined}
	l.write(c.receiver...)
	for i, m := range c.methods {
		l.punctuation(".")
		l.write(figure.Token{Class: figure.Function, Text: m.name})
		l.punctuation("(")
		if below&(1<<i) != 0 {
			l.argumentsBelow(m.arguments, m.held)
		} else {
			l.argumentsInLine(m.arguments)
		}
		l.punctuation(")")
	}
	return l.lines
}

func (l *layout) argumentsInLine(arguments []piece) {
	l.write(inLine(arguments)...)
}

// argumentsBelow leaves the opening bracket of the only container among the
// arguments in the line, if it is the last of them; behind its name only where there
// is room.
func (l *layout) argumentsBelow(arguments []piece, held int) {
	if last := len(arguments) - 1; last >= 0 && arguments[last].container() && allScalars(arguments[:last]) && (len(arguments[last].before) == 0 || l.opens(arguments)) {
		l.argumentsInLine(arguments[:last])
		if last > 0 {
			l.punctuation(", ")
		}
		l.write(arguments[last].before...)
		l.broken(arguments[last], 0, 1)
		return
	}
	l.argumentsInLine(arguments[:held])
	if 0 < held && held < len(arguments) {
		l.punctuation(",")
	}
	below := arguments[held:]
	for i, argument := range below {
		l.newline(l.indent())
		l.piece(argument, l.indent(), 1)
		if l.closed || i < len(below)-1 {
			l.punctuation(",")
		}
	}
	if len(below) > 0 {
		l.newline(0)
	}
}

// opens reports whether the last of arguments can begin in the line.
func (l *layout) opens(arguments []piece) bool {
	last := arguments[len(arguments)-1]
	before := columns(inLine(arguments[:len(arguments)-1])) + len(", ")
	return len(arguments) == 1 || l.column+before+columns(last.before)+len(last.kind)+len(last.opening()) <= l.columns()
}

func overflow(lines []figure.Line, width int) int {
	n := 0
	for _, line := range lines {
		n += max(0, figure.Columns(line.Text())-width)
	}
	return n
}

func widest(lines []figure.Line) int {
	n := 0
	for _, line := range lines {
		n = max(n, figure.Columns(line.Text()))
	}
	return n
}

func lessRank(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

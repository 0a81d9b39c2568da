// Package layout breaks code into lines of a width. A Doc is code with the places where
// its lines may end, in the manner of Wadler's "A prettier printer" and of Prettier: a
// group is written in one line if it fits, and is broken over several if not.
package layout

import (
	"slices"
	"strings"

	"modelbook/generator/figure"
)

// Doc is code to be laid out. The Docs of this package store their width in one line, so
// that it costs nothing to check whether they fit.
type Doc interface {
	// flat returns its width in one line, in columns, or never.
	flat() int
	// leads returns the columns before its first line end, and whether it has one.
	leads() (columns int, ends bool)
	write(p *printer, s state)
}

// never is the width in one line of a Doc that always takes several.
const never = 1 << 30

// state is the context in which a Doc is written.
type state struct {
	indent int  // column at which its lines begin
	trail  int  // columns that have to follow it in its last line
	isFlat bool // all of it is written in one line
	isOpen bool // a group ends its lines even if it had room in one
}

// Margins are the widths that lines are broken for.
type Margins struct {
	Width int // columns of a line
	Step  int // columns of an indentation
}

// Lines lays a Doc out.
func Lines(d Doc, m Margins) Printed {
	p := &printer{Margins: m, lines: make([]figure.Line, 1)}
	d.write(p, state{})
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
	p := &printer{lines: make([]figure.Line, 1), isApart: true}
	d.write(p, state{isFlat: true})
	return p.lines[0].Tokens
}

type printer struct {
	Margins
	lines    []figure.Line
	marks    []Position
	column   int  // where the next text begins, free text not counted
	margin   int  // column from which a line's width is counted
	overflow int  // columns beyond the width, of all lines but the last
	isApart  bool // neighbouring tokens of punctuation are not joined
}

// room returns the columns that the line has left.
func (p *printer) room() int { return p.margin + p.Width - p.column }

func (p *printer) write(tokens []figure.Token) {
	last := &p.lines[len(p.lines)-1]
	for _, token := range tokens {
		if n := len(last.Tokens); n > 0 && last.Tokens[n-1].Class == token.Class && token.Class == figure.Punctuation && !p.isApart {
			last.Tokens[n-1].Text += token.Text
			continue
		}
		last.Tokens = append(last.Tokens, token)
	}
}

func (p *printer) newline(indent int) {
	p.overflow += max(0, -p.room())
	p.lines = append(p.lines, figure.Line{})
	p.column = indent
	if indent > 0 {
		p.write([]figure.Token{{Text: strings.Repeat(" ", indent)}})
	}
}

// trimSpace removes the space at the end of the line.
func (p *printer) trimSpace() {
	if tokens := p.lines[len(p.lines)-1].Tokens; len(tokens) > 0 {
		last := &tokens[len(tokens)-1]
		last.Text = strings.TrimSuffix(last.Text, " ")
	}
}

// Width returns the columns that a Doc takes in one line.
func Width(d Doc) int { return d.flat() }

// Columns returns the width of tokens in one line.
func Columns(tokens []figure.Token) int {
	n := 0
	for _, token := range tokens {
		n += figure.Columns(token.Text)
	}
	return n
}

// Text is code that stays in its line.
func Text(tokens ...figure.Token) Doc {
	n := Columns(tokens)
	return text{tokens, n, n, n}
}

// Punctuation is text of that class.
func Punctuation(s string) Doc { return Text(figure.Token{Class: figure.Punctuation, Text: s}) }

// Free is text that is not counted in the width: the end of a statement, or a beginning
// that must not change how the rest is broken.
func Free(tokens ...figure.Token) Doc { return text{tokens: tokens} }

// Hanging is text that may go beyond the width at the end of a group's last line, but
// that counts in the width of a group written in one line.
func Hanging(s string) Doc {
	n := figure.Columns(s)
	return text{[]figure.Token{{Class: figure.Punctuation, Text: s}}, n, n, 0}
}

// Keep keeps columns free at the end of a line.
func Keep(columns int) Doc { return text{after: columns} }

type text struct {
	tokens        []figure.Token
	inLine, takes int // columns, in one line and where it is written
	after         int // columns that the text before it leaves free
}

func (t text) flat() int          { return t.inLine }
func (t text) leads() (int, bool) { return t.after, false }
func (t text) write(p *printer, _ state) {
	p.write(t.tokens)
	p.column += t.takes
}

// Concat is Docs one after another, nil ones left out.
func Concat(docs ...Doc) Doc {
	docs = slices.DeleteFunc(docs, func(d Doc) bool { return d == nil })
	c := &concat{docs: docs, trails: make([]trail, len(docs))}
	follows := trail{}
	for i, d := range slices.Backward(docs) {
		c.trails[i] = follows
		columns, ends := d.leads()
		if follows.columns += columns; ends {
			follows = trail{columns, true}
		}
		c.columns = min(c.columns+d.flat(), never)
	}
	c.first = follows
	return c
}

// trail is the number of columns that follow in the line, and whether a line end follows
// them.
type trail struct {
	columns int
	ends    bool
}

type concat struct {
	docs    []Doc
	trails  []trail // after each of them
	first   trail
	columns int
}

func (c *concat) flat() int          { return c.columns }
func (c *concat) leads() (int, bool) { return c.first.columns, c.first.ends }
func (c *concat) write(p *printer, s state) {
	all := s.trail
	for i, d := range c.docs {
		if s.trail = c.trails[i].columns; !c.trails[i].ends {
			s.trail += all
		}
		d.write(p, s)
	}
}

// Line ends the line if the group around it is broken, and is the text between if it is
// written in one line.
func Line(between string) Doc { return line{Punctuation(between), figure.Columns(between), false} }

// Hard always ends the line, so that the groups around it are broken.
func Hard() Doc { return line{columns: never} }

// Empty ends the line and adds an empty one.
func Empty() Doc { return line{columns: never, isEmpty: true} }

type line struct {
	between Doc
	columns int
	isEmpty bool
}

func (l line) flat() int          { return l.columns }
func (l line) leads() (int, bool) { return 0, true }
func (l line) write(p *printer, s state) {
	if s.isFlat && l.columns < never {
		l.between.write(p, s)
		return
	}
	if l.isEmpty {
		p.newline(0)
	}
	p.newline(s.indent)
}

// Indent begins the lines of a Doc further to the right, where they have less room.
func Indent(docs ...Doc) Doc {
	return scope{Concat(docs...), func(p *printer, s *state) { s.indent += p.Step }}
}

// Nest is like Indent, for statements, which have as much room as the ones around them.
func Nest(docs ...Doc) Doc {
	return scope{Concat(docs...), func(p *printer, s *state) { s.indent, p.margin = s.indent+p.Step, p.margin+p.Step }}
}

// Group is written in one line if it fits, and is broken if not.
func Group(docs ...Doc) Doc {
	d := Concat(docs...)
	return scope{d, func(p *printer, s *state) {
		s.isFlat = s.isFlat || !s.isOpen && d.flat()+s.trail <= p.room()
		s.isOpen = false
	}}
}

// Open is a group that is broken even if it would fit in one line.
func Open(group Doc) Doc { return scope{group, func(_ *printer, s *state) { s.isOpen = !s.isFlat }} }

// Within lays a Doc out for another width.
func Within(width int, d Doc) Doc { return scope{d, func(p *printer, _ *state) { p.Width = width }} }

// Flat is written in one line, however wide.
func Flat(docs ...Doc) Doc {
	return flat{scope{Concat(docs...), func(_ *printer, s *state) { s.isFlat = true }}}
}

// scope is a Doc that is written in another state.
type scope struct {
	Doc
	enter func(p *printer, s *state)
}

func (c scope) write(p *printer, s state) {
	margins, margin := p.Margins, p.margin
	c.enter(p, &s)
	c.Doc.write(p, s)
	p.Margins, p.margin = margins, margin
}

type flat struct{ scope }

func (f flat) leads() (int, bool) { return f.flat(), false }

// IfBroken is written only if the group around it is broken.
func IfBroken(d Doc) Doc { return ifBroken{d} }

type ifBroken struct{ Doc }

func (b ifBroken) flat() int { return 0 }
func (b ifBroken) write(p *printer, s state) {
	if !s.isFlat {
		b.Doc.write(p, s)
	}
}

// IfRoom is then if the line has room for so many columns, and other if not. Both read
// the same in one line.
func IfRoom(columns int, then, other Doc) Doc {
	return ifRoom{Doc: then, other: other, columns: columns}
}

// IfRoomBelow is like IfRoom, for the room in a new line that is indented one step
// further.
func IfRoomBelow(columns int, then, other Doc) Doc {
	return ifRoom{Doc: then, other: other, columns: columns, isBelow: true}
}

// IfFitsBelow is like IfRoomBelow, for a Doc with the text that has to follow it.
func IfFitsBelow(d, then, other Doc) Doc {
	return ifRoom{Doc: then, other: other, columns: d.flat(), isBelow: true, isTrailed: true}
}

type ifRoom struct {
	Doc
	other     Doc
	columns   int
	isBelow   bool
	isTrailed bool
}

func (r ifRoom) write(p *printer, s state) {
	room := p.room()
	if r.isBelow {
		room = p.margin + p.Width - s.indent - p.Step
	}
	if r.isTrailed {
		room -= s.trail
	}
	if s.isFlat || r.columns <= room {
		r.Doc.write(p, s)
	} else {
		r.other.write(p, s)
	}
}

// Fill puts as many Docs into each line as fit in a width, with a text between two of
// them.
func Fill(width int, docs []Doc, between string) Doc {
	var parts []Doc
	for i, d := range docs {
		if i > 0 {
			parts = append(parts, Punctuation(between), next{Line(" "), width})
		}
		parts = append(parts, d)
	}
	return Concat(parts...)
}

// Next ends the line if the text up to the next line end doesn't fit in it, and is the
// text between if it does.
func Next(between string) Doc { return next{Line(between), never} }

type next struct {
	Doc
	width int
}

func (n next) write(p *printer, s state) {
	s.isFlat = s.isFlat || n.flat()+s.trail <= min(p.room(), p.margin+n.width-p.column)
	n.Doc.write(p, s)
}

// Measure is the size of a Doc as it is laid out.
type Measure struct {
	Overflow int // columns beyond the width, in all lines
	Lines    int
	Widest   int // columns of the widest line, free text included
}

// Choice is one of several Docs that read the same in one line. Each is laid out, and
// pick returns the index of the chosen one by their measures.
func Choice(pick func([]Measure) int, docs ...Doc) Doc { return choice{docs[0], docs, pick} }

type choice struct {
	Doc
	docs []Doc
	pick func([]Measure) int
}

func (c choice) write(p *printer, s state) {
	if s.isFlat {
		c.Doc.write(p, s)
		return
	}
	tries := make([]printer, len(c.docs))
	measures := make([]Measure, len(c.docs))
	for i, d := range c.docs {
		try := printer{Margins: p.Margins, lines: make([]figure.Line, 1), column: p.column, margin: p.margin}
		d.write(&try, s)
		measures[i] = Measure{Overflow: try.overflow + max(0, -try.room()), Lines: len(try.lines)}
		for _, l := range try.lines {
			measures[i].Widest = max(measures[i].Widest, Columns(l.Tokens))
		}
		tries[i] = try
	}
	picked := &tries[c.pick(measures)]
	p.write(picked.lines[0].Tokens)
	p.lines = append(p.lines, picked.lines[1:]...)
	p.column, p.overflow = picked.column, p.overflow+picked.overflow
}

// Commented puts a mark before each line of a Doc, which must begin a line.
func Commented(mark string, d Doc) Doc { return commented{d, mark} }

type commented struct {
	Doc
	mark string
}

func (c commented) write(p *printer, s state) {
	first := len(p.lines) - 1
	c.Doc.write(p, s)
	for i := range p.lines[first:] {
		l := &p.lines[first+i]
		l.Tokens = append([]figure.Token{{Class: figure.Comment, Text: c.mark}}, l.Tokens...)
	}
}

// More records that so many elements of a list are left out after the line.
func More(count int) Doc { return more(count) }

type more int

func (more) flat() int                   { return never }
func (more) leads() (int, bool)          { return 0, false }
func (m more) write(p *printer, _ state) { p.lines[len(p.lines)-1].More = int(m) }

// Mark records the line that it is written in.
func Mark(number int) Doc { return mark(number) }

type mark int

func (mark) flat() int          { return 0 }
func (mark) leads() (int, bool) { return 0, false }
func (m mark) write(p *printer, _ state) {
	p.marks = append(p.marks, Position{int(m), len(p.lines) - 1})
}

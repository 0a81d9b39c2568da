// Package layout breaks code into lines of a width. A Doc is code that says where its
// lines may end, in the manner of Wadler's "A prettier printer" and of Prettier: a
// group stands in one line where it has room there, and else ends its lines.
package layout

import (
	"slices"
	"strings"

	"modelbook/generator/figure"
)

// Doc is code to be laid out. Those that this package makes know how many columns
// they take in one line, so that asking whether they fit costs nothing.
type Doc interface {
	// flat is how many columns it takes in one line, or never.
	flat() int
	// leads is how many columns come before its first line end, and whether it has one.
	leads() (columns int, ends bool)
	write(p *printer, s state)
}

// never is the width in one line of what does not stand in one.
const never = 1 << 30

// state is where a Doc is written.
type state struct {
	indent int  // column at which its lines begin
	trail  int  // columns that have to follow it in its last line
	isFlat bool // all of it stands in one line
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

// Printed is code in lines. Marks are those of the Doc, in their order.
type Printed struct {
	Lines []figure.Line
	Marks []Position
}

// Position is the number of a mark and that of the line before which it stands.
type Position struct{ Mark, Line int }

// Inline writes a Doc in one line, as the tokens that it is made of.
func Inline(d Doc) []figure.Token {
	p := &printer{lines: make([]figure.Line, 1), isApart: true}
	d.write(p, state{isFlat: true})
	return p.lines[0].Tokens
}

type printer struct {
	Margins
	lines    []figure.Line
	marks    []Position
	column   int  // of what was written, free text left out
	margin   int  // column from which a line's width is counted
	overflow int  // columns beyond the width, of all lines but the last
	isApart  bool // punctuation that follows other is not joined to it
}

// room is how many columns the line has left.
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

// trimSpace takes the space off the end of the line.
func (p *printer) trimSpace() {
	if tokens := p.lines[len(p.lines)-1].Tokens; len(tokens) > 0 {
		last := &tokens[len(tokens)-1]
		last.Text = strings.TrimSuffix(last.Text, " ")
	}
}

// Width is how many columns a Doc takes in one line.
func Width(d Doc) int { return d.flat() }

// Columns is the width of tokens in one line.
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

// Free is text that takes no columns of the width: the end of a statement, or what
// begins one whose lines are broken as if it was not there.
func Free(tokens ...figure.Token) Doc { return text{tokens: tokens} }

// Hanging is text that may go beyond the width behind a last line, though not in one
// that a group stands in.
func Hanging(s string) Doc {
	n := figure.Columns(s)
	return text{[]figure.Token{{Class: figure.Punctuation, Text: s}}, n, n, 0}
}

// Keep keeps columns free at the end of a line.
func Keep(columns int) Doc { return text{after: columns} }

type text struct {
	tokens        []figure.Token
	inLine, takes int // columns, in one line and where it is written
	after         int // columns that what stands before it leaves
}

func (t text) flat() int          { return t.inLine }
func (t text) leads() (int, bool) { return t.after, false }
func (t text) write(p *printer, _ state) {
	p.write(t.tokens)
	p.column += t.takes
}

// Concat is Docs one behind the other; nil is none.
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

// trail is what follows in the line, and whether the line ends then.
type trail struct {
	columns int
	ends    bool
}

type concat struct {
	docs    []Doc
	trails  []trail // behind each of them
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

// Line ends the line where the group around it does not stand in one, in which it is
// the text between.
func Line(between string) Doc { return line{Punctuation(between), figure.Columns(between), false} }

// Hard always ends the line, and so do the groups around it.
func Hard() Doc { return line{columns: never} }

// Empty is an empty line, behind which the next one begins.
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

// Nest does the same with statements, which are as wide as those around them.
func Nest(docs ...Doc) Doc {
	return scope{Concat(docs...), func(p *printer, s *state) { s.indent, p.margin = s.indent+p.Step, p.margin+p.Step }}
}

// Group stands in one line where it has room there.
func Group(docs ...Doc) Doc {
	d := Concat(docs...)
	return scope{d, func(p *printer, s *state) {
		s.isFlat = s.isFlat || !s.isOpen && d.flat()+s.trail <= p.room()
		s.isOpen = false
	}}
}

// Open is a group that ends its lines even where it had room in one.
func Open(group Doc) Doc { return scope{group, func(_ *printer, s *state) { s.isOpen = !s.isFlat }} }

// Within lays a Doc out for another width.
func Within(width int, d Doc) Doc { return scope{d, func(p *printer, _ *state) { p.Width = width }} }

// Flat stands in one line, however wide.
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

// IfBroken is only there where the group around it ends its lines.
func IfBroken(d Doc) Doc { return ifBroken{d} }

type ifBroken struct{ Doc }

func (b ifBroken) flat() int { return 0 }
func (b ifBroken) write(p *printer, s state) {
	if !s.isFlat {
		b.Doc.write(p, s)
	}
}

// IfRoom is then where so many columns have room in the line, and else the other. Both
// are the same in one line.
func IfRoom(columns int, then, other Doc) Doc {
	return ifRoom{Doc: then, other: other, columns: columns}
}

// IfRoomBelow asks for room in a line of its own that begins an indentation further to
// the right.
func IfRoomBelow(columns int, then, other Doc) Doc {
	return ifRoom{Doc: then, other: other, columns: columns, isBelow: true}
}

// IfFitsBelow asks whether a Doc fits there, with what has to follow it.
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

// Fill puts as many Docs into a line as it holds within a width, with what stands
// between two of them.
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

// Next ends the line where what follows has no room in it up to its own next line end,
// and else is the text between.
func Next(between string) Doc { return next{Line(between), never} }

type next struct {
	Doc
	width int
}

func (n next) write(p *printer, s state) {
	s.isFlat = s.isFlat || n.flat()+s.trail <= min(p.room(), p.margin+n.width-p.column)
	n.Doc.write(p, s)
}

// Measure is what a Doc takes where it is laid out.
type Measure struct {
	Overflow int // columns beyond the width, in all lines
	Lines    int
	Widest   int // columns of the widest line, free text included
}

// Choice is one of several Docs that are the same in one line. Each is laid out, and
// pick says by their measures which of them it is.
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

// Commented puts a mark before each line of a Doc, which begins a line.
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

// More says that so many elements of a list are left out behind the line.
func More(count int) Doc { return more(count) }

type more int

func (more) flat() int                   { return never }
func (more) leads() (int, bool)          { return 0, false }
func (m more) write(p *printer, _ state) { p.lines[len(p.lines)-1].More = int(m) }

// Mark notes the line in which it stands.
func Mark(number int) Doc { return mark(number) }

type mark int

func (mark) flat() int          { return 0 }
func (mark) leads() (int, bool) { return 0, false }
func (m mark) write(p *printer, _ state) {
	p.marks = append(p.marks, Position{int(m), len(p.lines) - 1})
}

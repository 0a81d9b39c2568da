// Package layout breaks code into lines of a width. A Doc is code with the places where
// its lines may end, in the manner of Wadler's "A prettier printer" and of Prettier: a
// group is written in one line if it fits, and is broken over several if not.
package layout

import (
	"math"
	"slices"
	"strings"

	"modelbook/generator/figure"
)

// Doc is code to be laid out. It stores its width in one line, so that it costs nothing
// to check whether it fits. A Doc may be part of several others.
type Doc interface {
	// flat returns its width in one line, in columns, or never.
	flat() int
	// leads returns the columns before its first line end, and whether it has one.
	leads() trail
	write(p *printer, s state)
}

// never is the width in one line of a Doc that always takes several. The sum of two fits
// in a trail.
const never = 1 << 29

// trail is the number of columns up to a line end, and whether there is one.
type trail struct {
	columns int32
	ends    bool
}

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
	if len(tokens) == 0 {
		return nil
	}
	n := Columns(tokens)
	return &text{tokens, n, n}
}

// Punctuation is text of that class.
func Punctuation(s string) Doc {
	if d := usual[s]; d != nil {
		return d
	}
	return Text(figure.Token{Class: figure.Punctuation, Text: s})
}

// usual are the Docs of punctuation that code is full of.
var usual = func() map[string]Doc {
	all := map[string]Doc{}
	for _, s := range []string{"", " ", ",", ", ", ".", "(", ")", "[", "]", "{", "}", "{ ", " }"} {
		all[s] = Text(figure.Token{Class: figure.Punctuation, Text: s})
	}
	return all
}()

// Free is text that is not counted in the width: the end of a statement, or a beginning
// that must not change how the rest is broken.
func Free(tokens ...figure.Token) Doc { return &text{tokens: tokens} }

// Hanging is text that may go beyond the width at the end of a group's last line, but
// that counts in the width of a group written in one line.
func Hanging(s string) Doc {
	return &text{[]figure.Token{{Class: figure.Punctuation, Text: s}}, figure.Columns(s), 0}
}

// Keep keeps columns free at the end of a line.
func Keep(columns int) Doc { return &text{after: columns} }

type text struct {
	tokens  []figure.Token
	columns int
	after   int // columns that the text before it leaves free
}

func (t *text) flat() int    { return t.columns }
func (t *text) leads() trail { return trail{columns: int32(t.after)} }
func (t *text) write(p *printer, _ state) {
	p.write(t.tokens...)
	p.column += t.columns
}

// Concat is Docs one after another, nil ones left out.
func Concat(docs ...Doc) Doc {
	c := sequence(docs)
	if len(c.parts) == 1 {
		return c.parts[0].Doc
	}
	return c
}

type concat struct {
	parts   []part
	columns int
	first   trail
}

// part is a Doc with the trail that follows it.
type part struct {
	Doc
	follows trail
}

// sequence returns Docs one after another, with the trail of each.
func sequence(docs []Doc) *concat {
	given := 0
	for _, d := range docs {
		if d != nil {
			given++
		}
	}
	c := &concat{parts: make([]part, given)}
	for _, d := range slices.Backward(docs) {
		if d == nil {
			continue
		}
		given--
		c.parts[given] = part{d, c.first}
		leads := d.leads()
		if !leads.ends {
			leads = trail{min(leads.columns+c.first.columns, never), c.first.ends}
		}
		c.first = leads
		c.columns = min(c.columns+d.flat(), never)
	}
	return c
}

func (c *concat) flat() int    { return c.columns }
func (c *concat) leads() trail { return c.first }
func (c *concat) write(p *printer, s state) {
	if p.isMeasuring && s.isFlat && c.columns < never { // as each part would
		p.column += c.columns
		return
	}
	all := s.trail
	for i := range c.parts {
		d := &c.parts[i]
		if s.trail = int(d.follows.columns); !d.follows.ends {
			s.trail += all
		}
		d.write(p, s)
		if p.isMeasuring && p.cost > p.most {
			return
		}
	}
}

// Line ends the line if the group around it is broken, and is the text between if it is
// written in one line.
func Line(between string) Doc {
	if between == "" {
		return soft
	} else if between == " " {
		return spaced
	}
	return &line{between: Punctuation(between), columns: figure.Columns(between)}
}

// Hard always ends the line, so that the groups around it are broken.
func Hard() Doc { return hard }

// Empty ends the line and adds an empty one.
func Empty() Doc { return empty }

var (
	hard   = &line{columns: never}
	empty  = &line{columns: never, isEmpty: true}
	soft   = &line{between: Punctuation("")}
	spaced = &line{between: Punctuation(" "), columns: 1}
)

type line struct {
	between Doc
	columns int
	isEmpty bool
}

func (l *line) flat() int    { return l.columns }
func (l *line) leads() trail { return trail{ends: true} }
func (l *line) write(p *printer, s state) {
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
func Indent(docs ...Doc) Doc { return indent{sequence(docs)} }

type indent struct{ *concat }

func (i indent) write(p *printer, s state) {
	s.indent += p.Step
	i.concat.write(p, s)
}

// Nest is like Indent, for statements, which have as much room as the ones around them.
func Nest(docs ...Doc) Doc { return nest{sequence(docs)} }

type nest struct{ *concat }

func (n nest) write(p *printer, s state) {
	p.margin += p.Step
	indent(n).write(p, s)
	p.margin -= p.Step
}

// Group is written in one line if it fits, and is broken if not.
func Group(docs ...Doc) Doc { return group{sequence(docs)} }

type group struct{ *concat }

func (g group) write(p *printer, s state) {
	s.isFlat = s.isFlat || !s.isOpen && g.columns+s.trail <= p.room()
	s.isOpen = false
	g.concat.write(p, s)
}

// Open is a group that is broken even if it would fit in one line.
func Open(group Doc) Doc { return open{group} }

type open struct{ Doc }

func (o open) write(p *printer, s state) {
	s.isOpen = !s.isFlat
	o.Doc.write(p, s)
}

// Flat is written in one line, however wide.
func Flat(docs ...Doc) Doc { return flat{sequence(docs)} }

type flat struct{ *concat }

func (f flat) leads() trail { return trail{columns: int32(f.columns)} }
func (f flat) write(p *printer, s state) {
	s.isFlat = true
	f.concat.write(p, s)
}

// Within lays a Doc out for another width.
func Within(width int, d Doc) Doc { return within{d, width} }

type within struct {
	Doc
	width int
}

func (w within) write(p *printer, s state) {
	around := p.Width
	p.Width = w.width
	w.Doc.write(p, s)
	p.Width = around
}

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
	parts := make([]Doc, 0, 3*len(docs))
	end := next{Line(" "), width}
	for i, d := range docs {
		if i > 0 {
			parts = append(parts, Punctuation(between), end)
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

// Way is one of several Docs that read the same in one line.
type Way struct {
	Doc
	Penalty int // lines that it counts in addition to its own
}

// Best is the first of the ways with the least columns beyond the width, and of these
// with the fewest lines.
func Best(ways ...Way) Doc {
	if len(ways) == 1 {
		return ways[0].Doc
	}
	return best{ways[0].Doc, ways}
}

type best struct {
	Doc
	ways []Way
}

func (b best) write(p *printer, s state) {
	if s.isFlat {
		b.Doc.write(p, s)
		return
	}
	var picked Doc
	var tried printer
	least := cost(math.MaxInt)
	for _, way := range b.ways {
		penalty := cost(way.Penalty)
		try := p.measure(way.Doc, s, min(p.most-p.cost, least-penalty-1))
		if total := try.cost + try.excess() + penalty; total < least {
			picked, tried, least = way.Doc, try, total
		}
	}
	if p.isMeasuring { // as that way was
		p.column, p.cost = tried.column, p.cost+tried.cost
		return
	}
	picked.write(p, s)
}

// measure returns how a Doc would be written, with its cost without the last line. It
// ends where the cost exceeds the most.
func (p *printer) measure(d Doc, s state, most cost) printer {
	try := printer{Margins: p.Margins, column: p.column, margin: p.margin, isMeasuring: true, most: most}
	d.write(&try, s)
	return try
}

// OneLine is the first Doc if that takes a single line, of at most so many columns after
// those before it, and other if not. Both read the same in one line.
func OneLine(columns int, d, other Doc) Doc { return oneLine{d, other, columns} }

type oneLine struct {
	Doc
	other   Doc
	columns int
}

func (o oneLine) write(p *printer, s state) {
	picked := o.Doc
	if !s.isFlat {
		try := p.measure(o.Doc, s, 0)
		if try.cost > 0 || try.column-p.column > o.columns {
			picked = o.other
		}
	}
	picked.write(p, s)
}

// Commented puts a mark before each line of a Doc, which must begin a line.
func Commented(mark string, d Doc) Doc { return commented{d, mark} }

type commented struct {
	Doc
	mark string
}

func (c commented) write(p *printer, s state) {
	p.line = slices.Insert(p.line, 0, figure.Token{Class: figure.Comment, Text: c.mark})
	p.comment = c.mark
	c.Doc.write(p, s)
	p.comment = ""
}

// More records that so many elements of a list are left out after the line.
func More(count int) Doc { return more(count) }

type more int

func (more) flat() int                   { return never }
func (more) leads() trail                { return trail{} }
func (m more) write(p *printer, _ state) { p.more = int(m) }

// Mark records the line that it is written in.
func Mark(number int) Doc { return mark(number) }

type mark int

func (mark) flat() int    { return 0 }
func (mark) leads() trail { return trail{} }
func (m mark) write(p *printer, _ state) {
	p.marks = append(p.marks, Position{int(m), len(p.lines)})
}

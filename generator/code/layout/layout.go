// Package layout breaks code into lines of a width. A Doc is code with the places where
// its lines may end, in the manner of Wadler's "A prettier printer" and of Prettier: a
// group is written in one line if it fits, and is broken over several if not.
package layout

import (
	"slices"

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

// Nest is like Indent, for statements, which have as much room as the ones around them,
// unless the margins are strict.
func Nest(docs ...Doc) Doc { return nest{sequence(docs)} }

type nest struct{ *concat }

func (n nest) write(p *printer, s state) {
	margin := p.margin
	if !p.IsStrict {
		p.margin += p.Step
	}
	indent(n).write(p, s)
	p.margin = margin
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

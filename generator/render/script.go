package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/invisible"
)

// Script is a whole example as a program: the collections of its first size,
// and its steps, each of which prints what it gives. It runs as it is, in a database
// of the example's name, as often as one likes; where its documents are left out, once
// on a database that has them. Its code is the same in every language of readers; In
// writes it with its comments.
type Script struct {
	dialect *Dialect
	example *example.Example
	text    string
	slots   []slot
}

// Comments are what a script says in the language of its readers.
type Comments struct {
	// Heading has a line each for what it is, where it is from and what it ran on.
	Heading []string
	// Run says how it is run, with {command} for the command, and Empties that it
	// empties its database first, or which documents it leaves out.
	Run, Empties string
	// Steps are the titles of the example's steps, all in order.
	Steps []string
}

// slot is a place in a script's text where a step's title stands.
type slot struct {
	offset int
	indent string
	step   int
}

// placeMark begins what a line says that is a place for a comment. Code has no such
// character: literals escape it.
const placeMark = "\x00"

// Script writes the code of a whole example, by what it stores.
func (d *Dialect) Script(stored *Stored) (*Script, error) {
	e, empty := stored.example, d.empty
	s := script{dialect: d}
	if stored.leftOut {
		empty = nil
		s.holds(e)
	}
	for i := range e.Collections {
		if stored.leftOut {
			break
		}
		if err := s.collection(&e.Collections[i], stored.documents[e.Collections[i].Name]); err != nil {
			return nil, err
		}
	}
	for i, step := range d.sentSteps(e) {
		if err := s.step(e, i, step); err != nil {
			return nil, fmt.Errorf("%s: %w", step.Pos, err)
		}
	}
	s.write(d.close...)
	statements := slices.Concat(empty, strings.Split(strings.TrimSuffix(s.text.String(), "\n"), "\n"))
	whole := &Script{dialect: d, example: e}
	whole.hold(d.file(e, s.names, statements))
	return whole, nil
}

// file makes one of statements.
func (d *Dialect) file(e *example.Example, names, statements []string) []string {
	if d.program == nil {
		return slices.Concat(d.imports(e, names), d.connect(e), statements)
	}
	return d.program(e, names, statements)
}

// hold takes the lines of a file, with the places for comments apart.
func (s *Script) hold(lines []string) {
	var text strings.Builder
	for _, line := range lines {
		if s.dialect.tabs {
			line = tabbed(line, s.dialect.step)
		}
		indent, mark, found := strings.Cut(line, placeMark)
		if !found {
			text.WriteString(line + "\n")
			continue
		}
		step, _ := strconv.Atoi(mark)
		s.slots = append(s.slots, slot{offset: text.Len(), indent: indent, step: step})
	}
	s.text = text.String()
}

// In writes the script with its comments.
func (s *Script) In(words *Comments) string {
	var b strings.Builder
	comment := func(indent, text string) { b.WriteString(indent + s.dialect.commented(text)) }
	for _, line := range words.Heading {
		comment("", line)
	}
	if s.dialect.least != "" {
		comment("", s.dialect.Name+" ≥ "+s.dialect.least)
	}
	for _, command := range s.dialect.install {
		comment("", command)
	}
	comment("", strings.ReplaceAll(words.Run, "{command}", s.dialect.run+" "+s.example.Name+s.dialect.Ending))
	comment("", words.Empties)
	written := 0
	for _, slot := range s.slots {
		b.WriteString(s.text[written:slot.offset])
		written = slot.offset
		comment(slot.indent, strconv.Itoa(slot.step+1)+". "+words.Steps[slot.step])
	}
	b.WriteString(s.text[written:])
	return b.String()
}

// commented writes a line that runs nothing, whatever stands in it.
func (d *Dialect) commented(text string) string {
	visible := func(r rune) rune {
		if invisible.Is(r) {
			return ' '
		}
		return r
	}
	return strings.Join(strings.Fields(d.comment+strings.Map(visible, text)), " ") + "\n"
}

// Steps writes each step as Step does, and how a program connects to the example's
// database for them.
func (d *Dialect) Steps(e *example.Example) (connection figure.Code, steps []figure.Code, err error) {
	s := script{dialect: d}
	for i, step := range d.sentSteps(e) {
		lines, err := d.statements(step)
		if err != nil {
			return connection, nil, err
		}
		lines = append(lines, d.finished(e, i, step)...)
		s.lines(lines)
		steps = append(steps, figure.Code{Language: d.language, Lines: lines, Width: widest(lines)})
	}
	var rest []string
	if d.program != nil {
		rest = []string{"", d.comment + "…"}
	}
	lines := d.file(e, s.names, rest)
	return figure.NewCode(d.language, []figure.Token{{Text: strings.Join(lines, "\n")}}), steps, nil
}

// Writes reports whether all steps of an example can be written.
func (d *Dialect) Writes(e *example.Example) bool {
	return !slices.ContainsFunc(e.Steps, func(s example.Step) bool { return d.lacks(&s) })
}

// script is one that is being written.
type script struct {
	dialect *Dialect
	text    strings.Builder
	names   []string // of what it uses and must import
}

func (s *script) write(lines ...string) {
	for _, line := range lines {
		s.text.WriteString(line + "\n")
	}
}

// tabbed indents a line with tabs.
func tabbed(line string, step int) string {
	text := strings.TrimLeft(line, " ")
	return strings.Repeat("\t", (len(line)-len(text))/step) + text
}

func (s *script) lines(lines []figure.Line) {
	for _, line := range lines {
		s.write(line.Text())
		for i, token := range line.Tokens {
			member := i > 0 && strings.HasSuffix(line.Tokens[i-1].Text, ".")
			if name := s.dialect.imported(token, member); name != "" && !slices.Contains(s.names, name) {
				s.names = append(s.names, name)
			}
		}
	}
}

// imported gives the name that a token has from elsewhere, or ""; a member stands
// behind a point.
func (d *Dialect) imported(t figure.Token, member bool) string {
	switch {
	case d.uses != nil:
		return d.uses(t, member)
	case t.Class == figure.Type:
		return t.Text
	}
	return ""
}

// scriptWidth is how wide a statement in a script may be.
func (d *Dialect) scriptWidth() int { return scriptColumns - d.deep }

// collection writes what makes a collection and fills it.
func (s *script) collection(c *example.Collection, documents ejson.Node) error {
	d := s.dialect
	schema, err := d.schema(c, d.scriptWidth())
	if err != nil {
		return err
	}
	var lines []figure.Line
	if len(schema.Validator.Lines) > 0 {
		lines = d.done("createCollection", schema.Validator.Lines)
	}
	for _, index := range schema.Indexes {
		lines = append(lines, d.done("createIndex", index.Lines)...)
	}
	if len(documents.Fields) > 0 {
		insert, err := d.onCollection("insertMany", c.Name, []ejson.Field{{Key: "documents", Value: documents}})
		if err != nil {
			return fmt.Errorf("%s: %w", c.Pos, err)
		}
		insert.width = d.scriptWidth()
		lines = append(lines, d.done("insertMany", insert.code().Lines)...)
	}
	if len(lines) > 0 {
		s.write("")
		s.lines(lines)
	}
	return nil
}

// step writes a step, and the end of its session behind the last that is in it. One
// whose client died before it sent it is a comment.
func (s *script) step(e *example.Example, i int, step sent) error {
	step.show = !step.Unsent
	lines, err := s.dialect.statements(step)
	if err != nil {
		return err
	}
	first := lines[0].Text()
	s.write("", first[:len(first)-len(strings.TrimLeft(first, " "))]+placeMark+strconv.Itoa(i))
	if step.Unsent {
		for _, line := range lines {
			s.write(s.dialect.comment + line.Text())
		}
		return nil
	}
	s.lines(append(lines, s.dialect.finished(e, i, step)...))
	return nil
}

// finished ends the session of a step that is the last in it, unless a statement has
// ended it. A client that died ends none.
func (d *Dialect) finished(e *example.Example, i int, step sent) []figure.Line {
	again := func(later example.Step) bool { return later.Session == step.Session }
	if d.finish == nil || step.Session == "" || step.Unsent || step.within(d) || slices.ContainsFunc(e.Steps[i+1:], again) {
		return nil
	}
	return d.ended([]figure.Line{{Tokens: d.finish(named(step.Session))}}, true)
}

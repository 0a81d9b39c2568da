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

// Script writes a whole example: what its heading says of it, the collections of
// its smallest size, and its steps, each of which prints what it gives. It runs
// as it is, in a database of the example's name, as often as one likes. A heading
// is a list of lines.
func (d *Dialect) Script(e *example.Example, heading []string) (string, error) {
	s := script{dialect: d}
	for i := range e.Collections {
		if err := s.collection(e, &e.Collections[i]); err != nil {
			return "", err
		}
	}
	for i := range e.Steps {
		if err := s.step(e, i); err != nil {
			return "", fmt.Errorf("%s: %w", e.Steps[i].Pos, err)
		}
	}
	opening := script{dialect: d}
	for _, line := range heading {
		opening.comment(line)
	}
	opening.write(d.connect(e.Name, s.names)...)
	opening.write(d.empty...)
	s.write(d.close...)
	return opening.text.String() + s.text.String(), nil
}

// Steps writes each step as Step does, and how a program connects to the example's
// database for them.
func (d *Dialect) Steps(e *example.Example) (connection figure.Code, steps []figure.Code, err error) {
	var s script
	for i := range e.Steps {
		code, err := d.Step(&e.Steps[i], e.FirstSize())
		if err != nil {
			return connection, nil, err
		}
		s.lines(code.Lines)
		steps = append(steps, code)
	}
	return figure.NewCode(d.language, []figure.Token{{Text: strings.Join(d.connect(e.Name, s.names), "\n")}}), steps, nil
}

// Writes reports whether all steps of an example can be written.
func (d *Dialect) Writes(e *example.Example) bool {
	return !slices.ContainsFunc(e.Steps, func(s example.Step) bool { return d.lacks(&s) })
}

// script is one that is being written.
type script struct {
	dialect *Dialect
	text    strings.Builder
	names   []string // of the types that it uses
}

func (s *script) write(lines ...string) {
	for _, line := range lines {
		s.text.WriteString(line + "\n")
	}
}

// comment writes a line that runs nothing, whatever stands in it.
func (s *script) comment(text string) {
	visible := func(r rune) rune {
		if invisible.Is(r) {
			return ' '
		}
		return r
	}
	s.write(strings.Join(strings.Fields(s.dialect.comment+strings.Map(visible, text)), " "))
}

func (s *script) lines(lines []figure.Line) {
	for _, line := range lines {
		s.write(line.Text())
		for _, token := range line.Tokens {
			if token.Class == figure.Type && !slices.Contains(s.names, token.Text) {
				s.names = append(s.names, token.Text)
			}
		}
	}
}

// collection writes what makes a collection and fills it.
func (s *script) collection(e *example.Example, c *example.Collection) error {
	schema, err := s.dialect.schema(c)
	if err != nil {
		return err
	}
	s.write("")
	for _, code := range append([]figure.Code{schema.Validator}, schema.Indexes...) {
		if len(code.Lines) > 0 {
			s.lines(s.dialect.ended(code.Lines, true))
		}
	}
	documents := ejson.Node{Type: "array"}
	for document := range e.Data(e.FirstSize()).Documents(c.Name) {
		node, err := ejson.Open(document.Raw)
		if err != nil {
			return fmt.Errorf("%s: %w", document.Pos, err)
		}
		documents.Fields = append(documents.Fields, ejson.Field{Value: node})
	}
	if len(documents.Fields) == 0 {
		return nil
	}
	insert, err := s.dialect.onCollection("insertMany", c.Name, []ejson.Field{{Key: "documents", Value: documents}})
	if err != nil {
		return fmt.Errorf("%s: %w", c.Pos, err)
	}
	s.lines(s.dialect.ended(insert.code().Lines, true))
	return nil
}

// step writes a step. One whose client died before it sent it does nothing.
func (s *script) step(e *example.Example, i int) error {
	step := e.Steps[i]
	s.write("")
	title := strconv.Itoa(i+1) + ". " + step.ID
	if step.Client != "" {
		title += ", " + step.Client
	}
	if step.Unsent {
		s.comment(title + ": not sent, its client ended before")
		return nil
	}
	s.comment(title)
	lines, err := s.dialect.statements(&step, e.FirstSize(), true)
	s.lines(lines)
	return err
}

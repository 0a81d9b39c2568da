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

// Script writes a whole example for the shell: what its heading says of it, the
// collections of its smallest size, and its steps, each of which prints what it
// gives. It runs as it is, in a database of the example's name, as often as one
// likes. A heading is a list of lines.
func Script(e *example.Example, heading []string) (string, error) {
	var s shellScript
	for _, line := range heading {
		s.comment(line)
	}
	s.line("use(" + quote(e.Name) + ");")
	s.line("db.dropDatabase();")
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
	return s.String(), nil
}

// shellScript is one that is being written.
type shellScript struct{ strings.Builder }

func (s *shellScript) line(text string) { s.WriteString(text + "\n") }

// comment writes a line that runs nothing, whatever stands in it.
func (s *shellScript) comment(text string) {
	visible := func(r rune) rune {
		if invisible.Is(r) {
			return ' '
		}
		return r
	}
	s.line(strings.Join(strings.Fields("// "+strings.Map(visible, text)), " "))
}

// collection writes what makes a collection and fills it.
func (s *shellScript) collection(e *example.Example, c *example.Collection) error {
	schema, err := Schema(e, c.Name)
	if err != nil {
		return err
	}
	s.line("")
	for _, code := range append([]figure.Code{schema.Validator}, schema.Indexes...) {
		s.statement(code)
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
	insert, _, err := operationChain("insertMany", c.Name, []ejson.Field{{Key: "documents", Value: documents}})
	if err != nil {
		return fmt.Errorf("%s: %w", c.Pos, err)
	}
	s.statement(insert.code())
	return nil
}

func (s *shellScript) statement(code figure.Code) {
	if len(code.Lines) > 0 {
		s.line(strings.TrimSuffix(code.Text(), "\n") + ";")
	}
}

// step writes a step and what prints its result. One that is sent several times
// prints nothing, and one whose client died before it sent it does nothing.
func (s *shellScript) step(e *example.Example, i int) error {
	step := e.Steps[i]
	s.line("")
	title := strconv.Itoa(i+1) + ". " + step.ID
	if step.Client != "" {
		title += ", " + step.Client
	}
	if step.Unsent {
		s.comment(title + ": not sent, its client ended before")
		return nil
	}
	s.comment(title)
	code, err := StepCode(&step, e.FirstSize())
	if err != nil {
		return err
	}
	switch {
	case step.ExpectError != nil:
		s.refused(code)
	case step.Begins, step.Repeats():
		s.line(strings.TrimSuffix(code.Text(), "\n"))
	case step.Save != "":
		s.statement(code)
		if d, _ := example.Describe(step.Operation.Name); d.Returns != example.ReturnsStream {
			s.line("print(" + step.Save + ");")
		}
	default:
		s.statement(printing(code))
	}
	return nil
}

// refused writes a step that ends in an error, which is what it prints.
func (s *shellScript) refused(code figure.Code) {
	s.line("try {")
	s.statement(indented(printing(code)))
	s.line("} catch (error) {")
	s.line("  print(error);")
	s.line("}")
}

// printing puts code that is one expression into a call that prints its value.
func printing(code figure.Code) figure.Code {
	head, tail := append(one(figure.Function, "print"), punctuation("(")...), punctuation(")")
	if len(code.Lines) == 1 && columns(code.Lines[0].Tokens)+len("print();") <= Columns {
		line := slices.Concat(head, code.Lines[0].Tokens, tail)
		return figure.Code{Language: language, Lines: []figure.Line{{Tokens: line}}}
	}
	lines := append([]figure.Line{{Tokens: head}}, indented(code).Lines...)
	return figure.Code{Language: language, Lines: append(lines, figure.Line{Tokens: tail})}
}

// indented moves code one step to the right.
func indented(code figure.Code) figure.Code {
	moved := figure.Code{Language: code.Language}
	for _, line := range code.Lines {
		line.Tokens = append([]figure.Token{{Text: spaces(2)}}, line.Tokens...)
		moved.Lines = append(moved.Lines, line)
	}
	return moved
}

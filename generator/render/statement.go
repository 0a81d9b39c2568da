package render

import (
	"fmt"
	"slices"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Step writes a step as it is sent at a size: in the shell what one types, in
// other languages statements, which catch the error that the step ends in.
func (d *Dialect) Step(s *example.Step, size int) (figure.Code, error) {
	lines, err := d.statements(s, size, false)
	return figure.Code{Language: d.language, Lines: lines, Width: widest(lines)}, err
}

// lacks reports whether a step has no code that CI runs. Change streams of drivers
// wait for what other steps do; and where a server is no member of a replica set,
// drivers give an error of their own, without a code, in place of the server's.
func (d *Dialect) lacks(s *example.Step) bool {
	of, _ := example.Describe(s.Operation.Name)
	const illegalOperation = 20
	standalone := s.Session != "" && s.ExpectError != nil && s.ExpectError.Code == illegalOperation
	return !d.typed && (standalone || of.On == example.OnStream || of.Returns == example.ReturnsStream)
}

// statements writes a step; show says that it prints what it gives, as it does in
// a script. A step that is sent several times prints nothing, and neither does
// one that begins a session.
func (d *Dialect) statements(s *example.Step, size int, show bool) ([]figure.Line, error) {
	if d.lacks(s) {
		return nil, fmt.Errorf("%s has no form for %s", s.Operation.Name, d.Name)
	}
	c, err := d.operation(s.Operation, s.Session)
	if err != nil {
		return nil, err
	}
	of, _ := example.Describe(s.Operation.Name)
	if of.Returns == example.ReturnsDocuments && (!d.typed || s.Save != "") || of.Name == "listIndexes" && !d.typed {
		c.methods = append(c.methods, method{name: d.toArray})
	}
	if s.Save != "" {
		c.receiver = append(d.assign(named(s.Save)), c.receiver...)
	}
	lines := c.code().Lines
	if show && s.Save == "" && !s.Begins && !s.Repeats() {
		lines = d.printing(lines)
	}
	lines = d.ended(lines, show)
	if show && s.Save != "" && of.Returns != example.ReturnsStream {
		lines = append(lines, d.ended(d.printing([]figure.Line{{Tokens: one(figure.Plain, named(s.Save))}}), show)...)
	}
	switch {
	case s.Begins:
		start := d.start(d)
		start.receiver = append(d.assign(named(s.Session)), start.receiver...)
		return append(d.ended(start.code().Lines, show), lines...), nil
	case s.Repeats():
		return d.loop(lines, s.Times(size)), nil
	case s.ExpectError != nil:
		return d.attempt(lines, s.ExpectError, show), nil
	}
	return lines, nil
}

// ended puts the end of a statement behind code. What one types into the shell
// has none.
func (d *Dialect) ended(lines []figure.Line, show bool) []figure.Line {
	if d.end == "" || d.typed && !show {
		return lines
	}
	last := &lines[len(lines)-1]
	last.Tokens = append(slices.Clone(last.Tokens), punctuation(d.end)...)
	return lines
}

// printing puts code that is one expression into a call that prints its value.
func (d *Dialect) printing(expression []figure.Line) []figure.Line {
	head, tail := append(one(figure.Function, d.print), punctuation("(")...), punctuation(")")
	if len(expression) == 1 && columns(head)+columns(expression[0].Tokens)+len(");") <= Columns {
		return []figure.Line{{Tokens: slices.Concat(head, expression[0].Tokens, tail)}}
	}
	lines := append([]figure.Line{{Tokens: head}}, indented(expression, d.step)...)
	return append(lines, figure.Line{Tokens: tail})
}

// indented moves lines to the right.
func indented(lines []figure.Line, columns int) []figure.Line {
	moved := make([]figure.Line, len(lines))
	for i, line := range lines {
		line.Tokens = append([]figure.Token{{Text: spaces(columns)}}, line.Tokens...)
		moved[i] = line
	}
	return moved
}

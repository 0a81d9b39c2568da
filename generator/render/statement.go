package render

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Step writes a step as it is sent at a size: in the shell what one types, in
// other languages statements, which catch the error that the step ends in.
func (d *Dialect) Step(s *example.Step, size int) (figure.Code, error) {
	lines, err := d.statements(sent{Step: s, variable: d.called(named(s.Save)), size: size})
	return figure.Code{Language: d.language, Lines: lines, Width: widest(lines)}, err
}

// sent is a step as it is written.
type sent struct {
	*example.Step
	variable string // for what it reads
	size     int    // of the example
	part     part
	only     bool // its session has no more than its transaction, which is a callback
	show     bool // it stands in a script, where it prints what it gives
	enters   bool // it is the first operation in its session outside of callbacks
	needed
}

// sentSteps are the steps of an example.
func (d *Dialect) sentSteps(e *example.Example) []sent {
	names, parts := variables(e), transactions(e)
	steps := make([]sent, len(e.Steps))
	entered := map[string]bool{"": true}
	for i := range e.Steps {
		s := sent{Step: &e.Steps[i], variable: d.called(names[i]), only: onlyPart(e.Steps, parts, i), size: e.FirstSize(), part: parts[i], needed: neededOf(e.Steps[i:])}
		if of, _ := example.Describe(s.Operation.Name); of.On != example.OnSession && s.part == alone {
			s.enters = !entered[s.Session]
			entered[s.Session] = true
		}
		steps[i] = s
	}
	return steps
}

// called is a variable's name in the language.
func (d *Dialect) called(name string) string {
	if d.identifier == nil {
		return name
	}
	return d.identifier(name)
}

// prints reports whether it prints what it gives. One that gives nothing prints nothing,
// and neither does one that ends in an error, which is printed in its place.
func (s *sent) prints(d *Dialect) bool { return s.show && s.ExpectError == nil && d.gives(s.Step) }

// illegalOperation is the code of what a server refuses that is no member of a replica
// set. Drivers put an error of their own before it.
const illegalOperation = 20

// lacks reports whether a step has no code that CI runs. Change streams of drivers
// wait for what other steps do; and where a server is no member of a replica set,
// drivers give an error of their own, without a code, in place of the server's.
func (d *Dialect) lacks(s *example.Step) bool {
	of, _ := example.Describe(s.Operation.Name)
	standalone := s.Session != "" && s.ExpectError != nil && s.ExpectError.Code == illegalOperation
	return !d.typed && (standalone || of.On == example.OnStream || of.Returns == example.ReturnsStream)
}

// statements writes a step.
func (d *Dialect) statements(s sent) ([]figure.Line, error) {
	if d.lacks(s.Step) {
		return nil, fmt.Errorf("%s has no form for %s", s.Operation.Name, d.Name)
	}
	if s.part != alone && d.callback != nil {
		return d.inCallback(s)
	}
	c, err := d.operation(s.Operation, s.Session)
	if err != nil {
		return nil, err
	}
	if c.width = d.wide; s.show {
		c.width = d.scriptWidth()
	}
	if d.statement != nil {
		return d.statement(d, c, s), nil
	}
	of, _ := example.Describe(s.Operation.Name)
	if d.reads(s.Step, of, s.show) {
		c.methods = append(c.methods, method{name: d.toArray})
	}
	kept := s.Save != "" || d.keeps != nil && d.keeps(of) && d.gives(s.Step) && s.ExpectError == nil
	if kept {
		c.receiver = append(d.assign(s.variable, of), c.receiver...)
	}
	if d.result != nil && s.prints(d) && !kept {
		c.receiver = append(d.result(of), c.receiver...)
	}
	lines := c.code().Lines
	if s.prints(d) && !kept {
		lines = d.print(d, lines, of)
	}
	lines = d.ended(lines, s.show)
	if s.isNeeded() && (s.show || !d.typed) {
		lines = append(lines, d.guard(&s)...)
	}
	if s.prints(d) && kept {
		lines = append(lines, d.ended(d.print(d, []figure.Line{{Tokens: one(figure.Plain, s.variable)}}, of), s.show)...)
	}
	switch {
	case s.Begins:
		return append(d.begun(s), lines...), nil
	case s.Repeats():
		return d.loop(lines, s.Times(s.size)), nil
	case s.ExpectError != nil:
		return d.attempt(lines, s.Step, s.show), nil
	}
	return lines, nil
}

// gives reports whether a step has a result that a script can print. Of a write that is
// sent several times a script has none.
func (d *Dialect) gives(s *example.Step) bool {
	of, _ := example.Describe(s.Operation.Name)
	nothing := of.Returns == example.ReturnsNothing || of.Returns == example.ReturnsStream
	return !nothing && (!s.Repeats() || givesDocuments(of)) && (d.silent == nil || !d.silent(s.Operation))
}

// reads reports whether code must ask for what a cursor has. The shell reads one that
// is typed by itself; of one that a script prints it reads twenty documents.
func (d *Dialect) reads(s *example.Step, of example.Descriptor, show bool) bool {
	switch {
	case d.toArray == "" || d.eager && writesCollection(s.Operation):
		return false
	case of.Name == "listIndexes":
		return !d.typed
	case of.Returns != example.ReturnsDocuments:
		return false
	}
	return !d.typed || s.Save != "" || show
}

// done makes a statement of code that runs an operation, in a script that has no use
// for what it gives.
func (d *Dialect) done(operation string, lines []figure.Line) []figure.Line {
	if d.checked != nil {
		return d.checked(operation, lines)
	}
	return d.ended(lines, true)
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

// passed puts code that is one expression into a call of a function, before its
// other arguments.
func (d *Dialect) passed(function figure.Token, expression []figure.Line, others ...figure.Token) []figure.Line {
	head, tail := append([]figure.Token{function}, punctuation("(")...), punctuation(")")
	if len(expression) == 1 {
		line := slices.Concat(head, expression[0].Tokens)
		if len(others) > 0 {
			line = slices.Concat(line, punctuation(", "), others)
		}
		if line = append(line, tail...); columns(line)+len(d.end) <= scriptColumns {
			return []figure.Line{{Tokens: line}}
		}
	}
	lines := append([]figure.Line{{Tokens: head}}, indented(expression, d.step)...)
	if len(others) > 0 {
		last := &lines[len(lines)-1]
		last.Tokens = append(slices.Clone(last.Tokens), punctuation(",")...)
		lines = append(lines, indented([]figure.Line{{Tokens: others}}, d.step)...)
	}
	return append(lines, figure.Line{Tokens: tail})
}

// isCount reports whether an operation gives a number.
func isCount(operation string) bool {
	return operation == "countDocuments" || operation == "estimatedDocumentCount"
}

// givesDocuments reports whether an operation gives documents, which a driver's program
// prints otherwise than counts and ids.
func givesDocuments(of example.Descriptor) bool {
	return of.Returns == example.ReturnsDocument || of.Returns == example.ReturnsDocuments || of.Name == "explain" || of.Name == "listIndexes" || of.Name == "runCommand"
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

// codeComment names an error's code, which a script has as a number, behind a mark. Codes
// that have no name are called by their location in the server.
func codeComment(mark string, e *example.ExpectedError) []figure.Token {
	if e.CodeName == "" || strings.HasPrefix(e.CodeName, "Location") {
		return nil
	}
	return one(figure.Comment, mark+e.CodeName)
}

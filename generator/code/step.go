package code

import (
	"fmt"
	"slices"

	"modelbook/generator/code/layout"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Step writes a step as it is sent at a size of the example: for the shell as it is
// entered, for other languages as statements, which catch the error that it ends in.
func Step(l Language, s *example.Step, size int) (figure.Code, error) {
	nodes, err := statements(l, sent{Step: s, variable: Named(s.Save), size: size}, false)
	if err != nil {
		return figure.Code{}, err
	}
	return Figure(l, layout.Lines(nodes.lower(l), l.Facts().Page).Lines), nil
}

// Figure is code of a language as a page shows it.
func Figure(l Language, lines []figure.Line) figure.Code {
	code := figure.Code{Language: l.Facts().Label, Lines: lines}
	for _, line := range lines {
		code.Width = max(code.Width, layout.Columns(line.Tokens))
	}
	return code
}

// sent is a step of an example.
type sent struct {
	*example.Step
	variable string // for its result
	size     int    // of the example
	part     part
	isOnly   bool // its session has only one transaction, which is a callback
	enters   bool // it is the first operation in its session outside of callbacks
	needs    Need
	inserted map[string]bool // names under which inserts have saved what they return
}

// sentSteps returns the steps of an example at its first size.
func sentSteps(e *example.Example) []sent {
	names, parts := variables(e), transactions(e)
	steps := make([]sent, len(e.Steps))
	entered, inserted := map[string]bool{"": true}, map[string]bool{}
	for i := range e.Steps {
		inserted[e.Steps[i].Save] = e.Steps[i].Operation.Name == "insertOne"
		s := sent{Step: &e.Steps[i], inserted: inserted, variable: names[i], isOnly: onlyPart(e.Steps, parts, i), size: e.FirstSize(), part: parts[i], needs: needOf(e.Steps[i:])}
		if of, _ := example.Describe(s.Operation.Name); of.On != example.OnSession && s.part == alone {
			s.enters = !entered[s.Session]
			entered[s.Session] = true
		}
		steps[i] = s
	}
	return steps
}

// Writes reports whether all steps of an example can be written.
func Writes(l Language, e *example.Example) bool {
	isConsumer := Consumes(l, e)
	return !slices.ContainsFunc(e.Steps, func(s example.Step) bool {
		of, _ := example.Describe(s.Operation.Name)
		return lacks(l, &s) && !(isConsumer && isChanges(of))
	})
}

// lacks reports whether a step has no code that CI can run: one with a change stream in
// some languages, and one that expects the server's error outside of a replica set, in
// place of which drivers return one of their own, without a code.
func lacks(l Language, s *example.Step) bool {
	of, _ := example.Describe(s.Operation.Name)
	isStandalone := s.Session != "" && s.ExpectError != nil && s.ExpectError.Code == IllegalOperation
	return isStandalone && !l.Facts().IsShell || isChanges(of) && l.Facts().Templates.Changes == None
}

func isChanges(of example.Descriptor) bool {
	return of.On == example.OnStream || of.Returns == example.ReturnsStream
}

// HasResult reports whether a step returns something that a script can print. A write
// that is sent several times has no result, nor has a pipeline that writes, or a command
// that says no more than that it went well.
func HasResult(s *example.Step) bool {
	call, err := newCall(s.Operation, "")
	return err == nil && hasResult(s, call)
}

func hasResult(s *example.Step, c *Call) bool {
	isNothing := c.Of.Returns == example.ReturnsNothing || c.Of.Returns == example.ReturnsStream
	return !isNothing && (!s.Repeats() || c.ReturnsDocuments()) && !c.WritesCollection && !isOK(s)
}

// isOK reports whether a step's result only says that a command went well. If it did not,
// drivers return an error.
func isOK(s *example.Step) bool {
	if s.Operation.Name != "runCommand" || s.Expect == nil {
		return false
	}
	reply, _ := s.Expect.Value.DocumentOK()
	fields, _ := reply.Elements()
	return len(fields) == 1 && fields[0].Key() == "ok"
}

// onlyType returns the type of all elements of an array, "" if they differ.
func onlyType(elements []ejson.Field) string {
	if len(elements) == 0 || slices.ContainsFunc(elements, func(f ejson.Field) bool { return f.Value.Type != elements[0].Value.Type }) {
		return ""
	}
	return elements[0].Value.Type
}

// statements returns the tree of a step that neither begins nor commits a transaction
// that the driver runs.
func statements(l Language, s sent, isScript bool) (Block, error) {
	if lacks(l, s.Step) {
		return nil, fmt.Errorf("%s has no form for %s", s.Operation.Name, l.Facts().Name)
	}
	call, err := newCall(s.Operation, s.Session)
	if err != nil {
		return nil, err
	}
	markInserted(call.Given, s.inserted)
	run := &Run{
		Call: call, Variable: l.Variable(s.variable), IsSaved: s.Save != "", Needs: s.needs,
		IsScript: isScript, IsRepeated: s.Repeats(), InCallback: s.part == inside, Error: s.ExpectError,
		Must: s.Must, Fails: s.MustFail(),
	}
	run.HasResult = hasResult(s.Step, call)
	run.Prints = isScript && !s.Unsent && s.ExpectError == nil && run.HasResult
	if s.Expect != nil {
		expected, err := ejson.Open(s.Expect.Value)
		run.FindsNothing = err == nil && expected.Type == "null"
		if call.Name == "distinct" {
			call.Values = onlyType(expected.Fields)
		}
	}
	var tree Block
	if s.Begins {
		tree = append(tree, &Begin{Session: call.Session, IsScript: isScript})
	}
	if s.enters {
		tree = append(tree, &Enter{call.Session})
	}
	switch {
	case s.Repeats():
		tree = append(tree, &Loop{run, s.Times(s.size)})
	case s.ExpectError != nil:
		tree = append(tree, &Try{run})
	case isChanges(call.Of):
		tree = append(tree, &Changes{run})
	default:
		tree = append(tree, run)
	}
	return tree, keepsOrder(l, call.Given)
}

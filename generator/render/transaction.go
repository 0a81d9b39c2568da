package render

import (
	"slices"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// part is what a step is to a transaction that a driver runs as a callback.
type part uint8

const (
	alone  part = iota // nothing
	begins             // its start
	inside
	commits
)

// transactions gives the part of each step of an example. A transaction is a callback
// if it commits, and others only read in the meantime, which the callback then does in
// their place.
func transactions(e *example.Example) []part {
	parts := make([]part, len(e.Steps))
	for first := range e.Steps {
		last := committed(e.Steps, first)
		if last < 0 {
			continue
		}
		for i := first + 1; i < last; i++ {
			parts[i] = inside
		}
		parts[first], parts[last] = begins, commits
	}
	return parts
}

// committed gives the step that commits the transaction which one begins, or -1 if
// that is not to be a callback, as one that does nothing is not.
func committed(steps []example.Step, first int) int {
	start := steps[first]
	if start.Operation.Name != "startTransaction" || len(start.Operation.Arguments) > 0 {
		return -1
	}
	for i, s := range steps[first+1:] {
		other := s.Session != start.Session
		switch {
		case s.Unsent || s.Repeats() || s.ExpectError != nil || s.Save != "":
			return -1
		case other && (s.Session != "" || s.Operation.Writes()), s.Operation.Name == "abortTransaction":
			return -1
		case s.Operation.Name == "commitTransaction" && i == 0:
			return -1
		case s.Operation.Name == "commitTransaction":
			return first + 1 + i
		}
	}
	return -1
}

// onlyPart reports whether the session of a step has one transaction, which is a
// callback, and nothing besides.
func onlyPart(steps []example.Step, parts []part, i int) bool {
	begun := 0
	for j, s := range steps {
		switch {
		case s.Session == "" || s.Session != steps[i].Session:
		case parts[j] == alone:
			return false
		case parts[j] == begins:
			begun++
		}
	}
	return begun == 1
}

// within reports whether the session of a step is there for a callback alone.
func (s *sent) within(d *Dialect) bool { return s.only && d.within != nil }

// inCallback writes a step of a transaction that is a callback.
func (d *Dialect) inCallback(s sent) ([]figure.Line, error) {
	head, foot := d.callback(named(s.Session))
	switch s.part {
	case commits:
		if s.within(d) {
			return d.within(named(s.Session)), nil
		}
		return foot, nil
	case begins:
		if s.Begins && !s.within(d) {
			return append(d.begun(s), head...), nil
		}
		return head, nil
	}
	s.part = alone
	lines, err := d.statements(s)
	if d.inside != nil {
		lines = d.inside(lines)
	}
	return indented(lines, d.step), err
}

// begun starts a session.
func (d *Dialect) begun(s sent) []figure.Line {
	if d.begin != nil {
		return d.begin(s)
	}
	of, _ := example.Describe(s.Operation.Name)
	start := d.start(d)
	start.receiver = append(d.assign(named(s.Session), of), start.receiver...)
	return d.ended(start.code().Lines, s.show)
}

// callbackInNode and the others give what stands before and behind the statements of a
// transaction.
func callbackInNode(session string) (head, foot []figure.Line) {
	async := append(one(figure.Keyword, "async"), punctuation(" () => {")...)
	call := append(one(figure.Keyword, "await"), one(figure.Plain, " "+session)...)
	call = append(append(call, punctuation(".")...), one(figure.Function, "withTransaction")...)
	return []figure.Line{{Tokens: append(append(call, punctuation("(")...), async...)}}, []figure.Line{{Tokens: punctuation("});")}}
}

func callbackInPython(session string) (head, foot []figure.Line) {
	define := append(one(figure.Keyword, "def"), one(figure.Plain, " ")...)
	define = append(append(define, one(figure.Function, "transaction")...), punctuation("("+session+"):")...)
	call := append(one(figure.Plain, session+"."), one(figure.Function, "with_transaction")...)
	return []figure.Line{{Tokens: define}}, []figure.Line{{Tokens: append(call, punctuation("(transaction)")...)}}
}

// withinPython opens the session in a with statement, which ends it.
func withinPython(session string) []figure.Line {
	with := slices.Concat(one(figure.Keyword, "with"), one(figure.Plain, " client."), one(figure.Function, "start_session"), punctuation("()"))
	with = slices.Concat(with, one(figure.Plain, " "), one(figure.Keyword, "as"), one(figure.Plain, " "+session), punctuation(":"))
	_, foot := callbackInPython(session)
	return append([]figure.Line{{Tokens: with}}, indented(foot, 4)...)
}

func callbackInJava(session string) (head, foot []figure.Line) {
	call := append(one(figure.Plain, session+"."), one(figure.Function, "withTransaction")...)
	null := append(one(figure.Plain, "    "), one(figure.Keyword, "return")...)
	null = append(append(null, one(figure.Number, " null")...), punctuation(";")...)
	return []figure.Line{{Tokens: append(call, punctuation("(() -> {")...)}}, []figure.Line{{Tokens: null}, {Tokens: punctuation("});")}}
}

func callbackInGo(session string) (head, foot []figure.Line) {
	context := contextInGo(session)
	for _, line := range append([]string{"    return nil, nil", "})"}, refused...) {
		foot = append(foot, lineInGo(line))
	}
	return []figure.Line{lineInGo("_, err = " + session + ".WithTransaction(ctx, func(" + context + " context.Context) (any, error) {")}, foot
}

// returningNil has a callback return what its function does.
func returningNil(lines []figure.Line) []figure.Line {
	for i, line := range lines {
		if text := line.Text(); strings.TrimSpace(text) == "return err" {
			lines[i] = lineInGo(strings.Replace(text, "err", "nil, err", 1))
		}
	}
	return lines
}

package code

import (
	"fmt"
	"strings"

	"modelbook/generator/code/layout"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// consumer are the steps of a program that follows a change stream: one that opens it, one
// that takes the next change, and those behind it that apply that change, up to end.
type consumer struct{ watch, next, end int }

// consumerOf returns the consumer of an example; false if it has no change stream, or
// steps on it that are no consumer's.
func consumerOf(e *example.Example) (consumer, bool) {
	c := consumer{watch: -1, next: -1}
	for i, s := range e.Steps {
		of, _ := example.Describe(s.Operation.Name)
		switch {
		case of.Returns == example.ReturnsStream && c.watch < 0 && s.Session == "":
			c.watch = i
		case of.On == example.OnStream && c.watch >= 0 && c.next < 0 && s.Operation.Object == e.Steps[c.watch].Save:
			c.next = i
		case isChanges(of):
			return c, false
		}
	}
	if c.next < 0 {
		return c, false
	}
	for c.end = c.next + 1; c.end < len(e.Steps) && applies(&e.Steps[c.end], &e.Steps[c.next]); c.end++ {
	}
	return c, c.end > c.next+1
}

// applies reports whether a step applies the change that another took.
func applies(s, next *example.Step) bool {
	if s.Client != next.Client || s.Session != "" || s.Unsent || s.Repeats() || s.ExpectError != nil || s.MustFail() {
		return false
	}
	return uses(s, next.Save)
}

// uses reports whether a step uses a saved value.
func uses(s *example.Step, save string) bool {
	arguments, err := ejson.Open(s.Operation.Arguments)
	isUsed := false
	savedPaths(arguments, func(path string) {
		name, _, _ := strings.Cut(path, ".")
		isUsed = isUsed || name == save
	})
	return err == nil && isUsed
}

// Consumes reports whether an example's script in a language is a program that follows a
// change stream until it is stopped. It has none of the example's other steps.
func Consumes(l Language, e *example.Example) bool {
	_, ok := consumerOf(e)
	return ok && !l.Facts().IsShell
}

// Watch is a run that opens a change stream where the program stopped before.
type Watch struct{ Run *Run }

// Follow takes each change of a stream, applies it, and stores where to go on from.
type Follow struct {
	Title           *Title
	Changes, Change string // variables
	Body            Block
}

func (w *Watch) lower(l Language) layout.Doc {
	of := l.Facts()
	return of.Fill(of.Templates.Watch, With{"call": l.Watch(w.Run), "changes": w.Run.Variable, "id": of.Quote(w.Run.Variable)})
}

func (f *Follow) lower(l Language) layout.Doc {
	of := l.Facts()
	with := With{
		"changes": f.Changes, "change": f.Change, "id": of.Quote(f.Changes),
		"message": of.Quote("the oplog has lost changes: rebuild, then delete the resume token"),
	}
	head := of.Templates.FollowHead
	indent := head[:len(head)-len(strings.TrimLeft(head, " "))]
	head = strings.ReplaceAll(head[len(indent):], "\n"+indent, "\n")
	loop := layout.Concat(f.Title.lower(l), of.Fill(head, with), layout.Nest(f.Body.lower(l)))
	for range len(indent) / of.Page.Step {
		loop = layout.Nest(loop)
	}
	return layout.Concat(loop, layout.Hard(), of.Fill(of.Templates.FollowFoot, with))
}

// follow returns the tree of the steps that take a change and apply it.
func follow(l Language, steps []sent, c consumer, isScript bool) (*Follow, error) {
	f := &Follow{
		Title:   &Title{c.next, isScript},
		Changes: l.Variable(steps[c.watch].variable), Change: l.Variable(steps[c.next].variable),
	}
	for i := c.next + 1; i < c.end; i++ {
		nodes, err := statements(l, steps[i], isScript)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", steps[i].Pos, err)
		}
		f.Body = append(append(f.Body, &Title{i, isScript}), nodes...)
	}
	return f, nil
}

// watch returns the run that opens a change stream.
func watch(l Language, s sent, isScript bool) (*Watch, error) {
	call, err := newCall(s.Operation, "")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Pos, err)
	}
	return &Watch{&Run{Call: call, Variable: l.Variable(s.variable), IsScript: isScript}}, keepsOrder(l, call.Given)
}

// Package play runs an example, and what a reader makes of it, on an embedded
// database of its own: the playground.
//
// A Session takes the text of an example's file. It sends the steps as a driver
// would, without one: no network, so that it builds for js/wasm, where package
// worker is its program. What came back, what it cost and what it did to the
// documents is an Outcome, which package worker hands to the page as JSON. Costs
// are those of package cost, by which verify measures too.
package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/render"
	"modelbook/generator/shell"
)

// Server is the database of the playground.
var Server = example.Server{Name: "memdb", Version: memdb.ServerVersion, Topology: example.Single}

// Session is an example in a database, at one of its sizes.
type Session struct {
	example *example.Example
	size    int
	db      *memdb.DB
	next    int // the step that is to be run
	saved   map[string]bson.RawValue
}

// Open reads an example. A size of 0 is its first. The error says why it can't
// be played.
func Open(text *diag.Text, size int) (*Session, error) {
	e, messages := example.Parse(text)
	if messages.Failed() {
		return nil, errors.New(messages.Errors()[0].Text)
	}
	if size == 0 {
		size = e.FirstSize()
	}
	if !slices.Contains(e.RunSizes(), size) {
		return nil, fmt.Errorf("the example has no size %d", size)
	}
	if reason := Unplayable(e); reason != "" {
		return nil, errors.New(reason)
	}
	return &Session{example: e, size: size}, nil
}

// Unplayable says why an example can't be run here, or "" if it can. It can't
// if it has parts that a single server without a network lacks.
func Unplayable(e *example.Example) string {
	if reason := e.Unmet(Server); reason != "" {
		return reason
	}
	for _, s := range e.Steps {
		d, _ := example.Describe(s.Operation.Name)
		if s.Session != "" || d.On == example.OnSession || d.On == example.OnStream || d.Returns == example.ReturnsStream {
			return "it needs sessions or change streams"
		}
	}
	return ""
}

// Prepare puts the example's data in, runs the steps before the one of the
// given number, counted from 0, and makes that the next.
func (s *Session) Prepare(ctx context.Context, step int) error {
	if step < 0 || step >= len(s.example.Steps) {
		return fmt.Errorf("the example has no step %d", step+1)
	}
	s.db = memdb.New(memdb.Options{})
	s.saved = map[string]bson.RawValue{}
	if err := s.fill(ctx); err != nil {
		return err
	}
	for s.next = 0; s.next < step; s.next++ {
		// One that fails was meant to, or the page says so when it is looked at.
		_, _ = s.callStep((&sender{ctx: ctx, db: s.db, database: s.example.Name}).call)
	}
	return nil
}

// Source gives a step as the guide prints it.
func Source(e *example.Example, step, size int) (string, error) {
	code, err := render.StepCode(&e.Steps[step], size)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, line := range code.Lines {
		lines = append(lines, line.Text())
	}
	return strings.Join(lines, "\n"), nil
}

// Run runs what a reader wrote. The text of the step that is next runs as the
// example has it, also where it uses what other steps saved or repeats itself,
// which is not read from text.
func (s *Session) Run(ctx context.Context, source string) Outcome {
	printed, err := Source(s.example, s.next, s.size)
	if err == nil && strings.TrimSpace(source) == printed {
		statement, _ := s.runStep(ctx)
		return Outcome{Unedited: true, Statements: []Statement{statement}}
	}
	operations, messages := shell.Parse(diag.NewText("", []byte(source)))
	if messages.Failed() {
		return Outcome{Mistakes: mistakes(messages)}
	}
	var outcome Outcome
	for _, o := range operations {
		statement, _ := s.statement(ctx, func(recorder *recording) (bson.RawValue, error) { return recorder.operation(o) })
		statement.Line = o.Pos.Line
		outcome.Statements = append(outcome.Statements, statement)
		if statement.Error != nil {
			break
		}
	}
	return outcome
}

func mistakes(messages diag.List) []Mistake {
	var all []Mistake
	for _, m := range messages.Sorted() {
		all = append(all, Mistake{Line: m.Line, Column: m.Col, Text: m.Text, Hint: m.Hint})
	}
	return all
}

// runStep runs the next step's own operation, and gives what it cost.
func (s *Session) runStep(ctx context.Context) (Statement, example.Cost) {
	if s.example.Steps[s.next].Unsent {
		return Statement{Unsent: true}, example.UnmeasuredCost(example.NotRun)
	}
	return s.statement(ctx, func(r *recording) (bson.RawValue, error) { return s.callStep(r.operation) })
}

// callStep sends the next step's own operation, as often as it says, and keeps what
// came back for the steps that use it.
func (s *Session) callStep(send func(example.Operation) (bson.RawValue, error)) (value bson.RawValue, err error) {
	step := &s.example.Steps[s.next]
	if step.Unsent {
		return value, nil
	}
	for nth := range step.Times(s.size) {
		o, err := step.Operation.Sent(nth, s.saved)
		if err != nil {
			return value, err
		}
		if value, err = send(o); err != nil {
			return value, err
		}
	}
	if step.Save != "" {
		s.saved[step.Save] = value
	}
	return value, nil
}

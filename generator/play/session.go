// Package play runs an example, and what a reader makes of it, on an embedded
// database of its own: the playground.
//
// A Session takes the text of an example's file. Package run runs its steps and
// measures them, as it does for verify; they are sent as a driver would send them,
// without one: no network, so that it builds for js/wasm, where package worker is
// its program. What came back, what it cost and what it did to the documents is an
// Outcome, which package worker hands to the page as JSON.
package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/render"
	"modelbook/generator/run"
	"modelbook/generator/shell"
)

// topologies are those that the database of the playground can have, the first
// that an example allows.
var topologies = []string{example.Single, example.ReplicaSet}

func serverOf(topology string) example.Server {
	return example.Server{Name: "memdb", Version: memdb.ServerVersion, Topology: topology}
}

// Session is an example in a database, at one of its sizes.
type Session struct {
	example *example.Example
	size    int
	runner  *run.Runner
	next    int // the step that is to be run
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
// if it has parts that the database lacks as a single server and as the one
// member of a replica set.
func Unplayable(e *example.Example) string {
	if topologyOf(e) != "" {
		return ""
	}
	return e.Unmet(serverOf(example.ReplicaSet))
}

// topologyOf gives what the database is for an example, "" if it can't be played.
func topologyOf(e *example.Example) string {
	for _, topology := range topologies {
		if e.Unmet(serverOf(topology)) == "" {
			return topology
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
	db := memdb.New(memdb.Options{ReplicaSet: topologyOf(s.example) == example.ReplicaSet})
	s.runner = run.New(&client{sender: sender{db: db, database: s.example.Name}}, s.example, s.size)
	var refused []error
	_, err := s.runner.Fill(ctx, s.example.Data(s.size), func(c *example.Collection, d example.Document, e run.WriteError) {
		refused = append(refused, fmt.Errorf("%s: %s is refused: %s", c.Name, ejson.Print(d.Raw.Lookup("_id")), e.Message))
	})
	if err != nil || len(refused) > 0 {
		return errors.Join(append(refused, err)...)
	}
	for s.next = 0; s.next < step; s.next++ {
		// One that fails was meant to, or the page says so when it is looked at.
		_, _, _ = s.runner.Step(ctx, &s.example.Steps[s.next], nil)
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
	if err := s.runner.Begin(s.example.Steps[s.next].Session); err != nil { // its name may stand in the text
		return Outcome{Statements: []Statement{{Error: failure(err)}}}
	}
	statements, messages := shell.Parse(diag.NewText("", []byte(source)), s.runner.Sessions()...)
	if messages.Failed() {
		return Outcome{Mistakes: mistakes(messages)}
	}
	var outcome Outcome
	for _, read := range statements {
		statement, _ := s.statement(ctx, read.Operation, read.Session, func() (bson.RawValue, example.Cost, error) {
			return s.runner.Send(ctx, read.Operation, read.Session, "", wantsAll)
		})
		statement.Line = read.Pos.Line
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

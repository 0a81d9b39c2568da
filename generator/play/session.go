// Package play is the playground: it runs an example, and a reader's changes to
// its steps, on an embedded database of its own.
//
// A Session takes the text of an example's file. Package run runs its steps and
// measures them, as it does for verify. Package direct sends them, which needs no
// driver, so that the package builds for js/wasm, where package worker is its program.
// The results, costs and changed documents are an Outcome, which package worker passes
// to the page as JSON. Replay goes through one order of an example's clients.
package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/direct"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/render"
	"modelbook/generator/run"
	"modelbook/generator/shell"
)

// topologies are those that the playground's database can have. It has the first
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
	next    int // the step that Run runs, counted from 0
	// seen are the documents as they were last drawn.
	seen snapshot
}

// Open reads an example. A size of 0 is its first. It returns an error if the
// example can't be played.
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

// topologyOf returns the topology of an example's database, "" if the example can't
// be played.
func topologyOf(e *example.Example) string {
	for _, topology := range topologies {
		if e.Unmet(serverOf(topology)) == "" {
			return topology
		}
	}
	return ""
}

// Prepare inserts the example's data into a new database and runs the steps before
// a step, counted from 0, which is then the next.
func (s *Session) Prepare(ctx context.Context, step int) error {
	if step < 0 || step >= len(s.example.Steps) {
		return fmt.Errorf("the example has no step %d", step+1)
	}
	db := memdb.New(memdb.Options{ReplicaSet: topologyOf(s.example) == example.ReplicaSet})
	s.runner = run.New(direct.New(db, s.example.Name), s.example, s.size)
	var refused []error
	_, err := s.runner.Fill(ctx, s.example.Data(s.size), func(c *example.Collection, d example.Document, e run.WriteError) {
		refused = append(refused, fmt.Errorf("%s: %s is refused: %s", c.Name, ejson.Print(d.Raw.Lookup("_id")), e.Message))
	})
	if err != nil || len(refused) > 0 {
		return errors.Join(append(refused, err)...)
	}
	for s.next = 0; s.next < step; s.next++ {
		// A failure is expected, or the page shows it once the step itself is run.
		_, _, _ = s.runner.Step(ctx, &s.example.Steps[s.next], nil)
	}
	s.seen = s.snapshot(ctx)
	return nil
}

// Source returns a step as the guide prints it.
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

// Run runs the statements that a reader wrote. If the text is that of the next
// step, it runs the example's step instead, which may use saved values and repeat
// itself, neither of which can be read from text.
func (s *Session) Run(ctx context.Context, source string) Outcome {
	printed, err := Source(s.example, s.next, s.size)
	if err == nil && strings.TrimSpace(source) == printed {
		statement, _ := s.runStep(ctx)
		return Outcome{Unedited: true, Statements: []Statement{statement}}
	}
	if err := s.runner.Begin(s.example.Steps[s.next].Session); err != nil { // the text may use its name
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

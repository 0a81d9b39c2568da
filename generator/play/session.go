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
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/render"
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
	db      *memdb.DB
	next    int // the step that is to be run
	saved   map[string]bson.RawValue
	// clients are the sessions that steps have begun, by name.
	clients map[string]*clientSession
	streams map[string]*stream
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

// clientOf gives the session of a step, which the first step that names it
// begins; nil if the step names none.
func (s *Session) clientOf(step *example.Step) *clientSession {
	if step.Session == "" {
		return nil
	}
	if s.clients[step.Session] == nil {
		s.clients[step.Session] = newClientSession(len(s.clients) + 1)
	}
	return s.clients[step.Session]
}

// transactionOpen reports whether any transaction is open.
func (s *Session) transactionOpen() bool {
	for _, client := range s.clients {
		if client.open() {
			return true
		}
	}
	return false
}

// sender gives what sends commands that are not counted.
func (s *Session) sender(ctx context.Context) *sender {
	return &sender{ctx: ctx, db: s.db, database: s.example.Name, streams: s.streams}
}

// stepSender gives what sends the commands of the next step.
func (s *Session) stepSender(ctx context.Context) *sender {
	step := &s.example.Steps[s.next]
	to := s.sender(ctx)
	to.session, to.save = s.clientOf(step), step.Save
	return to
}

// Prepare puts the example's data in, runs the steps before the one of the
// given number, counted from 0, and makes that the next.
func (s *Session) Prepare(ctx context.Context, step int) error {
	if step < 0 || step >= len(s.example.Steps) {
		return fmt.Errorf("the example has no step %d", step+1)
	}
	s.db = memdb.New(memdb.Options{ReplicaSet: topologyOf(s.example) == example.ReplicaSet})
	s.saved, s.clients, s.streams = map[string]bson.RawValue{}, map[string]*clientSession{}, map[string]*stream{}
	if err := s.fill(ctx); err != nil {
		return err
	}
	for s.next = 0; s.next < step; s.next++ {
		// One that fails was meant to, or the page says so when it is looked at.
		_, _ = s.callStep(s.stepSender(ctx).call)
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
	s.clientOf(&s.example.Steps[s.next]) // its name may stand in the text
	statements, messages := shell.Parse(diag.NewText("", []byte(source)), slices.Collect(maps.Keys(s.clients))...)
	if messages.Failed() {
		return Outcome{Mistakes: mistakes(messages)}
	}
	var outcome Outcome
	for _, read := range statements {
		to := s.sender(ctx)
		to.session = s.clients[read.Session]
		statement, _ := s.statement(to, func(r *recording) (bson.RawValue, error) { return r.operation(read.Operation) })
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

// runStep runs the next step's own operation, and gives what it cost.
func (s *Session) runStep(ctx context.Context) (Statement, example.Cost) {
	if s.example.Steps[s.next].Unsent {
		return Statement{Unsent: true}, example.UnmeasuredCost(example.NotRun)
	}
	return s.statement(s.stepSender(ctx), func(r *recording) (bson.RawValue, error) { return s.callStep(r.operation) })
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

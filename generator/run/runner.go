// Package run runs the steps of examples.
//
// A Runner is an example at one of its sizes in a database: it puts the data in,
// and then runs steps in the order in which it is told to, each in the session
// that it names. It keeps for later steps what earlier ones made: saved values,
// sessions, change streams. To begin anew is to make another Runner on another
// database. What a step costs is measured if it is wanted.
//
// How commands and operations reach the database is a Client's: a driver, or the
// database itself.
package run

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Runner runs steps of an example in one database, one at a time.
type Runner struct {
	client   Client
	database string
	example  *example.Example
	size     int
	saved    map[string]bson.RawValue
	sessions map[string]*session // by the names that steps have for them
	streams  map[string]Stream
	known    known
}

// New makes a runner of an example at a size in the client's database, which is
// empty.
func New(client Client, e *example.Example, size int) *Runner {
	return &Runner{
		client: client, database: client.Database(), example: e, size: size, known: knowNothing(),
		saved: map[string]bson.RawValue{}, sessions: map[string]*session{}, streams: map[string]Stream{},
	}
}

// Wants reports whether a measure is wanted. If it is nil, none is.
type Wants func(measure string) bool

// Step sends a step's operation, as often as the step says, and saves what came
// back for the steps that use it. It returns the result of the last time, and what
// it costs all times. A step that is not sent has no result.
func (r *Runner) Step(ctx context.Context, s *example.Step, wants Wants) (value bson.RawValue, total example.Cost, err error) {
	if s.Unsent {
		return value, example.UnmeasuredCost(example.NotRun), nil
	}
	for nth := range s.Times(r.size) {
		o, err := r.Operation(s, nth)
		if err != nil {
			return value, total, err
		}
		var spent example.Cost
		value, spent, err = r.Send(ctx, o, s.Session, s.Save, wants)
		if nth > 0 {
			spent = total.Plus(spent)
		}
		if total = spent; err != nil {
			return value, total, err
		}
	}
	if s.Save != "" {
		r.saved[s.Save] = value
	}
	return value, total, nil
}

// UnsavedError says that an operation uses what no step saved.
type UnsavedError struct{ error }

// Operation returns a step's operation as it is sent the nth time, counted from 0,
// with the values that earlier steps saved.
func (r *Runner) Operation(s *example.Step, nth int) (example.Operation, error) {
	o, err := s.Operation.Sent(nth, r.saved)
	if err != nil {
		return o, UnsavedError{err}
	}
	return o, nil
}

// Send sends an operation in a session, "" for none, and returns its result as the
// Unified Test Format writes results, with the example's name for that of the
// database, and what it cost. A change stream that it opens has the name save.
func (r *Runner) Send(ctx context.Context, o example.Operation, session, save string, wants Wants) (bson.RawValue, example.Cost, error) {
	in, err := r.session(session)
	if err != nil {
		return bson.RawValue{}, example.Cost{}, err
	}
	count := func(*cost.Recorder) example.Cost { return example.UnmeasuredCost(example.NotWanted) }
	var recorder *cost.Recorder
	sending := ctx
	if wants != nil {
		count = r.Meter(ctx).Count(o, wants, in.inTransaction())
		recorder = cost.NewRecorder(r.database, r.example.Name)
		sending = cost.Recording(ctx, recorder)
	}
	value, err := r.call(sending, o, in, save)
	r.known.forget(o, in)
	spent := count(recorder)
	if err != nil {
		return bson.RawValue{}, spent, err
	}
	result, err := ejson.Raw(value)
	return r.renamed(result), spent, err
}

// Close closes all change streams and ends all sessions, which aborts what they
// have not committed.
func (r *Runner) Close(ctx context.Context) {
	for _, stream := range r.streams {
		// What was to be told of it was told by the step that read it.
		_ = stream.Close(ctx)
	}
	for _, session := range r.sessions {
		session.EndSession(ctx)
	}
}

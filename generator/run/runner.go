// Package run runs the steps of examples.
//
// A Runner is an example at one of its sizes in a database. It inserts the data
// and then runs steps in the order of the calls, each in the session that the step
// names. It keeps saved values, sessions and change streams for later steps, and
// measures the costs that the caller wants. To begin anew, make another Runner on
// another database.
//
// An Exploration runs the clients of an example's "explore" in all of their orders,
// and finds out how each ends. A Replay goes through one of them again.
//
// Commands and operations are sent by a Client, which is a driver or the database
// itself.
package run

import (
	"context"
	"maps"

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
	sessions map[string]*session // by the names in steps
	streams  map[string]Stream   // by the names in steps
	cache    cache
	// Asking sends the commands that measure costs; nil is the client that sends the steps.
	Asking Client
	// Scans gets how the next step reads indexes; nil if nobody wants it.
	Scans *[]example.IndexScan
}

// New makes a runner of an example at a size in the client's database, which is
// empty.
func New(client Client, e *example.Example, size int) *Runner {
	return &Runner{
		client: client, database: client.Database(), example: e, size: size, cache: newCache(),
		saved: map[string]bson.RawValue{}, sessions: map[string]*session{}, streams: map[string]Stream{},
	}
}

// Wants reports whether a measure is wanted. If it is nil, none is.
type Wants func(measure string) bool

// Step sends a step's operation as often as the step says, and saves the result
// under the name that the step has for it. It returns the last result and the cost
// of all times together. A step that is not sent has no result.
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

// UnsavedError says that an operation uses a value that no step saved.
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

// Send sends an operation in a session, "" for none. It returns the cost, and the
// result as the Unified Test Format writes results, with the example's name in
// place of the database's. A change stream that it opens has the name save.
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
	r.cache.invalidate(o, in)
	spent := count(recorder)
	if err != nil {
		return bson.RawValue{}, spent, err
	}
	result, err := ejson.Raw(value)
	return r.renamed(result), spent, err
}

// Resumed returns a runner of another client, whose database is a copy, which knows what
// this one has saved. It is nil if there are sessions or change streams: they belong to
// their client.
func (r *Runner) Resumed(client Client) *Runner {
	if len(r.sessions)+len(r.streams) > 0 {
		return nil
	}
	resumed := New(client, r.example, r.size)
	maps.Copy(resumed.saved, r.saved)
	return resumed
}

// Close closes all change streams and ends all sessions, which aborts their open
// transactions.
func (r *Runner) Close(ctx context.Context) {
	for _, stream := range r.streams {
		// The step that read it has reported its errors.
		_ = stream.Close(ctx)
	}
	for _, session := range r.sessions {
		session.EndSession(ctx)
	}
}

package run

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/explore"
)

// Replay goes through one order of an example's clients, moment by moment.
type Replay struct {
	ctx     context.Context
	clients *clients
	before  map[string][]bson.Raw // documents, nil if they were not read since the last turn
}

// NewReplay puts an example's clients at their beginning, in the client's database,
// which is empty.
func NewReplay(ctx context.Context, client Client, e *example.Example) (*Replay, error) {
	runner := New(client, e, e.FirstSize())
	// Its documents were accepted when the orders were tried.
	_, err := runner.Fill(ctx, e.Data(e.FirstSize()), func(*example.Collection, example.Document, WriteError) {})
	return newReplay(ctx, e, runner), err
}

func newReplay(ctx context.Context, e *example.Example, runner *Runner) *Replay {
	r := &Replay{ctx: ctx, clients: &clients{ctx: ctx, example: e, runner: runner}}
	r.clients.start()
	return r
}

var errNotTheirWay = errors.New("the clients can't go this way")

// Take lets a client take its next step. It returns what came of it and the documents
// that others see changed after it, by collection in the order of the example.
func (r *Replay) Take(turn example.Turn) (example.Moment, []example.Change, error) {
	c := r.clients
	if !c.Next().Has(turn.Client) {
		return example.Moment{}, nil, errNotTheirWay
	}
	c.mishap, c.hasHappened = explore.Mishap{At: c.next(turn.Client)}, turn.Mishap == example.ThenGoesOn
	switch turn.Mishap {
	case example.ThenCrashes:
		c.mishap.Kind = explore.Crash
	case example.ThenRepeats:
		c.mishap.Kind = explore.Twice
	}
	if _, err := r.Documents(); err != nil {
		return example.Moment{}, nil, err
	}
	if err := c.send(turn.Client); err != nil {
		return example.Moment{}, nil, err
	}
	if !c.hasHappened {
		return example.Moment{}, nil, errNotTheirWay
	}
	changes, err := r.Changes()
	return c.moments[len(c.moments)-1], changes, err
}

// Judge finds the outcome of the order, after its last turn. The function found is
// called with each part of it.
func (r *Replay) Judge(found func(Finding) error) (*example.Order, error) {
	if r.clients.Next() != 0 {
		return nil, errNotTheirWay
	}
	order := &example.Order{Moments: r.clients.moments}
	return order, judge(r.ctx, r.clients.runner, order, found)
}

// Documents returns the documents of all collections, sorted by _id.
func (r *Replay) Documents() (all map[string][]bson.Raw, err error) {
	if r.before == nil {
		r.before, err = documentsOf(r.ctx, r.clients.runner)
	}
	return r.before, err
}

// Changes returns the documents that have changed since they were last read.
func (r *Replay) Changes() ([]example.Change, error) {
	before := r.before
	r.before = nil
	after, err := r.Documents()
	var all []example.Change
	for _, name := range r.clients.example.Written() {
		all = append(all, Changes(name, before[name], after[name])...)
	}
	return all, err
}

// Close ends all sessions, which aborts their open transactions.
func (r *Replay) Close() { r.clients.runner.Close(r.ctx) }

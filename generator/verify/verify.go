// Package verify runs examples against a MongoDB server and compares what it
// answers with what they expect.
//
// Run takes examples and a URI and returns a result for each example, which
// server answered, and a message for everything that differs. Package run runs
// their steps, which are sent through the driver. Each example has a database of
// its own, made for the run and dropped after it; no other is ever touched. Load
// only puts their data into a database of our own, for people to look at. It is
// the only package that uses the driver's client, and knows nothing of the server
// behind the URI.
package verify

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// Options says what to run and where.
type Options struct {
	URI string
	// Start, if set, starts a server that nobody else uses, in place of URI.
	Start       func() Started
	dialer      options.ContextDialer // of the server that Start started
	Examples    []*example.Example
	Prefix      string // of the databases' names; "" means "modelbook"
	AllowRemote bool   // the server may be on another machine
	Limits      Limits // the zero value means those for any server
	// processorTime tells how long processors have worked for this program; nil asks
	// the operating system. A test has it told what it wants.
	processorTime func() time.Duration
	// Update puts what the database returned into Result.Updated in place of
	// telling that it differs.
	Update bool
	// Varies says that what was expected is what an earlier run returned: where
	// this one returns something else of the same type, Update puts a matcher.
	Varies bool
	// CheckOnly says that nothing of the results is kept: what is no part of what
	// files expect is not looked for.
	CheckOnly bool
	// Ran, if set, is told of each example that has run, in no order and one at a
	// time.
	Ran func(*example.Result)
}

// Started is a server that was started for a run.
type Started struct {
	URI    string
	Dialer options.ContextDialer // how drivers reach it; nil is by the network
	End    func()                // ends it, whatever it is busy with
}

// Run returns the results in the order of the examples, and messages in an order
// that does not depend on the run. The error says why nothing could run: the
// URI is wrong, the server does not answer.
func Run(ctx context.Context, o Options) ([]example.Result, example.Server, diag.List, error) {
	if o.Prefix == "" {
		o.Prefix = "modelbook"
	}
	if o.Limits == (Limits{}) {
		o.Limits = serverLimits
	}
	if o.processorTime == nil {
		o.processorTime = processorTime
	}
	first, err := open(ctx, o)
	if err != nil {
		return nil, example.Server{}, nil, err
	}
	server, err := first.server(ctx)
	if err != nil {
		first.leave(ctx)
		return nil, example.Server{}, nil, err
	}
	if o.Start == nil {
		first.dropLeftovers(ctx, o.Prefix)
	}
	results, list, err := runAll(ctx, o, first, server)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return results, server, list, err
}

// runAll runs the examples, as many at once as there are processors, the first
// of them on a host that is open.
func runAll(ctx context.Context, o Options, first *host, server example.Server) ([]example.Result, diag.List, error) {
	ctx, cancel := within(ctx, o.Limits.Run, "the whole run")
	defer cancel()
	ctx, endRun := context.WithCancelCause(ctx)
	defer endRun(nil)
	hosts := make([]*host, max(1, min(runtime.GOMAXPROCS(0), len(o.Examples))))
	hosts[0] = first
	all := &pool{
		options: o, server: server, endRun: endRun, shares: make([]share, len(o.Examples)),
		results: make([]example.Result, len(o.Examples)), lists: make([]diag.List, len(o.Examples)),
	}
	ctx, rest := all.workingOnAll(ctx)
	next := make(chan int, len(o.Examples))
	var workers sync.WaitGroup
	for i := range o.Examples {
		next <- i
	}
	close(next)
	for _, h := range hosts {
		workers.Go(func() { all.work(ctx, h, next) })
	}
	workers.Wait()
	list := rest()
	for _, l := range all.lists {
		list = append(list, l.Sorted()...)
	}
	return all.results, list, errors.Join(all.failed...)
}

// pool is a run of many examples.
type pool struct {
	options Options
	server  example.Server
	endRun  context.CancelCauseFunc
	atOnce  atomic.Int64 // how many examples run
	shares  []share      // of each example
	overran atomic.Bool  // processors worked too long, for one or for all
	results []example.Result
	lists   []diag.List

	mu     sync.Mutex
	failed []error
}

// work runs examples one after the other until the run is over, on a host or, if
// it is nil, on a new one.
func (all *pool) work(ctx context.Context, h *host, next <-chan int) {
	for i := range next {
		e := all.options.Examples[i]
		if ctx.Err() != nil {
			all.results[i], all.lists[i] = undone(ctx, e)
			continue
		}
		if reason := e.Unmet(all.server); reason != "" {
			all.results[i] = example.Result{Example: e, Status: example.Skipped, Reason: reason, Lacking: e.Lacking(all.server)}
			all.lists[i] = example.CheckReferences(ctx, e)
			all.ran(&all.results[i])
			continue
		}
		if h == nil {
			var err error
			if h, err = open(ctx, all.options); err != nil {
				all.fail(err)
				return
			}
		}
		all.results[i], all.lists[i] = all.runOne(ctx, h.client, i)
		all.ran(&all.results[i])
	}
	if h != nil {
		h.leave(ctx)
	}
}

func (all *pool) ran(r *example.Result) {
	if all.options.Ran != nil {
		all.mu.Lock()
		defer all.mu.Unlock()
		all.options.Ran(r)
	}
}

// fail ends the run with an error.
func (all *pool) fail(err error) {
	all.mu.Lock()
	all.failed = append(all.failed, err)
	all.mu.Unlock()
	all.endRun(err)
}

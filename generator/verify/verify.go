// Package verify runs examples against a MongoDB server and compares the results
// with those that their files expect.
//
// Run takes examples and a URI and returns a result for each example, the server
// that answered, and a message for everything that differs. Package run runs the
// steps, which are sent through the driver. Each example has a database of its own,
// made for the run and dropped after it; Run changes no other, but drops those of
// killed runs. Load only inserts the data into a database of our own, for people to
// look at. This is the only package that uses the driver's client, and it knows
// nothing of the server behind the URI.
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
	"modelbook/generator/run"
)

// Options are the examples to run, the server, and the kind of run.
type Options struct {
	URI string
	// Start, if set, starts a server for the run alone, in place of URI.
	Start       func() Started
	dialer      options.ContextDialer // of the server that Start started
	Examples    []*example.Example
	Prefix      string // of the databases' names; "" means "modelbook"
	AllowRemote bool   // the server may be on another machine
	Limits      Limits // the zero value means those for any server
	// Spent is the processor time that an earlier run of the examples took of that which
	// all together may take.
	Spent time.Duration
	// processorTime returns the processor time of this program so far; nil is the
	// operating system's. Tests set it.
	processorTime func() time.Duration
	// Update puts the returned values into Result.Updated in place of reporting that
	// they differ.
	Update bool
	// Varies says that the expected values are those that an earlier run returned.
	// Where this one returns another value of the same type, Update puts a matcher.
	Varies bool
	// CheckOnly says that the results are not kept, so that only those are found that
	// files expect.
	CheckOnly bool
	// SampleOrders ends the exploration of an example once each outcome that it
	// expects has come.
	SampleOrders bool
	// Ran, if set, is called with the result of each example that has run or was
	// skipped, in no order and one at a time.
	Ran func(*example.Result)
}

// Started is a server that was started for a run.
type Started struct {
	URI    string
	Dialer options.ContextDialer // how drivers reach it; nil is by the network
	// Direct returns a client of one of its databases that is not a driver; nil if only
	// drivers reach it.
	Direct func(database string) run.Client
	End    func() // ends it, even if it is busy
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

// runAll runs the examples, as many at once as there are processors. The first
// worker takes the host that is open already.
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
	ctx, stop := all.limitRun(ctx)
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
	list := stop()
	for i := range all.shares {
		all.results[i].Worked = all.shares[i].worked()
	}
	for _, l := range all.lists {
		list = append(list, l.Sorted()...)
	}
	return all.results, list, errors.Join(all.failed...)
}

// pool is a run of many examples.
type pool struct {
	options    Options
	server     example.Server
	endRun     context.CancelCauseFunc
	atOnce     atomic.Int64 // how many examples run
	shares     []share      // of each example
	hasOverrun atomic.Bool  // an example, or all together, took too much processor time
	results    []example.Result
	lists      []diag.List

	mu     sync.Mutex
	failed []error
}

// work runs examples one after the other until the run is over, on the host h or, if
// it is nil, on a new one.
func (all *pool) work(ctx context.Context, h *host, next <-chan int) {
	for i := range next {
		e := all.options.Examples[i]
		if ctx.Err() != nil {
			all.results[i], all.lists[i] = notBegun(ctx, e)
			continue
		}
		if reason := e.Unmet(all.server); reason != "" {
			all.results[i] = example.Result{Example: e, Status: example.Skipped, Reason: reason, Lacking: e.Lacking(all.server)}
			all.lists[i] = example.CheckReferences(ctx, e)
			all.report(&all.results[i])
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
		all.report(&all.results[i])
	}
	if h != nil {
		h.leave(ctx)
	}
}

func (all *pool) report(r *example.Result) {
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

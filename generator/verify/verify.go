// Package verify runs examples against a MongoDB server and compares what it
// answers with what they expect.
//
// Run takes examples and a URI and gives a result for each example, which
// server answered, and a message for everything that differs. Each example
// has a database of its own, made for the run and dropped after it; no other
// is ever touched. Load only puts their data into a database of our own, for
// people to look at. It is the only package that uses the driver's client, and
// knows nothing of the server behind the URI.
package verify

import (
	"context"
	"runtime"
	"sync"
	"time"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// Options says what to run and where.
type Options struct {
	URI         string
	Examples    []*example.Example
	Prefix      string // of the databases' names; "" means "modelbook"
	AllowRemote bool   // the server may be on another machine
	// Update puts what the database returned into Result.Updated in place of
	// telling that it differs.
	Update bool
}

// stepLimit is how long one step may take.
const stepLimit = 20 * time.Second

// Run gives the results in the order of the examples, and messages in an order
// that does not depend on the run. The error says why nothing could run: the
// URI is wrong, the server does not answer.
func Run(ctx context.Context, o Options) ([]example.Result, example.Server, diag.List, error) {
	if o.Prefix == "" {
		o.Prefix = "modelbook"
	}
	client, err := connect(ctx, o)
	if err != nil {
		return nil, example.Server{}, nil, err
	}
	defer client.close()
	server, err := client.server(ctx)
	if err != nil {
		return nil, example.Server{}, nil, err
	}
	results, list := runAll(ctx, o, client, server)
	return results, server, list, ctx.Err()
}

// runAll runs the examples, as many at once as there are processors.
func runAll(ctx context.Context, o Options, client *client, server example.Server) ([]example.Result, diag.List) {
	results := make([]example.Result, len(o.Examples))
	lists := make([]diag.List, len(o.Examples))
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	var running sync.WaitGroup
	for i, e := range o.Examples {
		running.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			if reason := e.Unmet(server); reason != "" {
				results[i] = example.Result{Example: e, Status: example.Skipped, Reason: reason}
				lists[i] = example.CheckReferences(e)
				return
			}
			results[i], lists[i] = runOne(ctx, o, client, e)
		})
	}
	running.Wait()
	var all diag.List
	for _, list := range lists {
		all = append(all, list.Sorted()...)
	}
	return results, all
}

package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// sampleInterval is the time between two samples of the processors' time.
const sampleInterval = 20 * time.Millisecond

// graceSamples is how many samples a run that is over its limit waits for one of
// its examples to be over its own: the message then names the cause.
const graceSamples = 5

// share is the processor time, in nanoseconds, of one of the contexts that are
// limited at the same time.
type share struct{ atomic.Int64 }

func (s *share) worked() time.Duration { return time.Duration(s.Load()) }

// limitWork ends a context once processors have worked too long under it. They
// report only the time for the whole program, so each sample is split evenly among
// the atOnce contexts that are limited with this one, and added to its share. After
// it is over the limit the context has a grace of so many samples. Only one context
// of a run is ended so, the first. The returned function ends the sampling, and the
// context.
func (all *pool) limitWork(ctx context.Context, limit time.Duration, grace int, atOnce *atomic.Int64, of *share, late func() overrun) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	atOnce.Add(1)
	last := all.options.processorTime()
	sample := func() {
		now := all.options.processorTime()
		of.Add(int64(now-last) / atOnce.Load())
		last = now
	}
	var sampling sync.WaitGroup
	sampling.Go(func() {
		ticks := time.NewTicker(sampleInterval)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				sample()
				return
			case <-ticks.C:
			}
			if sample(); of.worked() <= limit {
				continue
			}
			if grace--; grace < 0 && all.hasOverrun.CompareAndSwap(false, true) {
				cancel(late())
				return
			}
		}
	})
	return ctx, func() {
		cancel(nil)
		sampling.Wait()
		atOnce.Add(-1)
	}
}

// limitExample limits the processor time of an example.
func (all *pool) limitExample(ctx context.Context, i int) (context.Context, func()) {
	limit := all.options.Limits.Work
	if limit == 0 {
		return ctx, func() {}
	}
	return all.limitWork(ctx, limit, 0, &all.atOnce, &all.shares[i], func() overrun {
		return overrun{what: "the example", limit: limit, isProcessorTime: true, hint: all.clockOnly(all.options.Examples[i])}
	})
}

// DatabasePort is the port of "modelbook db" without a flag for another.
const DatabasePort = 27018

// clockOnly is a hint at how to run an example so that only the clock limits it.
func (all *pool) clockOnly(e *example.Example) string {
	db := "modelbook db"
	if all.server.Topology == example.ReplicaSet {
		db += " --replica-set"
	}
	return fmt.Sprintf("on a server of its own only the clock counts: %s, and in another terminal modelbook verify --mongodb mongodb://127.0.0.1:%d %s", db, DatabasePort, e.Name)
}

// limitRun limits the processor time of all examples together. The returned function
// ends that, and returns a message if they took too long.
func (all *pool) limitRun(ctx context.Context) (context.Context, func() diag.List) {
	limits := all.options.Limits
	if limits.Work == 0 || len(all.shares) == 0 {
		return ctx, func() diag.List { return nil }
	}
	var messages diag.List
	limit := limits.Work + time.Duration(len(all.options.Examples))*limits.Mean
	var spent share
	spent.Add(int64(all.options.Spent))
	ctx, stop := all.limitWork(ctx, limit, graceSamples, &atomic.Int64{}, &spent, func() overrun {
		slowest := all.slowest()
		late := overrun{what: "the whole run", limit: limit, isProcessorTime: true, pos: diag.Pos{File: slowest[0].example.File}}
		messages.Add(diag.Message{Pos: late.pos, Text: late.Error(), Hint: hintSlowest(slowest)})
		return late
	})
	return ctx, func() diag.List {
		stop()
		return messages
	}
}

// exampleTime is the processor time of an example so far.
type exampleTime struct {
	example *example.Example
	worked  time.Duration
}

// slowest returns the examples, longest processor time first.
func (all *pool) slowest() []exampleTime {
	times := make([]exampleTime, len(all.shares))
	for i := range times {
		times[i] = exampleTime{all.options.Examples[i], all.shares[i].worked()}
	}
	slices.SortStableFunc(times, func(a, b exampleTime) int { return cmp.Compare(b.worked, a.worked) })
	return times
}

// hintSlowest names the first of the slowest examples.
func hintSlowest(slowest []exampleTime) string {
	const named = 3
	var names []string
	for _, t := range slowest[:min(named, len(slowest))] {
		names = append(names, fmt.Sprintf("%s (%.1fs)", t.example.Name, t.worked.Seconds()))
	}
	return "most went to " + strings.Join(names, ", ")
}

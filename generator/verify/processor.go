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

// eachLook is how long to rest between two looks at what processors have done.
const eachLook = 20 * time.Millisecond

// patience is how many looks a run that is late waits for an example that is late
// itself: what takes too long has a place then.
const patience = 5

// share is how long processors worked for one of the things that go on at once.
type share struct{ atomic.Int64 }

// worked gives it as a time.
func (s *share) worked() time.Duration { return time.Duration(s.Load()) }

// working limits what processors do while something goes on under a context. They
// tell only what they do for all of this program, which is split evenly among those
// that go on at once, and added to its share. It ends what is late first, no other,
// when it was late for so many looks more; the function that is returned ends it in
// any case.
func (all *pool) working(ctx context.Context, limit time.Duration, looks int, atOnce *atomic.Int64, of *share, late func() overrun) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	atOnce.Add(1)
	last := all.options.processorTime()
	look := func() {
		now := all.options.processorTime()
		of.Add(int64(now-last) / atOnce.Load())
		last = now
	}
	var looking sync.WaitGroup
	looking.Go(func() {
		ticks := time.NewTicker(eachLook)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				look()
				return
			case <-ticks.C:
			}
			if look(); of.worked() <= limit {
				continue
			}
			if looks--; looks < 0 && all.overran.CompareAndSwap(false, true) {
				cancel(late())
				return
			}
		}
	})
	return ctx, func() {
		cancel(nil)
		looking.Wait()
		atOnce.Add(-1)
	}
}

// workingOn limits what processors do for an example.
func (all *pool) workingOn(ctx context.Context, i int) (context.Context, func()) {
	limit := all.options.Limits.Work
	if limit == 0 {
		return ctx, func() {}
	}
	return all.working(ctx, limit, 0, &all.atOnce, &all.shares[i], func() overrun {
		return overrun{what: "the example", limit: limit, worked: true, hint: all.clockOnly(all.options.Examples[i])}
	})
}

// DatabasePort is where "modelbook db" serves a database if nothing else is said.
const DatabasePort = 27018

// clockOnly says how to run an example where only the clock limits it.
func (all *pool) clockOnly(e *example.Example) string {
	db := "modelbook db"
	if all.server.Topology == example.ReplicaSet {
		db += " --replica-set"
	}
	return fmt.Sprintf("on a server of its own only the clock counts: %s, and in another terminal modelbook verify --mongodb mongodb://127.0.0.1:%d %s", db, DatabasePort, e.Name)
}

// workingOnAll limits what they do for all together. The function that is returned
// ends it, and says what is wrong with it.
func (all *pool) workingOnAll(ctx context.Context) (context.Context, func() diag.List) {
	limits := all.options.Limits
	if limits.Work == 0 || len(all.shares) == 0 {
		return ctx, func() diag.List { return nil }
	}
	var messages diag.List
	limit := limits.Work + time.Duration(len(all.options.Examples))*limits.Mean
	ctx, rest := all.working(ctx, limit, patience, &atomic.Int64{}, &share{}, func() overrun {
		took := all.dearest()
		late := overrun{what: "the whole run", limit: limit, worked: true, pos: diag.Pos{File: took[0].example.File}}
		messages.Add(diag.Message{Pos: late.pos, Text: late.Error(), Hint: most(took)})
		return late
	})
	return ctx, func() diag.List {
		rest()
		return messages
	}
}

// taken is what an example took so far.
type taken struct {
	example *example.Example
	worked  time.Duration
}

// dearest returns the examples, those that took most first.
func (all *pool) dearest() []taken {
	took := make([]taken, len(all.shares))
	for i := range took {
		took[i] = taken{all.options.Examples[i], all.shares[i].worked()}
	}
	slices.SortStableFunc(took, func(a, b taken) int { return cmp.Compare(b.worked, a.worked) })
	return took
}

// most names the first of what took most.
func most(took []taken) string {
	const named = 3
	var names []string
	for _, t := range took[:min(named, len(took))] {
		names = append(names, fmt.Sprintf("%s (%.1fs)", t.example.Name, t.worked.Seconds()))
	}
	return "most went to " + strings.Join(names, ", ")
}

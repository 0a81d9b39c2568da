package verify

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// eachLook is how long to rest between two looks at what processors have done.
const eachLook = 20 * time.Millisecond

// working limits what processors do while something goes on under a context. They
// tell only what they do for all of this program, which is split evenly among those
// that go on at once. The function that is returned ends it.
func working(ctx context.Context, limit time.Duration, atOnce *atomic.Int64, what string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	atOnce.Add(1)
	last, share := processorTime(), time.Duration(0)
	var looking sync.WaitGroup
	looking.Go(func() {
		look := time.NewTicker(eachLook)
		defer look.Stop()
		for ctx.Err() == nil {
			now := processorTime()
			share += (now - last) / time.Duration(atOnce.Load())
			last = now
			if share > limit {
				cancel(overrun{what: what, limit: limit, worked: true})
				return
			}
			select {
			case <-ctx.Done():
			case <-look.C:
			}
		}
	})
	return ctx, func() {
		cancel(nil)
		looking.Wait()
		atOnce.Add(-1)
	}
}

package verify

import (
	"context"
	"sync"
	"time"
)

// eachLook is how long to rest between two looks at what processors have done.
const eachLook = 20 * time.Millisecond

// working limits what processors do while something goes on under a context. They
// tell only what they do for all of this program, so that the limit counts for each
// of as many as go on at once. The function that is returned ends it.
func working(ctx context.Context, limit time.Duration, atOnce int, what string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	begin := processorTime()
	var looking sync.WaitGroup
	looking.Go(func() {
		look := time.NewTicker(eachLook)
		defer look.Stop()
		for ctx.Err() == nil {
			if processorTime()-begin > limit*time.Duration(atOnce) {
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
	}
}

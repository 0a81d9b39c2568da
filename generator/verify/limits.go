package verify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// Limits are the longest times of a step, an example and the run, by the clock. The
// first that takes too long ends the run, since many examples that each take as
// long as one may would take too long together.
type Limits struct {
	Step, Example, Run time.Duration
	// Work is the processor time that an example may take, however busy the machine
	// is. All together may take Work, and Mean for every example. Both are for a
	// server that is part of this program. Without Work only the clock counts.
	Work, Mean time.Duration
}

// serverLimits are the limits for servers that may be far away, or busy with other
// clients.
var serverLimits = Limits{Step: 20 * time.Second, Example: 2 * time.Minute, Run: 15 * time.Minute}

// overrun is the cause of a context that ended because something took too long.
type overrun struct {
	what            string
	limit           time.Duration
	isProcessorTime bool // limit is processor time, not time by the clock
	hint            string
	pos             diag.Pos // of its message, if there is one
}

func (o overrun) Error() string {
	if o.isProcessorTime {
		return fmt.Sprintf("%s takes more than %v of processor time", o.what, o.limit.Round(100*time.Millisecond))
	}
	return fmt.Sprintf("%s takes longer than %v", o.what, o.limit)
}

// within returns a context that ends after limit, with an overrun as its cause.
func within(ctx context.Context, limit time.Duration, what string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, overrun{what: what, limit: limit})
}

// timeoutMargin is how long before a context's deadline, which they know, the driver
// and the server may give up.
const timeoutMargin = 100 * time.Millisecond

// endIfLate ends the whole run if a command failed because something took too long,
// and reports whether it did.
func (r *verification) endIfLate(ctx context.Context, err error, pos diag.Pos) bool {
	if err == nil {
		return false
	}
	deadline, limited := ctx.Deadline()
	if limited && mongo.IsTimeout(err) && time.Until(deadline) < timeoutMargin {
		<-ctx.Done()
	}
	var late overrun
	if ctx.Err() == nil || !errors.As(context.Cause(ctx), &late) {
		return false
	}
	r.isLate, r.example.Exhausted = true, true
	if late.pos == (diag.Pos{}) {
		late.pos = pos
		r.list.Add(r.example.Message(pos, late.Error(), late.hint))
	} else {
		r.list.Add(unfinished(r.example, pos, late))
	}
	r.endRun(late)
	return true
}

// unfinished returns the message for an example that did not run to its end, which
// is shown only if that of its cause is not.
func unfinished(e *example.Example, pos diag.Pos, cause overrun) diag.Message {
	m := e.Message(pos, "it did not run to its end, for another example takes too long", "")
	m.Follows = cause.pos
	return m
}

// notBegun returns the result of an example that did not begin before the run was
// over.
func notBegun(ctx context.Context, e *example.Example) (example.Result, diag.List) {
	var cause overrun
	errors.As(context.Cause(ctx), &cause)
	if cause.pos == (diag.Pos{}) {
		cause.pos = diag.Pos{File: e.File}
		return example.Result{Example: e, Status: example.Failed}, diag.List{{Pos: cause.pos, Text: "it did not run: " + cause.Error()}}
	}
	return example.Result{Example: e, Status: example.Failed}, diag.List{unfinished(e, diag.Pos{File: e.File}, cause)}
}

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

// Limits say how long things may take, by the clock. The first that takes too
// long ends the run: what one example may take, a hundred may not.
type Limits struct {
	Step, Example, Run time.Duration
	// Work is how long processors may work for an example, however busy the machine
	// is, and Mean for each of many: all together may take Work and a Mean for every
	// one. Both are for a server that is part of this program. Without Work only the
	// clock counts.
	Work, Mean time.Duration
}

// serverLimits are for servers that are on the way to, or busy with others.
var serverLimits = Limits{Step: 20 * time.Second, Example: 2 * time.Minute, Run: 15 * time.Minute}

// overrun is why a context ended: something took too long.
type overrun struct {
	what   string
	limit  time.Duration
	worked bool // of processors' time, not of the clock's
	hint   string
	pos    diag.Pos // where it was told, if it was
}

func (o overrun) Error() string {
	if o.worked {
		return fmt.Sprintf("%s takes more than %v of processor time", o.what, o.limit.Round(100*time.Millisecond))
	}
	return fmt.Sprintf("%s takes longer than %v", o.what, o.limit)
}

// within limits what is done under a context.
func within(ctx context.Context, limit time.Duration, what string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, overrun{what: what, limit: limit})
}

// soon is how much earlier than a context's end the driver and the server, who
// know of it, may give up.
const soon = 100 * time.Millisecond

// isLate reports whether a command failed because something took too long, and
// then ends the whole run.
func (r *verification) isLate(ctx context.Context, err error, pos diag.Pos) bool {
	if err == nil {
		return false
	}
	deadline, limited := ctx.Deadline()
	if limited && mongo.IsTimeout(err) && time.Until(deadline) < soon {
		<-ctx.Done()
	}
	var late overrun
	if ctx.Err() == nil || !errors.As(context.Cause(ctx), &late) {
		return false
	}
	r.late, r.example.Exhausted = true, true
	if late.pos == (diag.Pos{}) {
		late.pos = pos
		r.list.Add(r.example.Message(pos, late.Error(), late.hint))
	} else {
		r.list.Add(leftUndone(r.example, pos, late))
	}
	r.endRun(late)
	return true
}

// leftUndone tells of an example that did not run to its end, if the cause is
// not told.
func leftUndone(e *example.Example, pos diag.Pos, cause overrun) diag.Message {
	m := e.Message(pos, "it did not run to its end, for another example takes too long", "")
	m.Follows = cause.pos
	return m
}

// undone returns the result of an example that did not begin: the run was over.
func undone(ctx context.Context, e *example.Example) (example.Result, diag.List) {
	var cause overrun
	errors.As(context.Cause(ctx), &cause)
	if cause.pos == (diag.Pos{}) {
		cause.pos = diag.Pos{File: e.File}
		return example.Result{Example: e, Status: example.Failed}, diag.List{{Pos: cause.pos, Text: "it did not run: " + cause.Error()}}
	}
	return example.Result{Example: e, Status: example.Failed}, diag.List{leftUndone(e, diag.Pos{File: e.File}, cause)}
}

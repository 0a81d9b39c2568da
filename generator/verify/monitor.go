package verify

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/event"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver"

	"modelbook/generator/cost"
)

type recorderKey struct{}

// recording gives a context whose commands r counts. Commands under any other
// context are not counted: they are ours, not the step's.
func recording(ctx context.Context, r *cost.Recorder) context.Context {
	return context.WithValue(ctx, recorderKey{}, r)
}

func monitor() *event.CommandMonitor {
	with := func(ctx context.Context, note func(r *cost.Recorder)) {
		if r, ok := ctx.Value(recorderKey{}).(*cost.Recorder); ok {
			note(r)
		}
	}
	return &event.CommandMonitor{
		Started: func(ctx context.Context, e *event.CommandStartedEvent) {
			with(ctx, func(r *cost.Recorder) { r.Sent(e.Command) })
		},
		Succeeded: func(ctx context.Context, e *event.CommandSucceededEvent) {
			with(ctx, func(r *cost.Recorder) { r.Replied(e.CommandName, e.Reply) })
		},
		Failed: func(ctx context.Context, e *event.CommandFailedEvent) {
			var refused driver.Error // what mongo.CommandError is made of, behind the monitor
			if errors.As(e.Failure, &refused) {
				with(ctx, func(r *cost.Recorder) { r.Refused(bson.Raw(refused.Raw)) })
			}
		},
	}
}

package verify

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/event"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver"

	"modelbook/generator/cost"
	"modelbook/generator/run"
)

// monitor tells of commands to what counts them.
func monitor() *event.CommandMonitor {
	with := func(ctx context.Context, note func(r *cost.Recorder)) {
		if r := run.Counting(ctx); r != nil {
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

package verify

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/event"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver"

	"modelbook/generator/cost"
)

// monitor tells of commands to what counts them.
func monitor() *event.CommandMonitor {
	return &event.CommandMonitor{
		Started: func(ctx context.Context, e *event.CommandStartedEvent) { cost.RecorderOf(ctx).Sent(e.Command) },
		Succeeded: func(ctx context.Context, e *event.CommandSucceededEvent) {
			cost.RecorderOf(ctx).Replied(e.CommandName, e.Reply)
		},
		Failed: func(ctx context.Context, e *event.CommandFailedEvent) {
			var refused driver.Error // what mongo.CommandError is made of, behind the monitor
			if errors.As(e.Failure, &refused) {
				cost.RecorderOf(ctx).Refused(bson.Raw(refused.Raw))
			}
		},
	}
}

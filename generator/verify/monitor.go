package verify

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/event"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver"

	"modelbook/generator/cost"
)

// monitor passes the driver's commands to the cost.Recorder of their context.
func monitor() *event.CommandMonitor {
	return &event.CommandMonitor{
		Started: func(ctx context.Context, e *event.CommandStartedEvent) { cost.RecorderOf(ctx).Sent(e.Command) },
		Succeeded: func(ctx context.Context, e *event.CommandSucceededEvent) {
			cost.RecorderOf(ctx).Replied(e.CommandName, e.Reply)
		},
		Failed: func(ctx context.Context, e *event.CommandFailedEvent) {
			var refused driver.Error // which the driver later turns into a mongo.CommandError
			if errors.As(e.Failure, &refused) {
				cost.RecorderOf(ctx).Refused(bson.Raw(refused.Raw))
			}
		},
	}
}

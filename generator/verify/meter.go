package verify

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
)

// meter asks the run's database what operations cost.
func (r *run) meter(ctx context.Context) cost.Meter {
	send := func(command bson.D) (bson.Raw, error) { return r.db.RunCommand(ctx, command).Raw() }
	return cost.Meter{
		Run: func(command bson.D) (bson.Raw, error) {
			if collection, is := command[0].Value.(string); is && command[0].Key == "validate" {
				return r.validate(collection, send)
			}
			return send(command)
		},
		TransactionOpen: r.transactionOpen,
	}
}

// validate asks about a collection unless nothing has changed since: it goes
// through all documents and entries.
func (r *run) validate(collection string, send func(bson.D) (bson.Raw, error)) (bson.Raw, error) {
	if reply, known := r.validated[collection]; known {
		return reply, nil
	}
	reply, err := send(bson.D{{Key: "validate", Value: collection}})
	if err == nil {
		r.validated[collection] = reply
	}
	return reply, err
}

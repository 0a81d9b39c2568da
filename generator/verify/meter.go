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
		Run:             func(command bson.D) (bson.Raw, error) { return r.known.ask(command, send) },
		TransactionOpen: r.transactionOpen,
	}
}

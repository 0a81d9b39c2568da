package run

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/example"
)

// known is what was asked about the collections of a database, by their names, for as
// long as no step may have changed it: what there was after one is there before
// the next.
type known struct {
	replies   map[string]map[string]bson.Raw // by the name of the command
	documents map[string]looked
}

func knowNothing() known {
	return known{replies: map[string]map[string]bson.Raw{"validate": {}, "listIndexes": {}}, documents: map[string]looked{}}
}

// Meter asks the database what operations cost, with commands that are not counted
// and not sent if their replies are known.
func (r *Runner) Meter(ctx context.Context) cost.Meter {
	ask := func(command bson.D) (bson.Raw, error) {
		collection, _ := command[0].Value.(string)
		replies := r.known.replies[command[0].Key]
		if reply, known := replies[collection]; known {
			return reply, nil
		}
		reply, err := r.client.Command(ctx, r.database, command)
		if err == nil && replies != nil {
			replies[collection] = reply
		}
		return reply, err
	}
	return cost.Meter{Run: ask, TransactionOpen: r.transactionOpen}
}

// forget drops what an operation may have changed, of other collections too if it
// was sent in a session, whose transaction perhaps ended, or nothing tells what it did.
func (k known) forget(o example.Operation, in *session) {
	switch {
	case in == nil && o.Effect() == example.EffectNothing && o.Name != "rename": // it changes no document
	case in == nil && o.ChangesDocuments():
		delete(k.replies["validate"], o.Object)
		delete(k.documents, o.Object)
	default:
		clear(k.replies["validate"])
		clear(k.replies["listIndexes"])
		clear(k.documents)
	}
}

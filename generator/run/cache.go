package run

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/example"
)

// cache holds replies and documents of collections, by the collections' names,
// until a step may have changed them. The state after one step is the state before
// the next, so it is read once for both.
type cache struct {
	replies   map[string]map[string]bson.Raw // by the name of the command
	documents map[string]cachedDocuments
	layouts   cost.Layouts
}

func newCache() cache {
	return cache{replies: map[string]map[string]bson.Raw{"validate": {}, "listIndexes": {}}, documents: map[string]cachedDocuments{}, layouts: cost.Layouts{}}
}

// Meter asks the database for the costs of operations. Its commands are not
// counted, and not sent if their replies are cached.
func (r *Runner) Meter(ctx context.Context) cost.Meter {
	client := r.client
	if r.Asking != nil {
		client = r.Asking
	}
	ask := func(command bson.D) (bson.Raw, error) {
		collection, _ := command[0].Value.(string)
		replies := r.cache.replies[command[0].Key]
		if reply, isCached := replies[collection]; isCached {
			return reply, nil
		}
		reply, err := client.Command(ctx, r.database, command)
		if err == nil && replies != nil {
			replies[collection] = reply
		}
		return reply, err
	}
	m := cost.Meter{Run: ask, TransactionOpen: r.transactionOpen, Layouts: r.cache.layouts, Scans: r.Scans}
	if storage, ok := client.(Storage); ok {
		m.Entries = storage.IndexEntries
	}
	m.Records = recordsOf(client)
	return m
}

// invalidate drops the entries that an operation may have changed: those of all
// collections if it may have changed more than documents, or was sent in a
// session, where it may have ended a transaction.
func (c cache) invalidate(o example.Operation, in *session) {
	switch {
	case in == nil && o.Effect() == example.EffectNothing && o.Name != "rename": // it changes no document
	case in == nil && o.ChangesDocuments():
		delete(c.replies["validate"], o.Object)
		delete(c.documents, o.Object)
		delete(c.layouts, o.Object)
	default:
		clear(c.replies["validate"])
		clear(c.replies["listIndexes"])
		clear(c.documents)
		clear(c.layouts)
	}
}

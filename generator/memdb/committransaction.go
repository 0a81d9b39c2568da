package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

type commitTransactionCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[commitTransactionCommand](command{
	names: []string{"commitTransaction"}, admin: true, api1: true, writeConcern: true, fails: true, transaction: true,
})

func (*commitTransactionCommand) run(r *request) (bson.D, error) {
	t := r.store.transaction
	if t == nil {
		return nil, outsideTransaction(r)
	}
	_, err := r.db.writing(&r.db.store, func() (bson.D, error) {
		return nil, r.db.commitTransaction(t, &writer{db: r.db, store: &r.db.store, now: r.now})
	})
	r.db.cursors.killWhere(func(c *cursor) bool { return c.transaction == t })
	return bson.D{}, err
}

func outsideTransaction(r *request) error {
	return errcode.New(125, "%s must be run within a transaction", r.name)
}

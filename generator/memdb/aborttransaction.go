package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

type abortTransactionCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[abortTransactionCommand](command{
	names: []string{"abortTransaction"}, admin: true, api1: true, writeConcern: true, fails: true, transaction: true,
})

func (*abortTransactionCommand) run(r *request) (bson.D, error) {
	if r.store.transaction == nil {
		return nil, outsideTransaction(r)
	}
	r.db.endTransaction(r.store.transaction)
	return bson.D{}, nil
}

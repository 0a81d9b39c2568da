package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type abortTransactionCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[abortTransactionCommand](command{
	names: []string{"abortTransaction"}, admin: true, api1: true, writeConcern: true, fails: true, transaction: true,
})

func (*abortTransactionCommand) run(op *engine.Operation) (bson.D, error) {
	if op.Store.Transaction == nil {
		return nil, outsideTransaction(op)
	}
	op.DB.EndTransaction(op.Store.Transaction)
	return bson.D{}, nil
}

package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
)

// commitTransactionCommand would end a transaction where none can be.
type commitTransactionCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[commitTransactionCommand](command{
	names: []string{"commitTransaction"}, admin: true, api1: true, writeConcern: true, fails: true,
})

func (*commitTransactionCommand) run(r *request) (bson.D, error) {
	return nil, errcode.New(125, "%s must be run within a transaction", r.name)
}

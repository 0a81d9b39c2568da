package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
)

type commitTransactionCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[commitTransactionCommand](command{
	names: []string{"commitTransaction"}, admin: true, api1: true, writeConcern: true, fails: true, transaction: true,
})

func (*commitTransactionCommand) run(op *engine.Operation) (bson.D, error) {
	t := op.Store.Transaction
	if t == nil {
		return nil, outsideTransaction(op)
	}
	_, err := op.DB.WriteUnitOfWork(&op.DB.Store, func() (bson.D, error) {
		return nil, op.DB.CommitTransaction(t, &engine.Writer{DB: op.DB, Store: &op.DB.Store, Now: op.Now})
	})
	op.DB.Cursors.KillWhere(func(c *engine.Cursor) bool { return c.Transaction == t })
	return bson.D{}, err
}

func outsideTransaction(op *engine.Operation) error {
	return errcode.New(125, "%s must be run within a transaction", op.Name)
}

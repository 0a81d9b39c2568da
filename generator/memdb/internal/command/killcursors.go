package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
)

type killCursorsCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Cursors    []idl.Long         `idl:"cursors,required"`
}

var _ = register[killCursorsCommand](command{names: []string{"killCursors"}, transaction: true, api1: true})

func (c *killCursorsCommand) run(op *engine.Operation) (bson.D, error) {
	if err := storage.CheckReadable(op.Database, string(c.Collection)); err != nil {
		return nil, err
	}
	killed, missing := bson.A{}, bson.A{}
	for _, id := range c.Cursors {
		if op.DB.Cursors.Kill(int64(id)) {
			killed = append(killed, int64(id))
		} else {
			missing = append(missing, int64(id))
		}
	}
	op.DB.Writes.Notify()
	return bson.D{
		{Key: "cursorsKilled", Value: killed},
		{Key: "cursorsNotFound", Value: missing},
		{Key: "cursorsAlive", Value: bson.A{}},
		{Key: "cursorsUnknown", Value: bson.A{}},
	}, nil
}

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/value"
)

type insertCommand struct {
	genericArguments
	Collection       idl.CollectionName `idl:",command"`
	Documents        []bson.D           `idl:"documents,required"`
	Ordered          bool               `idl:"ordered,default=true"`
	BypassValidation idl.Truth          `idl:"bypassDocumentValidation"`
	_                idl.Refused        `idl:"bypassEmptyTsReplacement isTimeseriesNamespace stmtId stmtIds encryptionInformation"`
}

var _ = register[insertCommand](command{names: []string{"insert"}, transaction: true, retryable: true, locks: locksWrite, api1: true, rawData: true, writeConcern: true})

func (c *insertCommand) run(op *engine.Operation) (bson.D, error) {
	name, err := op.Store.Database(op.Database).CheckCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	if err := checkBatchSize(len(c.Documents)); err != nil {
		return nil, err
	}
	if err := checkSizes(c.Documents); err != nil {
		return nil, err
	}
	coll, err := op.EnsureCollection(op.Database, name)
	if err != nil {
		return nil, err
	}
	if err := checkSeriesWrite(coll, op); err != nil {
		return nil, err
	}
	op.BypassValidation = bool(c.BypassValidation)
	n := int32(0)
	op.MayYield = op.WritesMayYield(coll)
	errs, err := runStatements(op, len(c.Documents), c.Ordered, func(i int) error {
		if op.NumYields > 0 && op.CheckNotDropped(coll.Name, coll.Collection) != nil {
			if coll, err = op.EnsureCollection(op.Database, name); err != nil {
				return err
			}
		}
		_, err := op.Insert(coll, c.Documents[i])
		if err == nil {
			n++
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.withErrors(bson.D{{Key: "n", Value: n}}, errs), nil
}

func checkSizes(docs []bson.D) error {
	for _, doc := range docs {
		if size := value.Size(doc); size > engine.MaxInternalDocumentSize {
			return errcode.New(errcode.BSONObjectTooLarge, "BSONObj size: %d (0x%X) is invalid. Size must be between 0 and %d(16MB)", size, size, engine.MaxInternalDocumentSize)
		}
	}
	return nil
}

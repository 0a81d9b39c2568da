package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

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

func (c *insertCommand) run(r *request) (bson.D, error) {
	name, err := r.store.database(r.database).checkCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	if err := checkBatchSize(len(c.Documents)); err != nil {
		return nil, err
	}
	if err := checkSizes(c.Documents); err != nil {
		return nil, err
	}
	coll, err := r.ensure(r.database, name)
	if err != nil {
		return nil, err
	}
	if err := checkSeriesWrite(coll, r); err != nil {
		return nil, err
	}
	r.bypassValidation = bool(c.BypassValidation)
	n := int32(0)
	r.mayYield = r.writesMayYield(coll)
	errs, err := runStatements(r, len(c.Documents), c.Ordered, func(i int) error {
		if r.yields > 0 && r.checkNotDropped(coll.Name, coll.Collection) != nil {
			if coll, err = r.ensure(r.database, name); err != nil {
				return err
			}
		}
		_, err := r.insert(coll, c.Documents[i])
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
		if size := value.Size(doc); size > maxCommandDocument {
			return errcode.New(errcode.BSONObjectTooLarge, "BSONObj size: %d (0x%X) is invalid. Size must be between 0 and %d(16MB)", size, size, maxCommandDocument)
		}
	}
	return nil
}

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/value"
)

type deleteCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Deletes    []deleteStatement  `idl:"deletes,required"`
	Ordered    bool               `idl:"ordered,default=true"`
	Let        bson.D             `idl:"let"`
	_          idl.Truth          `idl:"bypassDocumentValidation,accepted"`
	_          idl.Refused        `idl:"isTimeseriesNamespace stmtId stmtIds runtimeConstants legacyRuntimeConstants encryptionInformation"`
}

type deleteStatement struct {
	Filter    bson.D      `idl:"q,required"`
	Single    deleteLimit `idl:"limit,required,types=number"`
	Collation bson.D      `idl:"collation"`
	Hint      idl.Hint    `idl:"hint"`
	_         idl.Refused `idl:"sampleId"`
}

var _ = register[deleteCommand](command{names: []string{"delete"}, transaction: true, retryable: true, locks: locksWrite, api1: true, rawData: true, writeConcern: true})

// deleteLimit is true for the number 1, to delete one document, and false for 0, to
// delete all.
type deleteLimit bool

// ReadValue reads the number.
func (l *deleteLimit) ReadValue(_ idl.Path, v any) error {
	*l = deleteLimit(value.Compare(v, int32(1)) == 0)
	if !*l && value.Compare(v, int32(0)) != 0 {
		return errcode.New(errcode.FailedToParse, "The limit field in delete objects must be 0 or 1. Got %s", value.String(v))
	}
	return nil
}

// parsedDelete is a delete statement, ready to run.
type parsedDelete struct {
	query *query.Query
	one   bool
}

func (d *parsedDelete) writesMayYield() bool { return d.query.WritesMayYield() }

func (c *deleteCommand) run(op *engine.Operation) (bson.D, error) {
	coll, err := batchCollection(op.Store.Database(op.Database), c.Collection, len(c.Deletes))
	if err != nil {
		return nil, err
	}
	n := int32(0)
	parse := func(s *deleteStatement) (*parsedDelete, error) { return s.parse(op, coll, c.Let) }
	errs, err := runParsed(op, c.Deletes, c.Ordered, parse, func(_ int, d *parsedDelete) error {
		if op.NumYields > 0 && !coll.HoldsMeasurements() {
			d.query.Collection = op.Store.Collection(op.Database, string(c.Collection))
		}
		op.MayYieldInStatement = op.MayYield && !d.one && d.query.Collection != nil
		deleted, err := d.run()
		if err == nil {
			n += deleted
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.withErrors(bson.D{{Key: "n", Value: n}}, errs), nil
}

func (s *deleteStatement) parse(op *engine.Operation, coll *catalog.Collection, let bson.D) (*parsedDelete, error) {
	if err := checkSeriesDelete(coll, op); err != nil {
		return nil, err
	}
	collation, err := op.Collation(coll, s.Collation)
	if err != nil {
		return nil, err
	}
	q, err := query.New(op, coll, s.Filter, let, collation)
	if err != nil {
		return nil, err
	}
	return &parsedDelete{q, bool(s.Single)}, q.SetSortAndHint(nil, s.Hint.Index)
}

func (d *parsedDelete) run() (n int32, err error) {
	found, err := d.query.Locate(d.one)
	if err != nil {
		return 0, err
	}
	for _, hit := range found {
		err := d.query.WriteEach(hit, func(hit query.Located) error {
			err := d.query.Execution.Op.Remove(d.query.Collection, hit.ID, hit.Doc)
			if err == nil {
				n++
			}
			return err
		})
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// explain explains a delete of one statement, and counts the documents that it would
// delete.
func (c *deleteCommand) explain(op *engine.Operation, verbosity string) (bson.D, error) {
	coll, err := explainedCollection(op.Store.Database(op.Database), c.Collection, len(c.Deletes))
	if err != nil {
		return nil, err
	}
	d, err := c.Deletes[0].parse(op, coll, c.Let)
	if err != nil {
		return nil, err
	}
	top := explain.Stage{Name: "DELETE", Single: d.one}
	if coll != nil && verbosity != explain.QueryPlanner {
		found, err := d.query.Locate(d.one)
		if err != nil {
			return nil, err
		}
		top.Counts = func(int) bson.D { return bson.D{{Key: "nWouldDelete", Value: int32(len(found))}} }
	}
	return explainWrite(d.query, string(c.Collection), top, d.one, verbosity)
}

package command

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
)

type bulkWriteCommand struct {
	genericArguments
	_                any             `idl:",command"`
	Operations       []bulkOperation `idl:"ops,required"`
	Namespaces       []bulkNamespace `idl:"nsInfo,required"`
	Ordered          bool            `idl:"ordered,default=true"`
	ErrorsOnly       bool            `idl:"errorsOnly"`
	BypassValidation idl.Truth       `idl:"bypassDocumentValidation"`
	Let              bson.D          `idl:"let"`
	Cursor           *cursorOptions  `idl:"cursor"`
	_                idl.Refused     `idl:"stmtId stmtIds"`
}

type bulkNamespace struct {
	Namespace string      `idl:"ns,required"`
	_         idl.Refused `idl:"collectionUUID encryptionInformation isTimeseriesNamespace"`
}

type bulkOperation struct {
	_      idl.OneOf
	Insert *bulkInsert `idl:"insert"`
	Update *bulkUpdate `idl:"update"`
	Delete *bulkDelete `idl:"delete"`
}

type bulkInsert struct {
	Namespace int64  `idl:"insert,required,min=0"`
	Document  bson.D `idl:"document,required"`
}

type bulkUpdate struct {
	Namespace    int64        `idl:"update,required,min=0"`
	Filter       bson.D       `idl:"filter,required"`
	Update       modification `idl:"updateMods,required"`
	Multi        bool         `idl:"multi"`
	Upsert       bool         `idl:"upsert"`
	Sort         bson.D       `idl:"sort"`
	ArrayFilters arrayFilters `idl:"arrayFilters,types=array"`
	Hint         idl.Hint     `idl:"hint"`
	Collation    bson.D       `idl:"collation"`
	Constants    bson.D       `idl:"constants"`
	_            idl.Refused  `idl:"upsertSupplied sampleId allowShardKeyUpdatesWithoutFullShardKeyInQuery"`
}

type bulkDelete struct {
	Namespace int64       `idl:"delete,required,min=0"`
	Filter    bson.D      `idl:"filter,required"`
	Multi     bool        `idl:"multi"`
	Hint      idl.Hint    `idl:"hint"`
	Collation bson.D      `idl:"collation"`
	_         idl.Refused `idl:"sampleId"`
}

var _ = register[bulkWriteCommand](command{
	names: []string{"bulkWrite"}, transaction: true, retryable: true, locks: locksWrite, admin: true, api1: true, rawData: true, writeConcern: true,
})

func (c *bulkWriteCommand) run(op *engine.Operation) (bson.D, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	op.BypassValidation = bool(c.BypassValidation)
	counts := &bulkCounts{}
	for i := range c.Operations {
		if _, err := c.prepare(op, i, counts); errcode.EndsCommand(err) {
			return nil, err
		}
	}
	op.MayYield = c.writesMayYield(op)
	for i := range c.Operations {
		if err := op.BeforeStatement(); err != nil {
			return nil, err
		}
		op.MayYieldInStatement = op.MayYield && c.Operations[i].many()
		var row bson.D
		err := op.WriteConflictRetry(func() (err error) {
			row, err = c.runOperation(op, i, counts)
			return err
		})
		if errcode.EndsCommand(err) {
			return nil, err
		}
		if err != nil {
			row = c.failure(i, err)
			counts.errors++
		}
		if err != nil || !c.ErrorsOnly {
			counts.rows = append(counts.rows, row)
		}
		if err != nil && c.Ordered {
			break
		}
	}
	return counts.reply(op, c.Cursor)
}

// writesMayYield reports whether the command may yield, for all its collections and
// operations.
func (c *bulkWriteCommand) writesMayYield(op *engine.Operation) bool {
	for _, n := range c.Namespaces {
		database, name := n.split()
		coll, err := op.Store.Database(database).Writable(name)
		if err != nil || coll != nil && !op.WritesMayYield(coll) || op.Store.Transaction != nil {
			return false
		}
	}
	return !slices.ContainsFunc(c.Operations, func(o bulkOperation) bool {
		return o.Update != nil && o.Update.Collation != nil || o.Delete != nil && o.Delete.Collation != nil
	})
}

// many reports whether the operation may change any number of documents.
func (o *bulkOperation) many() bool {
	return o.Update != nil && o.Update.Multi || o.Delete != nil && o.Delete.Multi
}

func (c *bulkWriteCommand) check() error {
	if len(c.Namespaces) == 0 {
		return errcode.New(errcode.BadValue, "Bulk write nsInfo must not be empty") // asked before the size of ops
	}
	if err := checkBatchSize(len(c.Namespaces)); err != nil {
		return err
	}
	for i := range c.Namespaces {
		database, name := c.Namespaces[i].split()
		if err := storage.CheckDatabase(database); err != nil {
			return err
		}
		if err := storage.CheckCollection(database, name); err != nil {
			return err
		}
	}
	if err := checkBatchSize(len(c.Operations)); err != nil {
		return err
	}
	for i := range c.Operations {
		if c.Operations[i].namespace() >= int64(len(c.Namespaces)) {
			return errcode.New(errcode.BadValue, "BulkWrite ops entry %d has an invalid nsInfo index.", i)
		}
	}
	return nil
}

func (n bulkNamespace) split() (database, collection string) {
	database, collection, _ = strings.Cut(n.Namespace, ".")
	return database, collection
}

func (o *bulkOperation) namespace() int64 {
	switch {
	case o.Insert != nil:
		return o.Insert.Namespace
	case o.Update != nil:
		return o.Update.Namespace
	}
	return o.Delete.Namespace
}

// bulkStep runs an operation and returns its number of documents and the further
// fields of its row.
type bulkStep func() (n int32, extra bson.D, err error)

// prepare parses an operation and returns the step that runs it.
func (c *bulkWriteCommand) prepare(op *engine.Operation, i int, counts *bulkCounts) (bulkStep, error) {
	o := &c.Operations[i]
	database, name := c.Namespaces[o.namespace()].split()
	coll, err := op.Store.Database(database).Writable(name)
	if err != nil {
		return nil, err
	}
	if err := checkSeriesWrite(coll, op); err != nil {
		return nil, err
	}
	switch {
	case o.Insert != nil:
		return func() (int32, bson.D, error) { return counts.insert(&op.Writer, database, name, o.Insert.Document) }, nil
	case o.Delete != nil:
		parsed, err := o.Delete.statement().parse(op, coll, c.Let)
		return func() (int32, bson.D, error) { return counts.delete(parsed) }, err
	}
	parsed, err := o.Update.statement().parse(op, coll, c.Let)
	return func() (int32, bson.D, error) { return counts.update(parsed, database, name) }, err
}

func (d *bulkDelete) statement() *deleteStatement {
	return &deleteStatement{Filter: d.Filter, Single: deleteLimit(!d.Multi), Collation: d.Collation, Hint: d.Hint}
}

func (u *bulkUpdate) statement() *updateStatement {
	return &updateStatement{
		Filter: u.Filter, Update: u.Update, Constants: u.Constants, Upsert: idl.Truth(u.Upsert), Multi: idl.Truth(u.Multi),
		Collation: u.Collation, ArrayFilters: u.ArrayFilters, Hint: u.Hint, Sort: u.Sort,
	}
}

// runOperation returns the row of an operation that succeeds.
func (c *bulkWriteCommand) runOperation(op *engine.Operation, i int, counts *bulkCounts) (bson.D, error) {
	step, err := c.prepare(op, i, counts)
	if err != nil {
		return nil, err
	}
	n, extra, err := step()
	row := bson.D{{Key: "ok", Value: 1.0}, {Key: "idx", Value: int32(i)}, {Key: "n", Value: n}}
	return append(row, extra...), err
}

// failure is the row of an operation that failed.
func (c *bulkWriteCommand) failure(i int, err error) bson.D {
	e := errcode.From(err)
	row := bson.D{
		{Key: "ok", Value: 0.0},
		{Key: "idx", Value: int32(i)},
		{Key: "code", Value: e.Code},
		{Key: "errmsg", Value: e.Message},
	}
	row = append(append(row, e.Info...), bson.E{Key: "n", Value: int32(0)})
	if c.Operations[i].Update != nil {
		row = append(row, bson.E{Key: "nModified", Value: int32(0)})
	}
	return row
}

// bulkCounts holds the reply rows and the totals of a bulkWrite.
type bulkCounts struct {
	rows []bson.D

	errors, inserted, matched, modified, upserted, deleted int32
}

func (b *bulkCounts) insert(w *engine.Writer, database, name string, doc bson.D) (n int32, extra bson.D, err error) {
	coll, err := w.EnsureCollection(database, name)
	if err != nil {
		return 0, nil, err
	}
	if _, err := w.Insert(coll, doc); err != nil {
		return 0, nil, err
	}
	b.inserted++
	return 1, nil, nil
}

func (b *bulkCounts) delete(d *parsedDelete) (n int32, extra bson.D, err error) {
	if n, err = d.run(); err == nil {
		b.deleted += n
	}
	return n, nil, err
}

func (b *bulkCounts) update(u *parsedUpdate, database, name string) (n int32, extra bson.D, err error) {
	done, err := u.run(database, name)
	if err != nil {
		return 0, nil, err
	}
	b.matched, b.modified = b.matched+done.matched, b.modified+done.modified
	n = done.matched
	extra = bson.D{{Key: "nModified", Value: done.modified}}
	if done.upserted != nil {
		n, b.upserted = 1, b.upserted+1
		extra = append(extra, bson.E{Key: "upserted", Value: bson.D{{Key: "_id", Value: done.upserted}}})
	}
	return n, extra, nil
}

func (b *bulkCounts) reply(op *engine.Operation, options *cursorOptions) (bson.D, error) {
	reply, err := listReply(op, b.rows, "admin.$cmd.bulkWrite", options)
	return append(reply,
		bson.E{Key: "nErrors", Value: b.errors},
		bson.E{Key: "nInserted", Value: b.inserted},
		bson.E{Key: "nMatched", Value: b.matched},
		bson.E{Key: "nModified", Value: b.modified},
		bson.E{Key: "nUpserted", Value: b.upserted},
		bson.E{Key: "nDeleted", Value: b.deleted},
	), err
}

func (*bulkWriteCommand) explain(*engine.Operation, string) (bson.D, error) {
	return nil, errcode.NotImplemented("explain of bulkWrite")
}

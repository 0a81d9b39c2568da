package command

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/update"
)

type updateCommand struct {
	genericArguments
	Collection       idl.CollectionName `idl:",command"`
	Updates          []updateStatement  `idl:"updates,required"`
	Ordered          bool               `idl:"ordered,default=true"`
	BypassValidation idl.Truth          `idl:"bypassDocumentValidation"`
	Let              bson.D             `idl:"let"`
	_                idl.Refused        `idl:"bypassEmptyTsReplacement isTimeseriesNamespace stmtId stmtIds runtimeConstants"`
	_                idl.Refused        `idl:"legacyRuntimeConstants encryptionInformation"`
}

type updateStatement struct {
	Filter       bson.D       `idl:"q,required"`
	Update       modification `idl:"u,required"`
	Constants    bson.D       `idl:"c"`
	Upsert       idl.Truth    `idl:"upsert"`
	Multi        idl.Truth    `idl:"multi"`
	Collation    bson.D       `idl:"collation"`
	ArrayFilters arrayFilters `idl:"arrayFilters,types=array"`
	Hint         idl.Hint     `idl:"hint"`
	Sort         bson.D       `idl:"sort,unstable"`
	_            idl.Refused  `idl:"upsertSupplied sampleId allowShardKeyUpdatesWithoutFullShardKeyInQuery"`
}

var _ = register[updateCommand](command{names: []string{"update"}, transaction: true, retryable: true, locks: locksWrite, api1: true, rawData: true, writeConcern: true})

// modification is the document or the pipeline of an update. Another value is an error
// of parsing (UpdateModification::parseFromBSON in the server).
type modification struct{ value any }

// ReadValue checks the form only.
func (m *modification) ReadValue(_ idl.Path, v any) error {
	switch v := v.(type) {
	case bson.D:
	case bson.A:
		if !holdsDocuments(v) {
			return errcode.New(errcode.TypeMismatch, "Each element of the 'pipeline' array must be an object")
		}
	default:
		return errcode.New(errcode.FailedToParse, "Update argument must be either an object or an array")
	}
	m.value = v
	return nil
}

// arrayFilters are documents. Unlike in other lists of documents, a null in it is
// an error.
type arrayFilters bson.A

// ReadValue checks the elements.
func (f *arrayFilters) ReadValue(_ idl.Path, v any) error {
	list := v.(bson.A)
	if !holdsDocuments(list) {
		return errcode.New(errcode.TypeMismatch, "Each element of 'arrayFilters' must be an object")
	}
	*f = arrayFilters(list)
	return nil
}

func holdsDocuments(list bson.A) bool {
	return !slices.ContainsFunc(list, func(v any) bool { _, ok := v.(bson.D); return !ok })
}

func (c *updateCommand) run(op *engine.Operation) (bson.D, error) {
	coll, err := batchCollection(op.Store.Database(op.Database), c.Collection, len(c.Updates))
	if err != nil {
		return nil, err
	}
	op.BypassValidation = bool(c.BypassValidation)
	var n, modified int32
	var upserted bson.A
	parse := func(s *updateStatement) (*parsedUpdate, error) { return s.parse(op, coll, c.Let) }
	errs, err := runParsed(op, c.Updates, c.Ordered, parse, func(i int, u *parsedUpdate) error {
		op.MayYieldInStatement = op.MayYield && u.multi && op.Store.Collection(op.Database, string(c.Collection)) != nil
		done, err := u.run(op.Database, string(c.Collection))
		if err != nil {
			return err // the documents changed before the error stay so, and are not counted
		}
		n, modified = n+done.matched, modified+done.modified
		if done.upserted != nil {
			n++
			upserted = append(upserted, bson.D{{Key: "index", Value: int32(i)}, {Key: "_id", Value: done.upserted}})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	reply := bson.D{{Key: "n", Value: n}}
	if upserted != nil {
		reply = append(reply, bson.E{Key: "upserted", Value: upserted})
	}
	reply = append(reply, bson.E{Key: "nModified", Value: modified})
	return c.withErrors(reply, errs), nil
}

func (s *updateStatement) parse(op *engine.Operation, coll *catalog.Collection, let bson.D) (*parsedUpdate, error) {
	if err := checkSeriesUpdate(coll, op, s); err != nil {
		return nil, err
	}
	collation, err := op.Collation(coll, s.Collation)
	if err != nil {
		return nil, err
	}
	if s.Sort != nil && s.Multi {
		return nil, errcode.New(errcode.FailedToParse, "Cannot specify sort with multi=true")
	}
	u := &parsedUpdate{upsert: bool(s.Upsert), multi: bool(s.Multi)}
	err = op.WithScope(let, collation, func(scope *expr.Scope, env *expr.Env) (err error) {
		if u.query, err = query.Parse(op, coll, s.Filter, scope, env, u.upsert); err != nil {
			return err
		}
		if coll.HoldsMeasurements() {
			if err := coll.Options.TimeSeries.CheckMetaOnly(u.query.Filter, s.Update.value); err != nil {
				return err
			}
		}
		if err := u.query.SetSortAndHint(s.Sort, s.Hint.Index); err != nil {
			return err
		}
		options := updateOptions(op, scope, s.ArrayFilters)
		options.Constants, options.Multi = s.Constants, u.multi
		u.update, err = update.Parse(s.Update.value, options)
		return err
	})
	return u, err
}

func updateOptions(op *engine.Operation, scope *expr.Scope, filters arrayFilters) update.Options {
	return update.Options{
		ArrayFilters: bson.A(filters),
		Scope:        scope,
		Now:          bson.DateTime(op.Now.UnixMilli()),
		Timestamp:    op.Timestamp,
	}
}

// explain explains an update of one statement, and counts the changes that it would
// make.
func (c *updateCommand) explain(op *engine.Operation, verbosity string) (bson.D, error) {
	coll, err := explainedCollection(op.Store.Database(op.Database), c.Collection, len(c.Updates))
	if err != nil {
		return nil, err
	}
	u, err := c.Updates[0].parse(op, coll, c.Let)
	if err != nil {
		return nil, err
	}
	top := explain.Stage{Name: "UPDATE", Single: !u.multi}
	if coll != nil && verbosity != explain.QueryPlanner {
		counts, err := u.rehearse()
		if err != nil {
			return nil, err
		}
		top.Counts = func(int) bson.D { return counts }
	}
	return explainWrite(u.query, string(c.Collection), top, !u.multi, verbosity)
}

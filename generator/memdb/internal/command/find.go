package command

import (
	"math"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/project"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/value"
)

type findCommand struct {
	genericArguments
	Collection      idl.CollectionNameOrUUID `idl:",command"`
	Filter          bson.D                   `idl:"filter,notnull"`
	Sort            bson.D                   `idl:"sort"`
	Projection      bson.D                   `idl:"projection"`
	Hint            idl.Hint                 `idl:"hint"`
	Skip            int64                    `idl:"skip,min=0"`
	Limit           int64                    `idl:"limit,min=0"`
	BatchSize       *int64                   `idl:"batchSize,min=0"`
	SingleBatch     bool                     `idl:"singleBatch"`
	Collation       bson.D                   `idl:"collation"`
	Let             bson.D                   `idl:"let"`
	Min             bson.D                   `idl:"min,unstable"`
	Max             bson.D                   `idl:"max,unstable"`
	NoCursorTimeout bool                     `idl:"noCursorTimeout,unstable"`
	Tailable        bool                     `idl:"tailable,unstable"`
	AwaitData       bool                     `idl:"awaitData,unstable"`
	Partial         bool                     `idl:"allowPartialResults,accepted"`
	_               bool                     `idl:"allowDiskUse,accepted"`
	_               bool                     `idl:"oplogReplay,accepted,unstable"`
	ReturnKey       bool                     `idl:"returnKey,unstable"`
	ShowRecordID    bool                     `idl:"showRecordId,unstable"`
	_               idl.Refused              `idl:"readOnce term resumeAfter startAt requestResumeToken runtimeConstants"`
	_               idl.Refused              `idl:"legacyRuntimeConstants querySettings includeQueryStatsMetrics encryptionInformation"`
}

var _ = register[findCommand](command{names: []string{"find"}, transaction: true, locks: locksRead, api1: true, rawData: true, readConcern: true})

func (c *findCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.ResolveName(c.Collection)
	if err != nil {
		return nil, err
	}
	namespace := d.Namespace(name)
	if strings.HasPrefix(name, "$") {
		return nil, errcode.New(errcode.InvalidNamespace, "Invalid namespace specified '%s'", namespace)
	}
	if d.Views[name] != nil {
		return c.runOnView(op, name)
	}
	q, projection, err := c.parse(op, d.Collections[name])
	if err != nil {
		return nil, err
	}
	next, err := q.Documents()
	if err != nil {
		return nil, err
	}
	if c.Skip > 0 {
		next = query.Skip(next, c.Skip)
	}
	if next, err = c.shape(q, next, projection, namespace); err != nil {
		return nil, err
	}
	if c.Limit > 0 && c.Limit < math.MaxInt64-c.Skip {
		q.First = c.Skip + c.Limit
	}
	cursor := &engine.Cursor{
		Namespace:  namespace,
		Reads:      namespace,
		Next:       next,
		Left:       noLimit(c.Limit),
		Executor:   q.Execution,
		IsTailable: q.IsTailable && q.Collection != nil && q.Collection.Count() > 0, // one on nothing is dead
		AwaitsData: c.AwaitData,
		NoTimeout:  c.NoCursorTimeout,
	}
	return cursor.FirstBatch(op, c.BatchSize, c.SingleBatch)
}

// shape applies the projection, or returnKey, to the documents of the query.
func (c *findCommand) shape(q *query.Query, next pipeline.Next, projection *project.Projection, namespace string) (pipeline.Next, error) {
	if c.ReturnKey {
		return c.keysOnly(q, next, namespace)
	}
	if projection == nil {
		return next, nil
	}
	projected := func(next pipeline.Next) pipeline.Next {
		if kept, ok := plan.Kept(c.Projection); ok {
			next = q.FromKeys(next, kept, true)
		}
		return query.Map(next, func(doc bson.D) (bson.D, error) { return q.ProjectFound(projection, doc) })
	}
	if q.ShowsRecordID && q.Collection != nil {
		return query.BehindRecordIDs(next, projected), nil
	}
	return projected(next), nil
}

func noLimit(limit int64) int64 {
	if limit == 0 {
		return -1
	}
	return limit
}

// parse parses a find on a collection; the projection is nil if there is none.
func (c *findCommand) parse(op *engine.Operation, coll *catalog.Collection) (*query.Query, *project.Projection, error) {
	collation, err := op.Collation(coll, c.Collation)
	if err != nil {
		return nil, nil, err
	}
	var q *query.Query
	var projection *project.Projection
	err = op.WithScope(c.Let, collation, func(scope *expr.Scope, env *expr.Env) (err error) {
		if q, err = c.parseQuery(op, coll, scope, env); err != nil || len(c.Projection) == 0 {
			return err
		}
		if projection, err = project.Parse(c.Projection, project.Options{Find: true, Scope: scope, Filter: q.Filter}); err != nil {
			return err
		}
		q.KeepsFound = projection.IsPositional()
		return nil
	})
	return q, projection, err
}

// parseQuery parses the filter, the sort and the hint, and sets the other options of
// the query.
func (c *findCommand) parseQuery(op *engine.Operation, coll *catalog.Collection, scope *expr.Scope, env *expr.Env) (*query.Query, error) {
	q, err := query.Parse(op, coll, c.Filter, scope, env, false)
	if err != nil {
		return nil, err
	}
	if err := q.SetSortAndHint(c.Sort, c.Hint.Index); err != nil {
		return nil, err
	}
	if err := c.checkTailable(); err != nil {
		return nil, err
	}
	q.ShowsRecordID = c.ShowRecordID && !c.ReturnKey
	q.IsTailable, q.Limits = c.Tailable, plan.Limits{Min: c.Min, Max: c.Max}
	return q, q.Limits.Check()
}

// checkTailable returns the server's errors for options that can't go with a
// tailable cursor.
func (c *findCommand) checkTailable() error {
	forwards := bson.D{{Key: "$natural", Value: int32(1)}}
	switch {
	case !c.Tailable && c.AwaitData:
		return errcode.New(errcode.FailedToParse, "Cannot set 'awaitData' without also setting 'tailable'")
	case !c.Tailable:
		return nil
	case len(c.Sort) > 0 && !value.Equal(c.Sort, forwards):
		return errcode.New(errcode.BadValue, "cannot use tailable option with a sort other than {$natural: 1}")
	case c.SingleBatch:
		return errcode.New(errcode.BadValue, "cannot use tailable option with the 'singleBatch' option")
	}
	return nil
}

func (c *findCommand) explain(op *engine.Operation, verbosity string) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.ResolveName(c.Collection)
	if err != nil {
		return nil, err
	}
	if d.Views[name] != nil {
		return nil, errcode.NotImplemented("explain of a find on a view")
	}
	q, _, err := c.parse(op, d.Collections[name])
	if err != nil {
		return nil, err
	}
	switch {
	case q.IsTailable:
		return nil, errcode.NotImplemented("explain of a tailable cursor")
	case c.ReturnKey, c.ShowRecordID:
		return nil, errcode.NotImplemented("explain of a find with returnKey or showRecordId")
	}
	asked := explainedQuery(q, d.Namespace(name))
	asked.Skip, asked.Limit, asked.Projection, asked.BatchSized = c.Skip, c.Limit, c.Projection, c.BatchSize != nil
	e, err := explain.OfFind(asked)
	if err != nil {
		return nil, err
	}
	return explainReply(op, e, verbosity)
}

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

type aggregateCommand struct {
	genericArguments
	Collection       collectionOrOne `idl:",command"`
	Pipeline         bson.A          `idl:"pipeline,required,notnull"`
	Cursor           *cursorOptions  `idl:"cursor,path=cursor,notnull"`
	Explain          bool            `idl:"explain,unstable"`
	BypassValidation idl.Truth       `idl:"bypassDocumentValidation"`
	Hint             idl.Hint        `idl:"hint"`
	Collation        bson.D          `idl:"collation"`
	Let              bson.D          `idl:"let"`
	_                bool            `idl:"allowDiskUse,accepted,notnull"`
	_                idl.Refused     `idl:"needsMerge fromMongos fromRouter exchange isMapReduceCommand runtimeConstants"`
	_                idl.Refused     `idl:"legacyRuntimeConstants resumeAfter startAt requestResumeToken requestReshardingResumeToken"`
	_                idl.Refused     `idl:"collectionUUID querySettings isHybridSearch needsSortedMerge isClusterQueryWithoutShardKeyCmd"`
	_                idl.Refused     `idl:"includeQueryStatsMetrics passthroughToShard encryptionInformation unwrappedReadPref"`
}

var _ = register[aggregateCommand](command{
	names: []string{"aggregate"}, transaction: true, locks: locksRead, api1: true, rawData: true, readConcern: true, writeConcern: true,
	writes: func(c runner) bool { return pipeline.Writes(c.(*aggregateCommand).Pipeline) },
	refusesLevel: func(c runner, level string) error {
		return pipeline.RefusesLevel(c.(*aggregateCommand).Pipeline, level)
	},
})

// collectionOrOne is the collection of a pipeline, or the number 1 for a pipeline
// on none.
type collectionOrOne struct {
	name string
	none bool
}

// ReadValue reads a collection name or the number 1.
func (n *collectionOrOne) ReadValue(_ idl.Path, v any) error {
	name, isName := v.(string)
	switch {
	case isName:
		n.name = name
		return nil
	case !value.IsNumber(v):
		return idl.NoCollectionName(v)
	case value.ToDouble(v) != 1:
		return errcode.New(errcode.BadValue, "Invalid command format: the 'aggregate' field must specify a collection name or 1")
	}
	n.none = true
	return nil
}

func (c *aggregateCommand) run(op *engine.Operation) (bson.D, error) {
	if c.Explain {
		return c.explain(op, "queryPlanner")
	}
	a, err := c.parse(op)
	if err != nil {
		return nil, err
	}
	if c.Cursor == nil {
		return nil, errcode.New(errcode.FailedToParse, "The 'cursor' option is required, except for aggregate with the explain argument")
	}
	op.BypassValidation = bool(c.BypassValidation)
	return a.Run(c.Cursor.BatchSize, false)
}

func (c *aggregateCommand) parse(op *engine.Operation) (a query.Aggregation, err error) {
	a = query.Aggregation{Op: op, Name: c.Collection.name, Stages: c.Pipeline, Let: c.Let, Hint: c.Hint.Index}
	if !c.Collection.none {
		if err := storage.CheckCollection(op.Database, a.Name); err != nil {
			return a, err
		}
		if err := a.Database().CheckShown(a.Name); err != nil {
			return a, err
		}
	}
	if !value.IsMissing(value.Get(c.Let, "NOW")) {
		return a, errcode.New(4738901, "Attempt to set the system variable NOW by let")
	}
	if pipeline.WatchesChanges(a.Stages) {
		return a, parseWatched(&a, c.Collation)
	}
	a.Collation, err = op.ReadCollation(a.Name, c.Collation)
	return a, err
}

// parseWatched reads the collation of a change stream, which does not have that of
// its collection. No view has one.
func parseWatched(a *query.Aggregation, collation bson.D) (err error) {
	if d := a.Database(); d.Views[a.Name] != nil {
		return errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s is a view, not a collection", d.Namespace(a.Name))
	}
	a.Collation, err = a.Op.ReadCollation("", collation)
	return err
}

func (c *aggregateCommand) explain(op *engine.Operation, verbosity string) (bson.D, error) {
	a, err := c.parse(op)
	if err != nil {
		return nil, err
	}
	if reply, is, err := c.explainJoin(a, verbosity); is || err != nil {
		return reply, err
	}
	var q *query.Query
	var above *pipeline.Pipeline
	err = op.WithScope(a.Let, a.Collation, func(scope *expr.Scope, env *expr.Env) (err error) {
		q, above, err = parseExplained(a, scope, env)
		return err
	})
	if err != nil {
		return nil, err
	}
	stages := a.Stages[len(a.Stages)-len(above.Stages()):]
	e, err := explain.OfPipeline(explainedQuery(q, a.Database().Namespace(a.Name)), stages, func(stage string) bool { return pipeline.StageOf(stage).Narrows })
	if err != nil {
		return nil, err
	}
	return explainReply(op, e, verbosity)
}

// explainJoin explains a pipeline of a $lookup by equality, alone or after a $match,
// perhaps with a sort by what it found above it; is reports whether the pipeline has
// that form.
func (c *aggregateCommand) explainJoin(a query.Aggregation, verbosity string) (reply bson.D, is bool, err error) {
	d := a.Database()
	if len(a.Stages) == 0 {
		return nil, false, nil
	}
	sorts := explain.SortsAbove(a.Stages)
	join, from, is := explain.JoinOf(a.Stages[len(a.Stages)-1-len(sorts)])
	if !is || !join.IsSortedBy(sorts) || a.Name == "" || a.Hint != nil || d.Views[a.Name] != nil || d.Views[from] != nil || !value.IsMissing(value.Get(a.Op.Command, "allowDiskUse")) {
		return nil, false, nil
	}
	join.Namespace = d.Namespace(from)
	if foreign := d.Collections[from]; foreign != nil {
		join.Foreign = foreign.Collection
	}
	var q *query.Query
	var above *pipeline.Pipeline
	err = a.Op.WithScope(a.Let, a.Collation, func(scope *expr.Scope, env *expr.Env) error {
		parsed, err := pipeline.Parse(a.Stages, pipeline.Options{Database: d.Name, Collection: a.Name, ReplicaSet: a.Op.DB.IsReplicaSet, Scope: scope})
		if err != nil {
			return err
		}
		q, above = a.Prefix(parsed, a.Name, scope, env)
		return nil
	})
	if err != nil || len(above.Stages()) != 1+len(sorts) {
		return nil, false, err
	}
	e, err := explain.OfJoin(explainedQuery(q, d.Namespace(a.Name)), join, sorts)
	if err != nil {
		return nil, true, err
	}
	reply, err = explainReply(a.Op, e, verbosity)
	return reply, true, err
}

// parseExplained parses a pipeline that is to be explained, and refuses one that
// memdb can't explain.
func parseExplained(a query.Aggregation, scope *expr.Scope, env *expr.Env) (*query.Query, *pipeline.Pipeline, error) {
	d := a.Database()
	parsed, err := pipeline.Parse(a.Stages, pipeline.Options{Database: d.Name, Collection: a.Name, ReplicaSet: a.Op.DB.IsReplicaSet, Scope: scope})
	if err != nil {
		return nil, nil, err
	}
	if a.Name == "" || parsed.MakesDocuments() || a.Hint != nil || d.Views[a.Name] != nil {
		return nil, nil, errcode.NotImplemented("explain of this aggregate")
	}
	for _, s := range parsed.Stages() {
		if s.Elsewhere() || s.Random {
			return nil, nil, errcode.NotImplemented("explain of " + s.Name)
		}
	}
	q, above := a.Prefix(parsed, a.Name, scope, env)
	return q, above, nil
}

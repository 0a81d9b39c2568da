package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/explain"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/project"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/update"
)

type findAndModifyCommand struct {
	genericArguments
	Collection       idl.CollectionName `idl:",command"`
	Query            bson.D             `idl:"query"`
	Sort             bson.D             `idl:"sort"`
	Remove           idl.Truth          `idl:"remove"`
	Update           *modification      `idl:"update"`
	New              idl.Truth          `idl:"new"`
	Upsert           idl.Truth          `idl:"upsert"`
	Fields           bson.D             `idl:"fields"`
	Collation        bson.D             `idl:"collation"`
	ArrayFilters     arrayFilters       `idl:"arrayFilters,types=array"`
	Hint             idl.Hint           `idl:"hint"`
	Let              bson.D             `idl:"let"`
	BypassValidation idl.Truth          `idl:"bypassDocumentValidation"`
	_                idl.Refused        `idl:"stmtId runtimeConstants legacyRuntimeConstants bypassEmptyTsReplacement encryptionInformation"`
}

var _ = register[findAndModifyCommand](command{
	names: []string{"findAndModify", "findandmodify"}, transaction: true, retryable: true, locks: locksWrite, api1: true, rawData: true, writeConcern: true,
})

// parsedModification is a findAndModify, ready to run.
type parsedModification struct {
	collection string
	write      *parsedUpdate // without an update it removes
	projection *project.Projection
}

func (c *findAndModifyCommand) run(op *engine.Operation) (bson.D, error) {
	m, err := c.parse(op)
	if err != nil {
		return nil, err
	}
	if c.Remove {
		return m.remove()
	}
	return m.update(op.Database, bool(c.New))
}

// parse parses all of the command before any of it runs.
func (c *findAndModifyCommand) parse(op *engine.Operation) (*parsedModification, error) {
	name := string(c.Collection)
	coll, err := op.Store.Database(op.Database).Writable(name)
	if err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := checkSeriesModification(coll, op, c); err != nil {
		return nil, err
	}
	op.BypassValidation = bool(c.BypassValidation)
	collation, err := op.Collation(coll, c.Collation)
	if err != nil {
		return nil, err
	}
	m := &parsedModification{collection: name, write: &parsedUpdate{upsert: bool(c.Upsert)}}
	err = op.WithScope(c.Let, collation, func(scope *expr.Scope, env *expr.Env) error { return c.parseInto(m, op, coll, scope, env) })
	return m, err
}

func (c *findAndModifyCommand) parseInto(m *parsedModification, op *engine.Operation, coll *catalog.Collection, scope *expr.Scope, env *expr.Env) error {
	q, err := query.Parse(op, coll, query.NonNil(c.Query), scope, env, m.write.upsert)
	if err != nil {
		return err
	}
	m.write.query = q
	sort := c.Sort
	if q.Filter.IsID() {
		sort = nil // there is one document at most, and the server does not look at it
	}
	if err := q.SetSortAndHint(sort, c.Hint.Index); err != nil {
		return err
	}
	if len(c.Fields) > 0 {
		if m.projection, err = project.Parse(c.Fields, project.Options{Find: true, Scope: scope, Filter: q.Filter}); err != nil {
			return err
		}
	}
	if !c.Remove {
		m.write.update, err = update.Parse(c.Update.value, updateOptions(op, scope, c.ArrayFilters))
	}
	return err
}

func (c *findAndModifyCommand) check() error {
	switch {
	case bool(c.Remove) && c.Update != nil:
		return errcode.New(errcode.FailedToParse, "Cannot specify both an 'update' and 'remove'=true")
	case bool(c.Remove && c.Upsert):
		return errcode.New(errcode.FailedToParse, "Cannot specify both 'upsert'=true and 'remove'=true")
	case bool(c.Remove && c.New):
		return errcode.New(errcode.FailedToParse, "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document")
	case bool(c.Remove) && c.ArrayFilters != nil:
		return errcode.New(errcode.FailedToParse, "Cannot specify arrayFilters and remove=true")
	case !bool(c.Remove) && c.Update == nil:
		return errcode.New(errcode.FailedToParse, "Either an 'update' or 'remove'=true must be specified")
	}
	return nil
}

func (m *parsedModification) remove() (bson.D, error) {
	q := m.write.query
	found, err := q.Locate(true)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return modifyReply(bson.D{{Key: "n", Value: int32(0)}}, bson.Null{}), nil
	}
	shown, err := m.shown(found[0].Doc)
	if err != nil {
		return nil, err
	}
	if err := q.Execution.Op.Remove(q.Collection, found[0].ID, found[0].Doc); err != nil {
		return nil, err
	}
	return modifyReply(bson.D{{Key: "n", Value: int32(1)}}, shown), nil
}

// update shows the document as it is afterwards, or as it was.
func (m *parsedModification) update(database string, after bool) (bson.D, error) {
	done, err := m.write.run(database, m.collection)
	if err != nil {
		return nil, err
	}
	last := bson.D{{Key: "n", Value: int32(0)}, {Key: "updatedExisting", Value: done.matched > 0}}
	shown := done.before
	if after {
		shown = done.after
	}
	if done.matched > 0 || done.upserted != nil {
		last[0].Value = int32(1)
	}
	if done.upserted != nil {
		last = append(last, bson.E{Key: "upserted", Value: done.upserted})
	}
	if shown == nil {
		return modifyReply(last, bson.Null{}), nil
	}
	v, err := m.shown(shown)
	return modifyReply(last, v), err
}

// shown projects the document of a reply.
func (m *parsedModification) shown(doc bson.D) (any, error) {
	if m.projection == nil {
		return doc, nil
	}
	return m.write.query.ProjectMatching(m.projection, doc)
}

func modifyReply(last bson.D, v any) bson.D {
	return bson.D{{Key: "lastErrorObject", Value: last}, {Key: "value", Value: v}}
}

// explain explains the query; the changes that would be made are not counted.
func (c *findAndModifyCommand) explain(op *engine.Operation, verbosity string) (bson.D, error) {
	m, err := c.parse(op)
	if err != nil {
		return nil, err
	}
	name := "UPDATE"
	if c.Remove {
		name = "DELETE"
	}
	return explainWrite(m.write.query, m.collection, explain.Stage{Name: name}, true, verbosity)
}

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// parsedUpdate is an update statement, ready to run.
type parsedUpdate struct {
	query  *query.Query
	update *update.Update
	upsert bool
	multi  bool
}

func (u *parsedUpdate) writesMayYield() bool { return u.query.WritesMayYield() }

// updateResult is the result of an update statement.
type updateResult struct {
	matched, modified int32
	upserted          any // the _id of the inserted document, nil if none
	before, after     bson.D
}

// run runs one statement. The records are chosen before the first of them is
// changed.
func (u *parsedUpdate) run(database, name string) (done updateResult, err error) {
	op := u.query.Execution.Op
	if !u.query.Collection.HoldsMeasurements() {
		u.query.Collection = op.Store.Collection(database, name)
	}
	u.query.Execution = &query.Execution{Op: op}
	found, err := u.query.Locate(!u.multi)
	if err != nil {
		return done, err
	}
	for _, hit := range found {
		if err := u.query.WriteEach(hit, func(hit query.Located) error { return u.change(&op.Writer, hit, &done) }); err != nil {
			return done, err
		}
	}
	if len(found) == 0 && u.upsert {
		return u.insert(&op.Writer, database, name)
	}
	return done, nil
}

func (u *parsedUpdate) change(w *engine.Writer, hit query.Located, done *updateResult) error {
	var log *update.Log
	if w.LogsChanges(u.query.Collection) {
		log = &update.Log{}
	}
	after, err := u.apply(hit, log)
	if err != nil {
		return err
	}
	var how engine.UpdateDescription
	if !u.update.Replaces() {
		how = func(before, after bson.D) *update.Delta { return u.update.Delta(log, before, after) }
	}
	changed, err := w.Replace(u.query.Collection, hit.ID, hit.Doc, after, how)
	if err != nil {
		return err
	}
	done.matched++
	if changed || u.update.Replaces() {
		done.modified++
	}
	done.before, done.after = hit.Doc, after
	return nil
}

// apply returns a document as the update leaves it; log, unless it is nil, records the
// changes.
func (u *parsedUpdate) apply(hit query.Located, log *update.Log) (bson.D, error) {
	return u.update.Apply(update.Target{Doc: hit.Doc, Positional: hit.Result.Index, Env: u.query.Env, Log: log})
}

// insert inserts the document of an upsert whose filter matches none.
func (u *parsedUpdate) insert(w *engine.Writer, database, name string) (done updateResult, err error) {
	doc, err := u.update.FromFilter(u.query.Filter)
	if err != nil {
		return done, err
	}
	doc, err = u.update.Apply(update.Target{Doc: doc, Insert: true, Positional: -1, Env: u.query.Env})
	if err != nil {
		return done, err
	}
	c, err := w.EnsureCollection(database, name)
	if err != nil {
		return done, err
	}
	if doc, err = w.Insert(c, doc); err != nil {
		return done, err
	}
	done.upserted, done.after = value.Get(doc, "_id"), doc
	return done, nil
}

// rehearse returns the counts of the statement for explain, without running it.
func (u *parsedUpdate) rehearse() (bson.D, error) {
	found, err := u.query.Locate(!u.multi)
	if err != nil {
		return nil, err
	}
	matched, modified, upserted := int32(len(found)), int32(0), int32(0)
	if matched == 0 && u.upsert {
		upserted = 1
	}
	for _, hit := range found {
		after, err := u.apply(hit, nil)
		if err != nil {
			return nil, err
		}
		raw, err := value.Encode(after)
		if err != nil {
			return nil, err
		}
		if string(raw) != string(u.query.Collection.Get(hit.ID)) {
			modified++
		}
	}
	return bson.D{
		{Key: "nMatched", Value: matched},
		{Key: "nWouldModify", Value: modified},
		{Key: "nWouldUpsert", Value: upserted},
	}, nil
}

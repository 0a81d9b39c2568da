package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/update"
	"modelbook/generator/memdb/internal/value"
)

// parsedUpdate is an update statement, ready to run.
type parsedUpdate struct {
	query  *query
	update *update.Update
	upsert bool
	multi  bool
}

// updateResult is the result of an update statement.
type updateResult struct {
	matched, modified int32
	upserted          any // the _id of the inserted document, nil if none
	before, after     bson.D
}

// run runs one statement. The records are chosen before the first of them is
// changed.
func (u *parsedUpdate) run(database, name string) (done updateResult, err error) {
	r := u.query.run.req
	if !u.query.coll.holdsMeasurements() {
		u.query.coll = r.store.collection(database, name)
	}
	u.query.run = &execution{req: r}
	found, err := u.query.locate(!u.multi)
	if err != nil {
		return done, err
	}
	for _, hit := range found {
		if err := u.query.writeEach(hit, func(hit located) error { return u.change(&r.writer, hit, &done) }); err != nil {
			return done, err
		}
	}
	if len(found) == 0 && u.upsert {
		return u.insert(&r.writer, database, name)
	}
	return done, nil
}

func (u *parsedUpdate) change(w *writer, hit located, done *updateResult) error {
	var log *update.Log
	if w.logs(u.query.coll) {
		log = &update.Log{}
	}
	after, err := u.apply(hit, log)
	if err != nil {
		return err
	}
	var how described
	if !u.update.Replaces() {
		how = func(before, after bson.D) *update.Delta { return u.update.Delta(log, before, after) }
	}
	changed, err := w.replace(u.query.coll, hit.id, hit.doc, after, how)
	if err != nil {
		return err
	}
	done.matched++
	if changed || u.update.Replaces() {
		done.modified++
	}
	done.before, done.after = hit.doc, after
	return nil
}

// apply returns a document as the update leaves it; log, unless it is nil, records the
// changes.
func (u *parsedUpdate) apply(hit located, log *update.Log) (bson.D, error) {
	return u.update.Apply(update.Target{Doc: hit.doc, Positional: hit.result.Index, Env: u.query.env, Log: log})
}

// insert inserts the document of an upsert whose filter matches none.
func (u *parsedUpdate) insert(w *writer, database, name string) (done updateResult, err error) {
	doc, err := u.update.FromFilter(u.query.filter)
	if err != nil {
		return done, err
	}
	doc, err = u.update.Apply(update.Target{Doc: doc, Insert: true, Positional: -1, Env: u.query.env})
	if err != nil {
		return done, err
	}
	c, err := w.ensure(database, name)
	if err != nil {
		return done, err
	}
	if doc, err = w.insert(c, doc); err != nil {
		return done, err
	}
	done.upserted, done.after = value.Get(doc, "_id"), doc
	return done, nil
}

// rehearse returns the counts of the statement for explain, without running it.
func (u *parsedUpdate) rehearse() (bson.D, error) {
	found, err := u.query.locate(!u.multi)
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
		if string(raw) != string(u.query.coll.Get(hit.id)) {
			modified++
		}
	}
	return bson.D{
		{Key: "nMatched", Value: matched},
		{Key: "nWouldModify", Value: modified},
		{Key: "nWouldUpsert", Value: upserted},
	}, nil
}

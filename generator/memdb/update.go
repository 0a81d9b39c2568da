package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/match"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/update"
	"modelbook/generator/memdb/value"
)

// updating is a parsed update statement.
type updating struct {
	query  *query
	update *update.Update
	upsert bool
	multi  bool
}

// outcome is what an update statement did.
type outcome struct {
	matched, modified int32
	upserted          any // the _id of the inserted document, nil if none
	before, after     bson.D
}

func runUpdate(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	docs, err := r.batch("updates")
	if err != nil {
		return nil, err
	}
	list, err := parseStatements("update.updates", docs)
	if err != nil {
		return nil, err
	}
	c, err := r.writable(name)
	if err != nil {
		return nil, err
	}
	parsed, failures, err := r.parseUpdates(c, list)
	if err != nil {
		return nil, err
	}
	var n, modified int32
	var upserted bson.A
	errs, err := r.statements(len(docs), func(i int) error {
		if failures[i] != nil {
			return failures[i]
		}
		done, err := r.update(name, parsed[i])
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
	return withErrors(reply, errs), nil
}

// parseUpdates parses all statements before the first write, so that a refusal
// in one of them leaves everything as it is. The server's own errors come when
// a statement's turn comes.
func (r *request) parseUpdates(c *collection, list []statement) ([]*updating, []error, error) {
	parsed, failures := make([]*updating, len(list)), make([]error, len(list))
	for i, s := range list {
		parsed[i], failures[i] = r.parseUpdate(c, s)
		if errcode.EndsCommand(failures[i]) {
			return nil, nil, failures[i]
		}
	}
	return parsed, failures, nil
}

func (r *request) parseUpdate(c *collection, s statement) (*updating, error) {
	multi := s.flag("multi")
	collation, err := r.collation(c, s.document("collation"))
	if err != nil {
		return nil, err
	}
	if s.document("sort") != nil && multi {
		return nil, errcode.New(errcode.FailedToParse, "Cannot specify sort with multi=true")
	}
	q, scope, err := r.parseQuery(c, s.document("q"), r.document("let"), collation, s.flag("upsert"))
	if err != nil {
		return nil, err
	}
	if err := q.arrange(s.document("sort"), s.fields["hint"]); err != nil {
		return nil, err
	}
	u, err := update.Parse(s.fields["u"], r.updateOptions(s.fields, scope, multi))
	if err != nil {
		return nil, err
	}
	return &updating{query: q, update: u, upsert: s.flag("upsert"), multi: multi}, scope.Failed()
}

func (r *request) updateOptions(fields map[string]any, scope *expr.Scope, multi bool) update.Options {
	filters, _ := fields["arrayFilters"].(bson.A)
	constants, _ := fields["c"].(bson.D)
	return update.Options{
		ArrayFilters: filters,
		Constants:    constants,
		Scope:        scope,
		Multi:        multi,
		Now:          bson.DateTime(r.now.UnixMilli()),
		Timestamp:    r.timestamp,
	}
}

// update runs one statement. The records are chosen before the first of them
// is changed.
func (r *request) update(name string, s *updating) (done outcome, err error) {
	s.query.coll = r.db.collection(r.database, name)
	s.query.run = &execution{req: r}
	found, err := s.query.locate(!s.multi)
	if err != nil {
		return done, err
	}
	for _, hit := range found {
		if err := r.updateOne(s, hit, &done); err != nil {
			return done, err
		}
	}
	if len(found) == 0 && s.upsert {
		return r.upsert(name, s)
	}
	return done, nil
}

func (r *request) updateOne(s *updating, hit located, done *outcome) error {
	after, err := s.update.Apply(update.Target{Doc: hit.doc, Positional: hit.positional(), Env: s.query.env})
	if err != nil {
		return err
	}
	changed, err := r.storeDocument(s.query.coll, hit.id, hit.doc, after)
	if err != nil {
		return err
	}
	done.matched++
	if changed {
		done.modified++
	}
	done.before, done.after = hit.doc, after
	return nil
}

func (r *request) upsert(name string, s *updating) (done outcome, err error) {
	doc, err := s.update.FromFilter(s.query.filter)
	if err != nil {
		return done, err
	}
	doc, err = s.update.Apply(update.Target{Doc: doc, Insert: true, Positional: -1, Env: s.query.env})
	if err != nil {
		return done, err
	}
	c, err := r.ensure(name)
	if err != nil {
		return done, err
	}
	doc, err = r.insertDocument(c, doc)
	if err != nil {
		return done, err
	}
	done.upserted, done.after = value.Get(doc, "_id"), doc
	return done, nil
}

// located is a record that a filter found.
type located struct {
	id     storage.RecordID
	doc    bson.D
	result match.Result
}

// locate finds the records that a write is to change: all, or the first in the
// query's order.
func (q *query) locate(one bool) ([]located, error) {
	next, err := q.open()
	if err != nil {
		return nil, err
	}
	var found []located
	for {
		doc, ok, err := next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		found = append(found, located{q.source.last, doc, q.result})
		if one && (q.sort == nil || q.plan.Sorted) {
			break
		}
	}
	if q.sort == nil || q.plan.Sorted || len(found) < 2 {
		return found, nil
	}
	return q.firstInOrder(found)
}

// firstInOrder gives the record that the sort puts first; of equals the one
// that was found first.
func (q *query) firstInOrder(found []located) ([]located, error) {
	first := found[0]
	best, err := q.sort.Key(first.doc)
	if err != nil {
		return nil, err
	}
	for _, hit := range found[1:] {
		key, err := q.sort.Key(hit.doc)
		if err != nil {
			return nil, err
		}
		if q.sort.Compare(key, best) < 0 {
			first, best = hit, key
		}
	}
	return []located{first}, nil
}

// positional is the index that "$" stands for, negative for none.
func (hit located) positional() int { return hit.result.Index }

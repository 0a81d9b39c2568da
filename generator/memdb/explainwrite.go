package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/update"
	"modelbook/generator/memdb/value"
)

// explainWrite tells the plan of an update or delete of one statement.
func (r *request) explainWrite(verbosity string) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	c, err := r.writable(name)
	if err != nil {
		return nil, err
	}
	field := "updates"
	if r.name == "delete" {
		field = "deletes"
	}
	docs, err := r.batch(field)
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 {
		return nil, errcode.New(2, "explained write batches must be of size 1")
	}
	q, one, err := r.writeQuery(c, docs[0])
	if err != nil {
		return nil, err
	}
	would, err := r.rehearse(c, docs[0])
	if err != nil {
		return nil, err
	}
	return r.explainModify(q, name, r.name == "delete", one, would, verbosity)
}

// rehearsal counts what a write would do, without doing it.
type rehearsal func() (bson.D, error)

func (r *request) rehearse(c *collection, doc bson.D) (rehearsal, error) {
	if r.name == "delete" {
		s, err := parseStatement("delete.deletes", doc)
		if err != nil {
			return nil, err
		}
		d, err := r.parseDelete(c, s)
		return func() (bson.D, error) {
			found, err := d.query.locate(d.one)
			return bson.D{{Key: "nWouldDelete", Value: int32(len(found))}}, err
		}, err
	}
	s, err := parseStatement("update.updates", doc)
	if err != nil {
		return nil, err
	}
	u, err := r.parseUpdate(c, s)
	return u.rehearsed, err
}

func (s *updating) rehearsed() (bson.D, error) {
	found, err := s.query.locate(!s.multi)
	if err != nil {
		return nil, err
	}
	matched, modified, upserted := int32(len(found)), int32(0), int32(0)
	if matched == 0 && s.upsert {
		upserted = 1
	}
	for _, hit := range found {
		after, err := s.update.Apply(update.Target{Doc: hit.doc, Positional: hit.positional(), Env: s.query.env})
		if err != nil {
			return nil, err
		}
		raw, err := value.Encode(after)
		if err != nil {
			return nil, err
		}
		if string(raw) != string(s.query.coll.Get(hit.id)) {
			modified++
		}
	}
	return bson.D{
		{Key: "nMatched", Value: matched},
		{Key: "nWouldModify", Value: modified},
		{Key: "nWouldUpsert", Value: upserted},
	}, nil
}

func (r *request) writeQuery(c *collection, doc bson.D) (q *query, one bool, err error) {
	if r.name == "delete" {
		s, err := parseStatement("delete.deletes", doc)
		if err != nil {
			return nil, false, err
		}
		parsed, err := r.parseDelete(c, s)
		if err != nil {
			return nil, false, err
		}
		return parsed.query, parsed.one, nil
	}
	s, err := parseStatement("update.updates", doc)
	if err != nil {
		return nil, false, err
	}
	parsed, err := r.parseUpdate(c, s)
	if err != nil {
		return nil, false, err
	}
	return parsed.query, !parsed.multi, nil
}

func (r *request) explainFindAndModify(verbosity string) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	c, err := r.writable(name)
	if err != nil {
		return nil, err
	}
	if err := r.checkFindAndModify(); err != nil {
		return nil, err
	}
	order, err := r.order(c, r.document("collation"))
	if err != nil {
		return nil, err
	}
	q, _, err := r.newWriteQuery(c, nonNil(r.document("query")), r.document("let"), order, r.flag("upsert", false))
	if err != nil {
		return nil, err
	}
	if err := q.arrange(r.document("sort"), r.fields["hint"]); err != nil {
		return nil, err
	}
	return r.explainModify(q, name, r.flag("remove", false), true, nil, verbosity)
}

// explainModify puts the stage of a write on top of its query's plan, with
// what would be written where that is known.
func (r *request) explainModify(q *query, name string, removes, one bool, would rehearsal, verbosity string) (bson.D, error) {
	stage := "UPDATE"
	if removes {
		stage = "DELETE"
	}
	var counted bson.D
	if would != nil && q.coll != nil && verbosity != "queryPlanner" {
		var err error
		if counted, err = would(); err != nil {
			return nil, err
		}
	}
	e := &explained{query: q, namespace: r.database + "." + name}
	e.writesOne = one && (r.name == "update" || r.name == "delete")
	if one {
		e.limit = 1
	}
	e.top = func(tree bson.D, counts bool) bson.D {
		if e.express != nil {
			tree[0].Value = "EXPRESS_" + stage
			return tree
		}
		top := bson.D{{Key: "stage", Value: stage}}
		if counts {
			top = append(append(top, bson.E{Key: "nReturned", Value: int32(0)}), counted...)
		}
		return append(top, bson.E{Key: "inputStage", Value: tree})
	}
	return e.reply(verbosity)
}

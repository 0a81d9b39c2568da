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
		return nil, errcode.New(errcode.BadValue, "explained write batches must be of size 1")
	}
	s, err := r.parseWrite(c, docs[0])
	if err != nil {
		return nil, err
	}
	rehearsal, err := r.parseWrite(c, docs[0]) // apart, because running a query chooses its plan
	if err != nil {
		return nil, err
	}
	return r.explainModify(s.query, name, r.name == "delete", !s.multi, rehearsal, verbosity)
}

// parseWrite reads a statement of an update or delete; a delete has no update.
func (r *request) parseWrite(c *collection, doc bson.D) (*updating, error) {
	if r.name == "delete" {
		s, err := parseStatement("delete.deletes", doc)
		if err != nil {
			return nil, err
		}
		d, err := r.parseDelete(c, s)
		if err != nil {
			return nil, err
		}
		return &updating{query: d.query, multi: !d.one}, nil
	}
	s, err := parseStatement("update.updates", doc)
	if err != nil {
		return nil, err
	}
	return r.parseUpdate(c, s)
}

// rehearse counts what a write would do, without doing it.
func (s *updating) rehearse() (bson.D, error) {
	found, err := s.query.locate(!s.multi)
	if err != nil {
		return nil, err
	}
	if s.update == nil {
		return bson.D{{Key: "nWouldDelete", Value: int32(len(found))}}, nil
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

func (r *request) explainFindAndModify(verbosity string) (bson.D, error) {
	m, err := r.parseFindAndModify()
	if err != nil {
		return nil, err
	}
	return r.explainModify(m.write.query, m.collection, m.write.update == nil, true, nil, verbosity)
}

// explainModify puts the stage of a write on top of its query's plan, with
// what would be written where there is a rehearsal of it.
func (r *request) explainModify(q *query, name string, removes, one bool, rehearsal *updating, verbosity string) (bson.D, error) {
	stage := "UPDATE"
	if removes {
		stage = "DELETE"
	}
	var counted bson.D
	if rehearsal != nil && q.coll != nil && verbosity != "queryPlanner" {
		var err error
		if counted, err = rehearsal.rehearse(); err != nil {
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

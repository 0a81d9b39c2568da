package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
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
	return r.explainModify(q, name, r.name == "delete", one, verbosity)
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
	q, _, err := r.newWriteQuery(c, nonNil(r.document("query")), r.document("let"), r.flag("upsert", false))
	if err != nil {
		return nil, err
	}
	if err := q.arrange(r.document("sort"), r.fields["hint"]); err != nil {
		return nil, err
	}
	return r.explainModify(q, name, r.flag("remove", false), true, verbosity)
}

// explainModify puts the stage of a write on top of its query's plan.
func (r *request) explainModify(q *query, name string, removes, one bool, verbosity string) (bson.D, error) {
	stage := "UPDATE"
	if removes {
		stage = "DELETE"
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
			top = append(top, bson.E{Key: "nReturned", Value: int32(0)})
		}
		return append(top, bson.E{Key: "inputStage", Value: tree})
	}
	return e.reply(verbosity)
}

package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/pipeline"
	"modelbook/generator/memdb/value"
)

func runCount(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	skip, err := r.count("skip", 0)
	if err != nil {
		return nil, err
	}
	limit, err := r.integer("limit", 0)
	if err != nil {
		return nil, err
	}
	collation, err := r.readCollation(name)
	if err != nil {
		return nil, err
	}
	if r.has("limit") && limit == 0 && r.db.view(r.database, name) != nil {
		return nil, errcode.New(15958, "the limit must be positive") // it becomes a stage
	}
	next, err := r.matching(name, collation)
	if err != nil {
		return nil, err
	}
	n, limit := int64(0), max(limit, -limit)
	for limit == 0 || n < skip+limit {
		_, ok, err := next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		n++
	}
	return bson.D{{Key: "n", Value: value.IntOrLong(max(0, n-skip))}}, nil
}

// matching gives the documents of a collection or view for the command's query.
func (r *request) matching(name string, collation *value.Collation) (pipeline.Next, error) {
	if r.db.view(r.database, name) != nil {
		stages := bson.A{bson.D{{Key: "$match", Value: nonNil(r.document("query"))}}}
		next, _, _, _, err := aggregation{req: r, name: name, stages: stages, hint: r.fields["hint"], collation: collation}.open()
		return next, err
	}
	q, err := r.newQuery(r.db.collection(r.database, name), nonNil(r.document("query")), nil, collation)
	if err != nil {
		return nil, err
	}
	if err := q.arrange(nil, r.fields["hint"]); err != nil {
		return nil, err
	}
	return q.documents()
}

package memdb

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/plan"
	"modelbook/generator/memdb/storage"
)

func (r *request) explainCount(verbosity string) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	if r.db.view(r.database, name) != nil || len(r.document("query")) == 0 || r.has("skip") || r.has("limit") || r.has("hint") {
		return nil, errcode.NotImplemented("explain of this count")
	}
	c := r.db.collection(r.database, name)
	collation, err := r.collation(c, r.document("collation"))
	if err != nil {
		return nil, err
	}
	q, err := r.newQuery(c, r.document("query"), nil, collation)
	if err != nil {
		return nil, err
	}
	e := &explained{query: q, namespace: r.database + "." + name}
	e.top = func(tree bson.D, withStats bool) bson.D {
		top := bson.D{{Key: "stage", Value: "COUNT"}}
		if withStats {
			top = append(top, bson.E{Key: "nReturned", Value: int32(0)}, bson.E{Key: "nCounted", Value: int32(e.stats.fetched)})
		}
		return append(top, bson.E{Key: "inputStage", Value: tree})
	}
	if err := e.decide(); err != nil {
		return nil, err
	}
	if e.plan.Index != nil {
		return nil, errcode.NotImplemented("explain of a count that uses an index")
	}
	return e.answer(verbosity)
}

// explainDistinct tells the plan of a distinct whose key no index has: with
// one, the server may skip from value to value.
func (r *request) explainDistinct(verbosity string) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	c := r.db.collection(r.database, name)
	collation, err := r.collation(c, r.document("collation"))
	if err != nil {
		return nil, err
	}
	key := r.text("key")
	indexed := c != nil && slices.ContainsFunc(c.Indexes, func(x *storage.Index) bool {
		return slices.ContainsFunc(x.Key, func(f bson.E) bool {
			return f.Key == key || strings.HasPrefix(f.Key, key+".") || strings.HasPrefix(key, f.Key+".")
		})
	})
	if indexed || r.has("hint") || r.db.view(r.database, name) != nil {
		return nil, errcode.NotImplemented("explain of this distinct")
	}
	q, err := r.newQuery(c, nonNil(r.document("query")), nil, collation)
	if err != nil {
		return nil, err
	}
	if conditions, others := plan.Conjuncts(q.filter); !others && len(conditions) == 1 && conditions[0].Path == "_id" {
		return nil, errcode.NotImplemented("explain of a distinct by _id")
	}
	e := &explained{query: q, namespace: r.database + "." + name}
	e.projection = bson.D{{Key: key, Value: int32(1)}, {Key: "_id", Value: int32(0)}}
	return e.reply(verbosity)
}

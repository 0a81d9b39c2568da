package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
)

func runListIndexes(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	if r.db.view(r.database, name) != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s.%s is a view, not a collection", r.database, name)
	}
	c := r.db.collection(r.database, name)
	if c == nil {
		return nil, notFound(r.database, name)
	}
	var rows []bson.D
	for _, x := range c.Indexes {
		rows = append(rows, indexRow(x))
	}
	return r.listReply(rows, r.database+"."+name)
}

// indexRow is how listIndexes shows an index.
func indexRow(x *storage.Index) bson.D {
	if x.Name == "_id_" {
		row := bson.D{{Key: "v", Value: int32(2)}, {Key: "key", Value: x.Key}, {Key: "name", Value: x.Name}}
		return append(row, shownCollation(x.Collation)...)
	}
	return specRow(&x.Spec)
}

func specRow(s *storage.Spec) bson.D {
	row := bson.D{{Key: "v", Value: int32(2)}, {Key: "key", Value: s.Key}, {Key: "name", Value: s.Name}}
	if s.Unique {
		row = append(row, bson.E{Key: "unique", Value: true})
	}
	if s.Sparse {
		row = append(row, bson.E{Key: "sparse", Value: true})
	}
	if s.Partial != nil {
		row = append(row, bson.E{Key: "partialFilterExpression", Value: s.Partial})
	}
	if s.ExpireAfter != nil {
		row = append(row, bson.E{Key: "expireAfterSeconds", Value: *s.ExpireAfter})
	}
	if s.Hidden {
		row = append(row, bson.E{Key: "hidden", Value: true})
	}
	if s.Projection != nil {
		row = append(row, bson.E{Key: "wildcardProjection", Value: s.Projection})
	}
	return append(row, shownCollation(s.Collation)...)
}

package catalog

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/storage"
)

// IndexRow is how listIndexes shows an index.
func IndexRow(x *storage.Index) bson.D {
	if x.Name == "_id_" {
		row := bson.D{{Key: "v", Value: int32(2)}, {Key: "key", Value: x.Key}, {Key: "name", Value: x.Name}}
		return append(row, x.Collation.Option()...)
	}
	return SpecRow(&x.Spec)
}

// SpecRow is how listIndexes shows the index of a specification.
func SpecRow(s *storage.Spec) bson.D {
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
	if s.Background != nil {
		row = append(row, bson.E{Key: "background", Value: s.Background})
	}
	if s.Projection != nil {
		row = append(row, bson.E{Key: "wildcardProjection", Value: s.Projection})
	}
	return append(row, s.Collation.Option()...)
}

package verify

import (
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// reads are the calls of operations that read documents.
var reads = map[string]func(*arguments) call{
	"find": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), set(a, options.Find())
		return func(on target) (any, error) { return on.documents(on.collection.Find(on.ctx, filter, o)) }
	},
	"findOne": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), set(a, options.FindOne())
		return func(on target) (any, error) { return document(on.collection.FindOne(on.ctx, filter, o)) }
	},
	"aggregate": func(a *arguments) call {
		pipeline, o := argument[bson.A](a, "pipeline"), set(a, options.Aggregate())
		return func(on target) (any, error) {
			if on.collection == nil {
				return on.documents(on.database.Aggregate(on.ctx, pipeline, o))
			}
			return on.documents(on.collection.Aggregate(on.ctx, pipeline, o))
		}
	},
	"countDocuments": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), set(a, options.Count())
		return func(on target) (any, error) { return counted(on.collection.CountDocuments(on.ctx, filter, o)) }
	},
	"estimatedDocumentCount": func(a *arguments) call {
		o := set(a, options.EstimatedDocumentCount())
		return func(on target) (any, error) { return counted(on.collection.EstimatedDocumentCount(on.ctx, o)) }
	},
	"distinct": func(a *arguments) call {
		field, filter, o := argument[string](a, "fieldName"), argument[bson.D](a, "filter"), set(a, options.Distinct())
		return func(on target) (any, error) {
			values, err := on.collection.Distinct(on.ctx, field, filter, o).Raw()
			if err != nil {
				return nil, err
			}
			return bson.RawValue{Type: bson.TypeArray, Value: values}, nil
		}
	},
}

func counted(n int64, err error) (any, error) { return int32(n), err }

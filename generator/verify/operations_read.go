package verify

import (
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// reads are the calls of operations that read documents.
var reads = map[string]func(*arguments) call{
	"find": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), options.Find()
		set(a, "projection", o.SetProjection)
		set(a, "sort", o.SetSort)
		set(a, "skip", o.SetSkip)
		set(a, "limit", o.SetLimit)
		set(a, "batchSize", o.SetBatchSize)
		set(a, "collation", o.SetCollation)
		set(a, "hint", o.SetHint)
		set(a, "let", o.SetLet)
		return func(on target) (any, error) { return on.documents(on.collection.Find(on.ctx, filter, o)) }
	},
	"findOne": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), options.FindOne()
		set(a, "projection", o.SetProjection)
		set(a, "sort", o.SetSort)
		set(a, "skip", o.SetSkip)
		set(a, "collation", o.SetCollation)
		set(a, "hint", o.SetHint)
		return func(on target) (any, error) { return document(on.collection.FindOne(on.ctx, filter, o)) }
	},
	"aggregate": func(a *arguments) call {
		pipeline, o := argument[bson.A](a, "pipeline"), options.Aggregate()
		set(a, "batchSize", o.SetBatchSize)
		set(a, "collation", o.SetCollation)
		set(a, "hint", o.SetHint)
		set(a, "let", o.SetLet)
		return func(on target) (any, error) {
			if on.collection == nil {
				return on.documents(on.database.Aggregate(on.ctx, pipeline, o))
			}
			return on.documents(on.collection.Aggregate(on.ctx, pipeline, o))
		}
	},
	"countDocuments": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), options.Count()
		set(a, "skip", o.SetSkip)
		set(a, "limit", o.SetLimit)
		set(a, "collation", o.SetCollation)
		set(a, "hint", o.SetHint)
		return func(on target) (any, error) {
			n, err := on.collection.CountDocuments(on.ctx, filter, o)
			return int32(n), err
		}
	},
	"estimatedDocumentCount": func(*arguments) call {
		return func(on target) (any, error) {
			n, err := on.collection.EstimatedDocumentCount(on.ctx)
			return int32(n), err
		}
	},
	"distinct": func(a *arguments) call {
		field, filter, o := argument[string](a, "fieldName"), argument[bson.D](a, "filter"), options.Distinct()
		set(a, "collation", o.SetCollation)
		set(a, "hint", o.SetHint)
		return func(on target) (any, error) {
			values, err := on.collection.Distinct(on.ctx, field, filter, o).Raw()
			if err != nil {
				return nil, err
			}
			return bson.RawValue{Type: bson.TypeArray, Value: values}, nil
		}
	},
}

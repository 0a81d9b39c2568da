package verify

import (
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/example"
)

// writes are the calls of operations that write documents.
var writes = map[string]func(*arguments) call{
	"insertOne": func(a *arguments) call {
		document, o := argument[bson.D](a, "document"), set(a, options.InsertOne())
		return func(on target) (any, error) { return insertedOne(on.collection.InsertOne(on.ctx, document, o)) }
	},
	"insertMany": func(a *arguments) call {
		documents, o := argument[[]any](a, "documents"), set(a, options.InsertMany())
		return func(on target) (any, error) { return insertedMany(on.collection.InsertMany(on.ctx, documents, o)) }
	},
	"updateOne": func(a *arguments) call {
		filter, update, o := argument[bson.D](a, "filter"), argument[any](a, "update"), set(a, options.UpdateOne())
		return func(on target) (any, error) { return updated(on.collection.UpdateOne(on.ctx, filter, update, o)) }
	},
	"updateMany": func(a *arguments) call {
		filter, update, o := argument[bson.D](a, "filter"), argument[any](a, "update"), set(a, options.UpdateMany())
		return func(on target) (any, error) { return updated(on.collection.UpdateMany(on.ctx, filter, update, o)) }
	},
	"replaceOne": func(a *arguments) call {
		filter, replacement, o := argument[bson.D](a, "filter"), argument[bson.D](a, "replacement"), set(a, options.Replace())
		return func(on target) (any, error) {
			return updated(on.collection.ReplaceOne(on.ctx, filter, replacement, o))
		}
	},
	"deleteOne": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), set(a, options.DeleteOne())
		return func(on target) (any, error) { return deleted(on.collection.DeleteOne(on.ctx, filter, o)) }
	},
	"deleteMany": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), set(a, options.DeleteMany())
		return func(on target) (any, error) { return deleted(on.collection.DeleteMany(on.ctx, filter, o)) }
	},
	"findOneAndUpdate": func(a *arguments) call {
		filter, update, o := argument[bson.D](a, "filter"), argument[any](a, "update"), set(a, options.FindOneAndUpdate())
		return func(on target) (any, error) {
			return document(on.collection.FindOneAndUpdate(on.ctx, filter, update, o))
		}
	},
	"findOneAndReplace": func(a *arguments) call {
		filter, replacement, o := argument[bson.D](a, "filter"), argument[bson.D](a, "replacement"), set(a, options.FindOneAndReplace())
		return func(on target) (any, error) {
			return document(on.collection.FindOneAndReplace(on.ctx, filter, replacement, o))
		}
	},
	"findOneAndDelete": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), set(a, options.FindOneAndDelete())
		return func(on target) (any, error) { return document(on.collection.FindOneAndDelete(on.ctx, filter, o)) }
	},
	"bulkWrite": func(a *arguments) call {
		models, o := models(a, argument[[]any](a, "requests")), set(a, options.BulkWrite())
		return func(on target) (any, error) { return bulkWritten(on.collection.BulkWrite(on.ctx, models, o)) }
	},
}

func insertedOne(result *mongo.InsertOneResult, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return example.InsertOneResult(result.InsertedID), nil
}

func insertedMany(result *mongo.InsertManyResult, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	ids := bson.D{}
	for i, id := range result.InsertedIDs {
		ids = append(ids, bson.E{Key: strconv.Itoa(i), Value: id})
	}
	return example.InsertManyResult(ids), nil
}

// updated returns the result of an update or a replacement.
func updated(result *mongo.UpdateResult, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	written := example.Written{Matched: int32(result.MatchedCount), Modified: int32(result.ModifiedCount)}
	if result.UpsertedCount > 0 {
		written.Upserted = bson.D{{Key: "0", Value: result.UpsertedID}}
	}
	return written.UpdateResult(), nil
}

func deleted(result *mongo.DeleteResult, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return example.Written{Deleted: int32(result.DeletedCount)}.DeleteResult(), nil
}

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
		document := argument[bson.D](a, "document")
		return func(on target) (any, error) {
			result, err := on.collection.InsertOne(on.ctx, document)
			if err != nil {
				return nil, err
			}
			return example.InsertOneResult(result.InsertedID), nil
		}
	},
	"insertMany": func(a *arguments) call {
		documents, o := argument[[]any](a, "documents"), options.InsertMany()
		set(a, "ordered", o.SetOrdered)
		return func(on target) (any, error) { return insertedMany(on.collection.InsertMany(on.ctx, documents, o)) }
	},
	"updateOne": func(a *arguments) call {
		filter, update, o := argument[bson.D](a, "filter"), argument[any](a, "update"), options.UpdateOne()
		setUpdate(a, o)
		set(a, "let", o.SetLet)
		set(a, "sort", o.SetSort)
		return func(on target) (any, error) { return updated(on.collection.UpdateOne(on.ctx, filter, update, o)) }
	},
	"updateMany": func(a *arguments) call {
		filter, update, o := argument[bson.D](a, "filter"), argument[any](a, "update"), options.UpdateMany()
		setUpdate(a, o)
		set(a, "let", o.SetLet)
		return func(on target) (any, error) { return updated(on.collection.UpdateMany(on.ctx, filter, update, o)) }
	},
	"replaceOne": func(a *arguments) call {
		filter, replacement, o := argument[bson.D](a, "filter"), argument[bson.D](a, "replacement"), options.Replace()
		setReplace(a, o)
		set(a, "let", o.SetLet)
		set(a, "sort", o.SetSort)
		return func(on target) (any, error) {
			return updated(on.collection.ReplaceOne(on.ctx, filter, replacement, o))
		}
	},
	"deleteOne": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), options.DeleteOne()
		setDelete(a, o)
		set(a, "let", o.SetLet)
		return func(on target) (any, error) { return deleted(on.collection.DeleteOne(on.ctx, filter, o)) }
	},
	"deleteMany": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), options.DeleteMany()
		setDelete(a, o)
		set(a, "let", o.SetLet)
		return func(on target) (any, error) { return deleted(on.collection.DeleteMany(on.ctx, filter, o)) }
	},
	"findOneAndUpdate": func(a *arguments) call {
		filter, update, o := argument[bson.D](a, "filter"), argument[any](a, "update"), options.FindOneAndUpdate()
		setUpdate(a, o)
		set(a, "let", o.SetLet)
		set(a, "projection", o.SetProjection)
		set(a, "sort", o.SetSort)
		set(a, "returnDocument", o.SetReturnDocument)
		return func(on target) (any, error) {
			return document(on.collection.FindOneAndUpdate(on.ctx, filter, update, o))
		}
	},
	"findOneAndReplace": func(a *arguments) call {
		filter, replacement, o := argument[bson.D](a, "filter"), argument[bson.D](a, "replacement"), options.FindOneAndReplace()
		setReplace(a, o)
		set(a, "let", o.SetLet)
		set(a, "sort", o.SetSort)
		set(a, "projection", o.SetProjection)
		set(a, "returnDocument", o.SetReturnDocument)
		return func(on target) (any, error) {
			return document(on.collection.FindOneAndReplace(on.ctx, filter, replacement, o))
		}
	},
	"findOneAndDelete": func(a *arguments) call {
		filter, o := argument[bson.D](a, "filter"), options.FindOneAndDelete()
		setDelete(a, o)
		set(a, "let", o.SetLet)
		set(a, "projection", o.SetProjection)
		set(a, "sort", o.SetSort)
		return func(on target) (any, error) { return document(on.collection.FindOneAndDelete(on.ctx, filter, o)) }
	},
	"bulkWrite": func(a *arguments) call {
		models, o := models(a, argument[[]any](a, "requests")), options.BulkWrite()
		set(a, "ordered", o.SetOrdered)
		set(a, "let", o.SetLet)
		return func(on target) (any, error) { return bulkWritten(on.collection.BulkWrite(on.ctx, models, o)) }
	},
}

// setDelete hands over what all deletes take, be they operations or requests
// of bulkWrite.
func setDelete[O interface {
	SetCollation(*options.Collation) O
	SetHint(any) O
}](a *arguments, o O) {
	set(a, "collation", o.SetCollation)
	set(a, "hint", o.SetHint)
}

// setReplace is setDelete for replacements.
func setReplace[O interface {
	SetUpsert(bool) O
	SetCollation(*options.Collation) O
	SetHint(any) O
}](a *arguments, o O) {
	set(a, "upsert", o.SetUpsert)
	setDelete(a, o)
}

// setUpdate is setDelete for updates.
func setUpdate[O interface {
	SetUpsert(bool) O
	SetArrayFilters([]any) O
	SetCollation(*options.Collation) O
	SetHint(any) O
}](a *arguments, o O) {
	set(a, "arrayFilters", o.SetArrayFilters)
	setReplace(a, o)
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

// updated gives the result of an update or a replacement.
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

package verify

import (
	"fmt"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func (c *call) updateOne() (any, error) {
	o := options.UpdateOne()
	set(c, "upsert", o.SetUpsert)
	setList(c, "arrayFilters", o.SetArrayFilters)
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	set(c, "sort", o.SetSort)
	setCollation(c, o.SetCollation)
	return updated(c.collection.UpdateOne(c.ctx, c.argument("filter"), c.argument("update"), o))
}

func (c *call) updateMany() (any, error) {
	o := options.UpdateMany()
	set(c, "upsert", o.SetUpsert)
	setList(c, "arrayFilters", o.SetArrayFilters)
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	setCollation(c, o.SetCollation)
	return updated(c.collection.UpdateMany(c.ctx, c.argument("filter"), c.argument("update"), o))
}

func (c *call) replaceOne() (any, error) {
	o := options.Replace()
	set(c, "upsert", o.SetUpsert)
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	set(c, "sort", o.SetSort)
	setCollation(c, o.SetCollation)
	return updated(c.collection.ReplaceOne(c.ctx, c.argument("filter"), c.argument("replacement"), o))
}

func (c *call) deleteOne() (any, error) {
	o := options.DeleteOne()
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	setCollation(c, o.SetCollation)
	return deleted(c.collection.DeleteOne(c.ctx, c.argument("filter"), o))
}

func (c *call) deleteMany() (any, error) {
	o := options.DeleteMany()
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	setCollation(c, o.SetCollation)
	return deleted(c.collection.DeleteMany(c.ctx, c.argument("filter"), o))
}

// when reads returnDocument.
func when[O any](c *call, setter func(options.ReturnDocument) O) {
	set(c, "returnDocument", func(s string) O {
		if s == "After" {
			return setter(options.After)
		}
		return setter(options.Before)
	})
}

func (c *call) findOneAndUpdate() (any, error) {
	o := options.FindOneAndUpdate()
	set(c, "projection", o.SetProjection)
	set(c, "sort", o.SetSort)
	set(c, "upsert", o.SetUpsert)
	setList(c, "arrayFilters", o.SetArrayFilters)
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	when(c, o.SetReturnDocument)
	setCollation(c, o.SetCollation)
	return document(c.collection.FindOneAndUpdate(c.ctx, c.argument("filter"), c.argument("update"), o))
}

func (c *call) findOneAndReplace() (any, error) {
	o := options.FindOneAndReplace()
	set(c, "projection", o.SetProjection)
	set(c, "sort", o.SetSort)
	set(c, "upsert", o.SetUpsert)
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	when(c, o.SetReturnDocument)
	setCollation(c, o.SetCollation)
	return document(c.collection.FindOneAndReplace(c.ctx, c.argument("filter"), c.argument("replacement"), o))
}

func (c *call) findOneAndDelete() (any, error) {
	o := options.FindOneAndDelete()
	set(c, "projection", o.SetProjection)
	set(c, "sort", o.SetSort)
	set(c, "hint", o.SetHint)
	set(c, "let", o.SetLet)
	setCollation(c, o.SetCollation)
	return document(c.collection.FindOneAndDelete(c.ctx, c.argument("filter"), o))
}

func (c *call) createIndex() (any, error) {
	o := options.Index()
	set(c, "name", o.SetName)
	set(c, "unique", o.SetUnique)
	set(c, "sparse", o.SetSparse)
	set(c, "hidden", o.SetHidden)
	set(c, "expireAfterSeconds", o.SetExpireAfterSeconds)
	set(c, "partialFilterExpression", o.SetPartialFilterExpression)
	set(c, "wildcardProjection", o.SetWildcardProjection)
	setCollation(c, o.SetCollation)
	return c.collection.Indexes().CreateOne(c.ctx, mongo.IndexModel{Keys: c.argument("keys"), Options: o})
}

func (c *call) bulkWrite() (any, error) {
	o := options.BulkWrite()
	set(c, "ordered", o.SetOrdered)
	set(c, "let", o.SetLet)
	requests, _ := c.argument("requests").(bson.A)
	models := make([]mongo.WriteModel, len(requests))
	for i, request := range requests {
		var err error
		if models[i], err = writeModel(request); err != nil {
			return nil, err
		}
	}
	result, err := c.collection.BulkWrite(c.ctx, models, o)
	if err != nil {
		return nil, err
	}
	value := bson.D{
		{Key: "insertedCount", Value: int32(result.InsertedCount)},
		{Key: "matchedCount", Value: int32(result.MatchedCount)},
		{Key: "modifiedCount", Value: int32(result.ModifiedCount)},
		{Key: "deletedCount", Value: int32(result.DeletedCount)},
		{Key: "upsertedCount", Value: int32(result.UpsertedCount)},
	}
	ids := bson.D{}
	for i := range models {
		if id, ok := result.UpsertedIDs[int64(i)]; ok {
			ids = append(ids, bson.E{Key: strconv.Itoa(i), Value: id})
		}
	}
	if len(ids) > 0 {
		value = append(value, bson.E{Key: "upsertedIds", Value: ids})
	}
	return value, nil
}

// writeModel gives the driver's form of one request of bulkWrite.
func writeModel(request any) (mongo.WriteModel, error) {
	d, _ := request.(bson.D)
	if len(d) != 1 {
		return nil, fmt.Errorf("a request of bulkWrite has one key, not %d", len(d))
	}
	arguments, _ := d[0].Value.(bson.D)
	c := &call{arguments: arguments}
	switch d[0].Key {
	case "insertOne":
		return mongo.NewInsertOneModel().SetDocument(c.argument("document")), nil
	case "updateOne":
		m := mongo.NewUpdateOneModel().SetFilter(c.argument("filter")).SetUpdate(c.argument("update"))
		set(c, "upsert", m.SetUpsert)
		setList(c, "arrayFilters", m.SetArrayFilters)
		set(c, "hint", m.SetHint)
		setCollation(c, m.SetCollation)
		return m, nil
	case "updateMany":
		m := mongo.NewUpdateManyModel().SetFilter(c.argument("filter")).SetUpdate(c.argument("update"))
		set(c, "upsert", m.SetUpsert)
		setList(c, "arrayFilters", m.SetArrayFilters)
		set(c, "hint", m.SetHint)
		setCollation(c, m.SetCollation)
		return m, nil
	}
	return replaceOrDelete(c, d[0].Key)
}

func replaceOrDelete(c *call, name string) (mongo.WriteModel, error) {
	switch name {
	case "replaceOne":
		m := mongo.NewReplaceOneModel().SetFilter(c.argument("filter")).SetReplacement(c.argument("replacement"))
		set(c, "upsert", m.SetUpsert)
		set(c, "hint", m.SetHint)
		setCollation(c, m.SetCollation)
		return m, nil
	case "deleteOne":
		m := mongo.NewDeleteOneModel().SetFilter(c.argument("filter"))
		set(c, "hint", m.SetHint)
		setCollation(c, m.SetCollation)
		return m, nil
	case "deleteMany":
		m := mongo.NewDeleteManyModel().SetFilter(c.argument("filter"))
		set(c, "hint", m.SetHint)
		setCollation(c, m.SetCollation)
		return m, nil
	}
	return nil, fmt.Errorf("bulkWrite has no request %s", name)
}

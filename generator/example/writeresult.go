package example

import "go.mongodb.org/mongo-driver/v2/bson"

// Written is what an operation wrote. Its results are those of the drivers' Unified
// Test Format and CRUD specification.
type Written struct {
	Inserted, Matched, Modified, Deleted int32
	Upserted                             bson.D // ids by the index of their request
}

// InsertOneResult is the result of insertOne.
func InsertOneResult(id any) bson.D { return bson.D{{Key: "insertedId", Value: id}} }

// InsertManyResult is the result of insertMany; the ids stand under the indexes of
// their documents.
func InsertManyResult(ids bson.D) bson.D { return bson.D{{Key: "insertedIds", Value: ids}} }

// UpdateResult is the result of an update or a replacement.
func (w Written) UpdateResult() bson.D {
	result := bson.D{
		{Key: "matchedCount", Value: w.Matched},
		{Key: "modifiedCount", Value: w.Modified},
		{Key: "upsertedCount", Value: int32(len(w.Upserted))},
	}
	if len(w.Upserted) > 0 {
		result = append(result, bson.E{Key: "upsertedId", Value: w.Upserted[0].Value})
	}
	return result
}

// DeleteResult is the result of deleteOne and deleteMany.
func (w Written) DeleteResult() bson.D { return bson.D{{Key: "deletedCount", Value: w.Deleted}} }

// BulkWriteResult is the result of bulkWrite.
func (w Written) BulkWriteResult() bson.D {
	result := bson.D{
		{Key: "insertedCount", Value: w.Inserted},
		{Key: "matchedCount", Value: w.Matched},
		{Key: "modifiedCount", Value: w.Modified},
		{Key: "deletedCount", Value: w.Deleted},
		{Key: "upsertedCount", Value: int32(len(w.Upserted))},
	}
	if len(w.Upserted) > 0 {
		result = append(result, bson.E{Key: "upsertedIds", Value: w.Upserted})
	}
	return result
}

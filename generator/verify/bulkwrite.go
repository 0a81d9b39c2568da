package verify

import (
	"maps"
	"slices"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/example"
)

// requests make the driver's form of a request of bulkWrite.
var requests = map[string]func(*arguments) mongo.WriteModel{
	"insertOne":  func(a *arguments) mongo.WriteModel { return set(a, mongo.NewInsertOneModel()) },
	"updateOne":  func(a *arguments) mongo.WriteModel { return set(a, mongo.NewUpdateOneModel()) },
	"updateMany": func(a *arguments) mongo.WriteModel { return set(a, mongo.NewUpdateManyModel()) },
	"replaceOne": func(a *arguments) mongo.WriteModel { return set(a, mongo.NewReplaceOneModel()) },
	"deleteOne":  func(a *arguments) mongo.WriteModel { return set(a, mongo.NewDeleteOneModel()) },
	"deleteMany": func(a *arguments) mongo.WriteModel { return set(a, mongo.NewDeleteManyModel()) },
}

// models returns the requests in the driver's form.
func models(a *arguments, list []any) []mongo.WriteModel {
	var models []mongo.WriteModel
	for _, item := range list {
		request, _ := item.(bson.D)
		if len(request) != 1 {
			a.fail("a request has one key, not %d", len(request))
			return nil
		}
		models = append(models, model(a, request[0]))
	}
	return models
}

func model(a *arguments, request bson.E) mongo.WriteModel {
	d, _ := example.Describe(request.Key)
	given, err := as[bson.D](request.Value)
	build := requests[request.Key]
	switch {
	case d.Request == nil || build == nil:
		a.fail("there is no request %s", request.Key)
		return nil
	case err != nil:
		a.fail("%s is %v", request.Key, err)
		return nil
	}
	inner := argumentsOf(request.Key, d.Request, given)
	m := build(inner)
	if err := inner.finish(); err != nil {
		a.fail("%v", err)
	}
	return m
}

func bulkWritten(result *mongo.BulkWriteResult, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	written := example.Written{
		Inserted: int32(result.InsertedCount), Matched: int32(result.MatchedCount),
		Modified: int32(result.ModifiedCount), Deleted: int32(result.DeletedCount),
	}
	for _, i := range slices.Sorted(maps.Keys(result.UpsertedIDs)) {
		written.Upserted = append(written.Upserted, bson.E{Key: strconv.FormatInt(i, 10), Value: result.UpsertedIDs[i]})
	}
	return written.BulkWriteResult(), nil
}

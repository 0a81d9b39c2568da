package wire

import (
	"errors"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
)

// Many programs declare the stable API, strictly: what MongoDB's own pages tell
// them to paste does.
func TestDriverWithStableAPI(t *testing.T) {
	for name, database := range map[string]memdb.Options{"standalone": {}, "replica set": {ReplicaSet: true}} {
		t.Run(name, func(t *testing.T) {
			server := listen(t, database)
			api := options.ServerAPI(options.ServerAPIVersion1).SetStrict(true).SetDeprecationErrors(true)
			client := connectTo(t, server, options.Client().ApplyURI(server.URI()).SetServerAPIOptions(api))
			if err := client.Ping(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			useStrictly(t, client.Database("modelbook_test").Collection("ferries"))
		})
	}
}

func useStrictly(t *testing.T, ferries *mongo.Collection) {
	ctx := t.Context()
	docs := make([]any, 250) // more than a first batch
	for i := range docs {
		docs[i] = bson.D{{Key: "_id", Value: int32(i)}, {Key: "deck", Value: int32(i % 5)}}
	}
	if _, err := ferries.InsertMany(ctx, docs); err != nil {
		t.Fatal(err)
	}
	if _, err := ferries.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: "deck", Value: 1}}}); err != nil {
		t.Fatal(err)
	}
	cursor, err := ferries.Find(ctx, bson.D{})
	if err != nil {
		t.Fatal(err)
	}
	var found []bson.D
	if err := cursor.All(ctx, &found); err != nil || len(found) != len(docs) {
		t.Errorf("%d documents, %v", len(found), err)
	}
	if n, err := ferries.CountDocuments(ctx, bson.D{{Key: "deck", Value: 3}}); err != nil || n != 50 {
		t.Errorf("count: %d, %v", n, err)
	}
	if changed, err := ferries.UpdateMany(ctx, bson.D{{Key: "deck", Value: 3}}, bson.D{{Key: "$inc", Value: bson.D{{Key: "deck", Value: 10}}}}); err != nil || changed.ModifiedCount != 50 {
		t.Errorf("update: %+v, %v", changed, err)
	}
	var command mongo.CommandError
	if err := ferries.Distinct(ctx, "deck", bson.D{}).Err(); !errors.As(err, &command) || command.Code != 323 {
		t.Errorf("distinct: %v, want 323", err)
	}
}

package wire

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
)

// connect serves a fresh database and connects the official driver to it.
func connect(t testing.TB) *mongo.Client {
	t.Helper()
	server := listen(t, memdb.Options{})
	return connectTo(t, server, options.Client().ApplyURI(server.URI()))
}

func listen(t testing.TB, database memdb.Options) *Server {
	t.Helper()
	server, err := Listen(memdb.New(database))
	if err != nil {
		t.Fatal(err)
	}
	return server
}

func connectTo(t testing.TB, server *Server, settings *options.ClientOptions) *mongo.Client {
	t.Helper()
	client, err := mongo.Connect(settings.SetServerSelectionTimeout(5 * time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Disconnect(context.Background()); err != nil {
			t.Error(err)
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return client
}

func TestDriverReadsAndWrites(t *testing.T) {
	ctx := t.Context()
	ferries := connect(t).Database("modelbook_test").Collection("ferries")
	docs := []any{
		bson.D{{Key: "_id", Value: int32(1)}, {Key: "name", Value: "Stella"}, {Key: "cars", Value: int32(40)}},
		bson.D{{Key: "_id", Value: int32(2)}, {Key: "name", Value: "Aurora"}, {Key: "cars", Value: int32(25)}},
		bson.D{{Key: "_id", Value: int32(3)}, {Key: "name", Value: "Borea"}, {Key: "cars", Value: int32(40)}},
	}
	if _, err := ferries.InsertMany(ctx, docs); err != nil {
		t.Fatal(err)
	}
	cursor, err := ferries.Find(ctx, bson.D{{Key: "cars", Value: int32(40)}},
		options.Find().SetSort(bson.D{{Key: "name", Value: 1}}).SetLimit(1))
	if err != nil {
		t.Fatal(err)
	}
	var found []bson.D
	if err := cursor.All(ctx, &found); err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0][1].Value != "Borea" {
		t.Errorf("found %v, want Borea", found)
	}
	updated, err := ferries.UpdateMany(ctx, bson.D{{Key: "cars", Value: int32(40)}}, bson.D{{Key: "$inc", Value: bson.D{{Key: "cars", Value: int32(2)}}}})
	if err != nil || updated.MatchedCount != 2 || updated.ModifiedCount != 2 {
		t.Errorf("updated %+v, %v", updated, err)
	}
	deleted, err := ferries.DeleteOne(ctx, bson.D{{Key: "_id", Value: int32(2)}})
	if err != nil || deleted.DeletedCount != 1 {
		t.Errorf("deleted %+v, %v", deleted, err)
	}
	if n, err := ferries.CountDocuments(ctx, bson.D{}); err != nil || n != 2 {
		t.Errorf("count %d, %v", n, err)
	}
}

func TestDriverGetsServerErrors(t *testing.T) {
	ctx := t.Context()
	db := connect(t).Database("modelbook_test")
	if err := db.CreateCollection(ctx, "ports", options.CreateCollection().SetValidator(
		bson.D{{Key: "$jsonSchema", Value: bson.D{{Key: "required", Value: bson.A{"name"}}}}})); err != nil {
		t.Fatal(err)
	}
	ports := db.Collection("ports")
	if _, err := ports.Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys: bson.D{{Key: "name", Value: 1}}, Options: options.Index().SetUnique(true),
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := ports.InsertOne(ctx, bson.D{{Key: "name", Value: "Varna"}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		doc  bson.D
		code int
	}{
		{bson.D{{Key: "name", Value: "Varna"}}, 11000},
		{bson.D{{Key: "title", Value: "Burgas"}}, 121},
	} {
		_, err := ports.InsertOne(ctx, c.doc)
		var failed mongo.WriteException
		if !errors.As(err, &failed) || failed.WriteErrors[0].Code != c.code {
			t.Errorf("insert %v: %v, want code %d", c.doc, err, c.code)
		}
	}
}

// A result of several batches is read to its end, without what others delete
// meanwhile.
func TestDriverPages(t *testing.T) {
	ctx := t.Context()
	numbers := connect(t).Database("modelbook_test").Collection("numbers")
	var docs []any
	for i := range 500 {
		docs = append(docs, bson.D{{Key: "_id", Value: int32(i)}})
	}
	if _, err := numbers.InsertMany(ctx, docs); err != nil {
		t.Fatal(err)
	}
	cursor, err := numbers.Find(ctx, bson.D{}, options.Find().SetBatchSize(50))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := numbers.DeleteMany(ctx, bson.D{{Key: "_id", Value: bson.D{{Key: "$gte", Value: int32(400)}}}}); err != nil {
		t.Fatal(err)
	}
	var found []bson.D
	if err := cursor.All(ctx, &found); err != nil || len(found) != 400 {
		t.Errorf("%d documents, %v", len(found), err)
	}
}

// A cursor that awaits data gives what comes later, to a client that waits
// while another writes.
func TestDriverFollows(t *testing.T) {
	ctx := t.Context()
	db := connect(t).Database("modelbook_test")
	if err := db.CreateCollection(ctx, "log", options.CreateCollection().SetCapped(true).SetSizeInBytes(4096)); err != nil {
		t.Fatal(err)
	}
	log := db.Collection("log")
	add := func(id int32) {
		if _, err := log.InsertOne(ctx, bson.D{{Key: "_id", Value: id}}); err != nil {
			t.Error(err)
		}
	}
	add(0)
	cursor, err := log.Find(ctx, bson.D{}, options.Find().SetCursorType(options.TailableAwait).SetMaxAwaitTime(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	var adding sync.WaitGroup
	for id := range int32(3) {
		if !cursor.Next(ctx) || cursor.Current.Lookup("_id").Int32() != id {
			t.Fatalf("%v at %d, %v", cursor.Current, id, cursor.Err())
		}
		adding.Go(func() { add(id + 1) })
	}
	adding.Wait()
	if err := cursor.Close(ctx); err != nil {
		t.Error(err)
	}
}

// A session works as on a standalone server, and so a transaction does not.
func TestDriverSessions(t *testing.T) {
	client := connect(t)
	ports := client.Database("modelbook_test").Collection("ports")
	err := client.UseSession(t.Context(), func(ctx context.Context) error {
		if _, err := ports.InsertOne(ctx, bson.D{{Key: "_id", Value: int32(1)}}); err != nil {
			return err
		}
		return ports.FindOne(ctx, bson.D{{Key: "_id", Value: int32(1)}}).Err()
	})
	if err != nil {
		t.Error(err)
	}
	session, err := client.StartSession()
	if err != nil {
		t.Fatal(err)
	}
	defer session.EndSession(t.Context())
	_, err = session.WithTransaction(t.Context(), func(ctx context.Context) (any, error) {
		return ports.InsertOne(ctx, bson.D{{Key: "_id", Value: int32(2)}})
	})
	var failed mongo.CommandError
	if !errors.As(err, &failed) || failed.Code != 20 || failed.Name != "IllegalOperation" {
		t.Errorf("a transaction: %v, want 20 IllegalOperation", err)
	}
	if n, err := ports.CountDocuments(t.Context(), bson.D{}); err != nil || n != 1 {
		t.Errorf("count %d, %v", n, err)
	}
}

// Files are stored and read with the driver's own buckets.
func TestDriverStoresFiles(t *testing.T) {
	bucket := connect(t).Database("modelbook_test").GridFSBucket()
	content := strings.Repeat("tide ", 120_000)
	id, err := bucket.UploadFromStream(t.Context(), "tides.txt", strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	var read strings.Builder
	if _, err := bucket.DownloadToStream(t.Context(), id, &read); err != nil || read.String() != content {
		t.Errorf("%d bytes read, %v", read.Len(), err)
	}
}

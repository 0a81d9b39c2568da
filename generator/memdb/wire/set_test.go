package wire

import (
	"context"
	"errors"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
)

// connectSet connects the driver to a replica set of one member, as a seed of
// which it finds the set, or directly.
func connectSet(t *testing.T, settings *options.ClientOptions) *mongo.Client {
	t.Helper()
	server := listen(t, memdb.Options{ReplicaSet: true})
	return connectTo(t, server, settings.SetHosts([]string{server.listener.Addr().String()}))
}

// TestDriverTransactions: the driver finds the set, and its withTransaction gets
// every one of many increments through, each together with its entry in a log.
func TestDriverTransactions(t *testing.T) {
	for name, settings := range map[string]*options.ClientOptions{
		"by its name": options.Client().SetReplicaSet("memdb"),
		"directly":    options.Client().SetDirect(true),
	} {
		t.Run(name, func(t *testing.T) { countTogether(t, connectSet(t, settings)) })
	}
}

func countTogether(t *testing.T, client *mongo.Client) {
	const clients, times = 4, 10
	ctx, db := t.Context(), client.Database("modelbook_test")
	if _, err := db.Collection("counters").InsertOne(ctx, bson.D{{Key: "_id", Value: 1}, {Key: "n", Value: 0}}); err != nil {
		t.Fatal(err)
	}
	count := func(ctx context.Context) (any, error) {
		var counter struct{ N int }
		increment := bson.D{{Key: "$inc", Value: bson.D{{Key: "n", Value: 1}}}}
		err := db.Collection("counters").FindOneAndUpdate(ctx, bson.D{{Key: "_id", Value: 1}}, increment).Decode(&counter)
		if err != nil {
			return nil, err
		}
		return db.Collection("log").InsertOne(ctx, bson.D{{Key: "_id", Value: counter.N}})
	}
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			session, err := client.StartSession()
			if err != nil {
				t.Error(err)
				return
			}
			defer session.EndSession(ctx)
			for range times {
				if _, err := session.WithTransaction(ctx, count); err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	if n, err := db.Collection("log").CountDocuments(ctx, bson.D{}); err != nil || n != clients*times {
		t.Errorf("%d entries, %v", n, err)
	}
	if n, err := db.Collection("counters").CountDocuments(ctx, bson.D{{Key: "n", Value: clients * times}}); err != nil || n != 1 {
		t.Errorf("the counter is wrong: %d, %v", n, err)
	}
}

// TestDriverConflict: the error that a driver takes for one to begin again.
func TestDriverConflict(t *testing.T) {
	ctx := t.Context()
	client := connectSet(t, options.Client().SetReplicaSet("memdb"))
	beds := client.Database("modelbook_test").Collection("beds")
	if _, err := beds.InsertOne(ctx, bson.D{{Key: "_id", Value: 1}}); err != nil {
		t.Fatal(err)
	}
	book := func(ctx context.Context) error {
		_, err := beds.UpdateOne(ctx, bson.D{{Key: "_id", Value: 1}}, bson.D{{Key: "$set", Value: bson.D{{Key: "by", Value: "a"}}}})
		return err
	}
	err := client.UseSession(ctx, func(first context.Context) error {
		return client.UseSession(ctx, func(second context.Context) error {
			if err := errors.Join(mongo.SessionFromContext(first).StartTransaction(), mongo.SessionFromContext(second).StartTransaction(), book(first)); err != nil {
				return err
			}
			var failure mongo.ServerError
			if err := book(second); !errors.As(err, &failure) || !failure.HasErrorCode(112) || !failure.HasErrorLabel("TransientTransactionError") {
				t.Errorf("%v, want 112 with its label", err)
			}
			return errors.Join(mongo.SessionFromContext(second).AbortTransaction(ctx), mongo.SessionFromContext(first).CommitTransaction(ctx))
		})
	})
	if err != nil {
		t.Error(err)
	}
}

package wire

import (
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Many clients at once: no update is lost, also of those that let others in between
// two documents because they take long.
func TestManyClients(t *testing.T) {
	t.Run("standalone", func(t *testing.T) { raiseTogether(t, connect(t)) })
	t.Run("set", func(t *testing.T) {
		raiseTogether(t, connectSet(t, options.Client().SetDirect(true)))
	})
}

func raiseTogether(t *testing.T, client *mongo.Client) {
	ctx := t.Context()
	accounts := client.Database("modelbook_test").Collection("accounts")
	if _, err := accounts.InsertMany(ctx, []any{
		bson.D{{Key: "_id", Value: "a"}, {Key: "n", Value: int32(0)}},
		bson.D{{Key: "_id", Value: "b"}, {Key: "n", Value: int32(0)}},
	}); err != nil {
		t.Fatal(err)
	}
	const clients, rounds = 8, 25
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			for range rounds {
				if _, err := accounts.UpdateMany(ctx, bson.D{}, bson.D{{Key: "$inc", Value: bson.D{{Key: "n", Value: int32(1)}}}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	if a, b := balances(t, accounts); a != clients*rounds || b != a {
		t.Errorf("%d and %d, want %d", a, b, clients*rounds)
	}
}

func balances(t *testing.T, accounts *mongo.Collection) (a, b int32) {
	t.Helper()
	cursor, err := accounts.Find(t.Context(), bson.D{})
	if err != nil {
		t.Error(err)
		return 0, 0
	}
	var docs []struct{ N int32 }
	if err := cursor.All(t.Context(), &docs); err != nil || len(docs) != 2 {
		t.Errorf("%v, %v", docs, err)
		return 0, 0
	}
	return docs[0].N, docs[1].N
}

package memdbtest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/memdbtest"
)

// clients are the ways to a database of a test.
var clients = map[string]func(t testing.TB, p memdbtest.Params) *mongo.Client{
	"Client": func(t testing.TB, p memdbtest.Params) *mongo.Client { return p.Client(t) },
	"URI": func(t testing.TB, p memdbtest.Params) *mongo.Client {
		client, err := mongo.Connect(options.Client().ApplyURI(p.URI(t)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = client.Disconnect(t.Context()) })
		return client
	},
}

// What one test writes no other sees, and all options reach the database.
func TestDatabasesOfTheirOwn(t *testing.T) {
	noon := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	for name, connect := range clients {
		for range 2 {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				client := connect(t, memdbtest.Params{Options: memdb.Options{ReplicaSet: true, Clock: func() time.Time { return noon }}})
				ports := client.Database("coast").Collection("ports")
				err := client.UseSession(t.Context(), func(ctx context.Context) error {
					_, err := mongo.SessionFromContext(ctx).WithTransaction(ctx, func(ctx context.Context) (any, error) {
						return ports.InsertOne(ctx, bson.D{{Key: "_id", Value: "Varna"}})
					})
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				if n, err := ports.CountDocuments(t.Context(), bson.D{}); n != 1 || err != nil {
					t.Errorf("%d documents, %v", n, err)
				}
				var reply struct{ LocalTime time.Time }
				if err := client.Database("admin").RunCommand(t.Context(), bson.D{{Key: "hello", Value: 1}}).Decode(&reply); err != nil || !reply.LocalTime.Equal(noon) {
					t.Errorf("local time %v, %v", reply.LocalTime, err)
				}
			})
		}
	}
}

// recorder is a test that notes its errors in place of failing.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func TestRefusalsFailTheTest(t *testing.T) {
	for name, connect := range clients {
		t.Run(name, func(t *testing.T) {
			r := &recorder{TB: t}
			client := connect(r, memdbtest.Params{})
			_, err := client.Database("coast").Collection("ports").Find(t.Context(), bson.D{{Key: "$where", Value: "true"}})
			want := "memdb refused the command find on coast.ports: $where is not implemented by memdb; do without it, or run this test against a MongoDB server (238 NotImplemented)"
			if !memdb.Refused(err) || len(r.errors) != 1 || r.errors[0] != want {
				t.Errorf("%v\ntold %q\nwant %q", err, r.errors, want)
			}
			if _, err := client.Database("coast").Collection("ports").Find(t.Context(), bson.D{{Key: "$nowhere", Value: 1}}); err == nil || memdb.Refused(err) {
				t.Errorf("an error of the server: %v", err)
			}
			if len(r.errors) != 1 {
				t.Errorf("told %q", r.errors)
			}
		})
	}
}

func TestRefusalsThatAreExpected(t *testing.T) {
	told := 0
	p := memdbtest.Params{AllowRefusals: true, Options: memdb.Options{RefusalHint: "swim", OnRefusal: func(bson.Raw, error) { told++ }}}
	err := p.Client(t).Database("coast").RunCommand(t.Context(), bson.D{{Key: "mapReduce", Value: "ports"}}).Err()
	if !memdb.Refused(err) || !strings.HasSuffix(err.Error(), "; swim") || told != 1 {
		t.Errorf("%v, told %d times", err, told)
	}
}

// BenchmarkClient is what a database of its own costs a test, with a first command.
func BenchmarkClient(b *testing.B) {
	for name, connect := range clients {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				t := &cleaned{TB: b}
				b.StartTimer()
				client := connect(t, memdbtest.Params{})
				if err := client.Ping(b.Context(), nil); err != nil {
					b.Fatal(err)
				}
				t.clean()
			}
		})
	}
}

// cleaned is a test that ends where the benchmark says.
type cleaned struct {
	testing.TB
	cleanups []func()
}

func (c *cleaned) Cleanup(f func()) { c.cleanups = append(c.cleanups, f) }

func (c *cleaned) clean() {
	for i := len(c.cleanups) - 1; i >= 0; i-- {
		c.cleanups[i]()
	}
}

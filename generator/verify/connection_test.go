package verify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A database for a command is made and dropped, however the command ends, and no
// other is touched.
func TestInDatabase(t *testing.T) {
	c, err := Connect(t.Context(), Options{URI: startMemdb(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if !c.Server.Embedded() || !strings.HasPrefix(c.Host(), "127.0.0.1:") {
		t.Errorf("%v at %s", c.Server, c.Host())
	}
	insert := func(ctx context.Context, database string) error {
		_, err := c.RunCommand(ctx, database, bson.D{{Key: "insert", Value: "huts"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: 1}}}}})
		return err
	}
	for _, name := range []string{"huts", "modelbook_huts"} {
		if err := insert(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	broken := errors.New("broken")
	for _, want := range []error{nil, broken, context.Canceled} {
		ctx, interrupt := context.WithCancel(t.Context())
		err := c.InDatabase(ctx, "calibrate", func(database string) error {
			if !strings.HasPrefix(database, "modelbook_"+thisMachine+"_"+thisProcess+"_") {
				t.Errorf("the name is %s", database)
			}
			if err := insert(ctx, database); err != nil {
				t.Error(err)
			}
			if names := databases(t, c); !slices.Contains(names, database) {
				t.Errorf("%s is not in %v", database, names)
			}
			if want == context.Canceled {
				interrupt()
				return ctx.Err()
			}
			return want
		})
		interrupt()
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		if names := databases(t, c); !slices.Equal(names, []string{"huts", "modelbook_huts"}) {
			t.Errorf("after %v there are %v", want, names)
		}
	}
	err = c.inDatabase(t.Context(), "modelbook_huts", func(string) error { t.Error("it is used"); return nil })
	if names := databases(t, c); err == nil || !strings.Contains(err.Error(), "exists already") || len(names) != 2 {
		t.Errorf("%v, %v", err, names)
	}
}

func databases(t *testing.T, c *Connection) []string {
	t.Helper()
	names, err := c.client.ListDatabaseNames(t.Context(), bson.D{{Key: "name", Value: bson.Regex{Pattern: "huts|modelbook"}}})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestConnectionErrors(t *testing.T) {
	f := startFake(t, func(name string, _ bson.Raw) bson.D {
		switch name {
		case "insert":
			return fails(13, "Unauthorized", "not authorized on x to execute command { insert: … }")
		case "dropDatabase":
			return fails(20, "IllegalOperation", "no")
		case "ping":
			return nil
		}
		return bson.D{}
	})
	c, err := Connect(t.Context(), Options{URI: f.uri})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	for command, want := range map[string]string{
		"insert":       "does not let this user run insert on x",
		"dropDatabase": ": 20 IllegalOperation: no",
		"ping":         ": the connection to the database broke",
	} {
		if _, err := c.RunCommand(t.Context(), "x", bson.D{{Key: command, Value: 1}}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", command, err)
		}
	}
	if err := c.InDatabase(t.Context(), "calibrate", func(string) error { return nil }); err == nil || !strings.Contains(err.Error(), "could not be dropped") {
		t.Error(err)
	}
	for uri, want := range map[string]string{"http://x": "does not begin with mongodb://", "mongodb://192.0.2.1": "on another machine"} {
		if _, err := Connect(t.Context(), Options{URI: uri}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

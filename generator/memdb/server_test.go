package memdb

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/required"
	"modelbook/generator/verify"
)

// TestCasesOnServer runs the cases on a server of this machine. A difference
// is a failure: what is expected changes only with a note in the case's source.
func TestCasesOnServer(t *testing.T) {
	uri := os.Getenv("MODELBOOK_MONGODB_URI")
	if uri == "" {
		if *measured {
			t.Fatal("-measured needs a server: set MODELBOOK_MONGODB_URI")
		}
		required.Missing(t, "server", "MODELBOOK_MONGODB_URI names no server")
	}
	h := dial(t, uri)
	if *measured {
		if why := h.notReference(); why != "" {
			t.Fatalf("%s: nothing is marked as measured there: %s", h, why)
		}
	}
	sum := runCases(t, h)
	if *measured {
		markFiles(t, sum.agreed)
	}
}

// RunCasesAt runs the cases, as they are written, on the server at a URI.
func RunCasesAt(t *testing.T, uri string) {
	t.Helper()
	h := dial(t, uri)
	h.plain = true
	runCases(t, h)
}

// dial connects the driver, by the rules that hold for examples: only to this
// machine.
func dial(t *testing.T, uri string) host {
	t.Helper()
	settings, err := verify.ClientOptions(verify.Options{URI: uri})
	if err != nil {
		t.Fatal(err)
	}
	client, err := mongo.Connect(settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Disconnect(context.Background()); err != nil {
			t.Error(err)
		}
	})
	h := askHost(t, func(t *testing.T) target { return newDatabase(t, client) })
	if h.router {
		t.Fatalf("%s: a router before a sharded cluster, and the reference is a standalone", h)
	}
	return h
}

const ourPrefix = "modelbook_"

// newDatabase returns a database that no other run has. It is dropped at the end,
// and so is the one that a case addresses by the name in capitals.
func newDatabase(t *testing.T, client *mongo.Client) target {
	t.Helper()
	var random [6]byte
	rand.Read(random[:])
	made := []string{}
	t.Cleanup(func() {
		for _, name := range made {
			dropOurs(t, client.Database(name))
		}
	})
	return target{name: ourPrefix + hex.EncodeToString(random[:]) + "_case", run: func(t *testing.T, database string, command bson.D) bson.Raw {
		if isOurs(database) && !slices.Contains(made, database) {
			made = append(made, database)
		}
		return runRaw(t, client.Database(database), command)
	}}
}

func isOurs(database string) bool { return strings.HasPrefix(strings.ToLower(database), ourPrefix) }

func dropOurs(t *testing.T, database *mongo.Database) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := database.Drop(ctx); err != nil {
		t.Errorf("%s could not be dropped: %v", database.Name(), err)
	}
}

// runRaw returns the reply as it came, be it an error or not. The driver sends a
// session of its own in the place of the command's.
func runRaw(t *testing.T, database *mongo.Database, command bson.D) bson.Raw {
	t.Helper()
	if !value.IsMissing(value.Get(command, "lsid")) {
		command = slices.DeleteFunc(slices.Clone(command), func(f bson.E) bool { return f.Key == "lsid" })
	}
	raw, err := bson.Marshal(command)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := database.RunCommand(t.Context(), bson.Raw(raw)).Raw()
	if reply == nil {
		t.Fatalf("%s: no reply: %v", show(command), err)
	}
	return reply
}

package wire

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// What the database tools send, from their source (mongodump's prepare.go and
// metadata_dump.go, mongorestore's restore.go and metadata.go, mongostat's
// mongostat.go): their module is not on every Go proxy.

// dumped is what mongodump keeps of a collection: a file of JSON and one of BSON.
type dumped struct{ metadata, documents []byte }

type dumpedMetadata struct {
	Options        bson.D   `bson:"options,omitempty"`
	Indexes        []bson.D `bson:"indexes"`
	UUID           string   `bson:"uuid"`
	CollectionName string   `bson:"collectionName"`
}

// dump returns the collections of a database as mongodump reads them.
func dump(t *testing.T, db *mongo.Database) []dumped {
	t.Helper()
	collections, err := db.ListCollectionSpecifications(t.Context(), bson.D{})
	if err != nil {
		t.Fatal(err)
	}
	var list []dumped
	for _, c := range collections {
		if strings.HasPrefix(c.Name, "system.") {
			continue
		}
		m := dumpedMetadata{Indexes: []bson.D{}, CollectionName: c.Name}
		if err := bson.Unmarshal(c.Options, &m.Options); err != nil {
			t.Fatal(err)
		}
		if c.UUID != nil {
			m.UUID = hex.EncodeToString(c.UUID.Data)
		}
		var documents []byte
		if c.Type != "view" {
			m.Indexes = read[bson.D](t)(db.Collection(c.Name).Indexes().List(t.Context()))
			documents = dumpDocuments(t, db, c.Name)
		}
		metadata, err := bson.MarshalExtJSON(m, true, false)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, dumped{metadata, documents})
	}
	return list
}

func dumpDocuments(t *testing.T, db *mongo.Database, name string) []byte {
	t.Helper()
	if err := db.RunCommand(t.Context(), bson.D{{Key: "collStats", Value: name}}).Err(); err != nil {
		t.Fatal(err)
	}
	n, err := db.Collection(name).EstimatedDocumentCount(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var documents []byte
	for _, raw := range read[bson.Raw](t)(db.Collection(name).Find(t.Context(), bson.D{})) {
		documents = append(documents, raw...)
		n--
	}
	if n != 0 {
		t.Errorf("%s was counted wrong by %d", name, n)
	}
	return documents
}

// read returns a function that reads a cursor to its end.
func read[T any](t *testing.T) func(*mongo.Cursor, error) []T {
	t.Helper()
	return func(cursor *mongo.Cursor, err error) (list []T) {
		t.Helper()
		if err == nil {
			err = cursor.All(t.Context(), &list)
		}
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
}

// restore makes a collection again as mongorestore does.
func restore(t *testing.T, db *mongo.Database, d dumped) {
	t.Helper()
	var m dumpedMetadata
	if err := bson.UnmarshalExtJSON(d.metadata, true, &m); err != nil {
		t.Fatal(err)
	}
	create := append(bson.D{{Key: "create", Value: m.CollectionName}}, m.Options...)
	var indexes bson.A
	for _, index := range m.Indexes {
		index = slices.DeleteFunc(index, func(f bson.E) bool { return f.Key == "v" })
		index = append(index, bson.E{Key: "ns", Value: db.Name() + "." + m.CollectionName})
		if slices.Contains(index, bson.E{Key: "name", Value: "_id_"}) {
			create = append(create, bson.E{Key: "idIndex", Value: index})
			continue
		}
		if !has(index, "collation") && has(m.Options, "collation") {
			index = append(index, bson.E{Key: "collation", Value: bson.D{{Key: "locale", Value: "simple"}}})
		}
		indexes = append(indexes, index)
	}
	if err := db.RunCommand(t.Context(), create).Err(); err != nil {
		t.Fatal(err)
	}
	restoreDocuments(t, db.Collection(m.CollectionName), d.documents)
	if len(indexes) == 0 {
		return
	}
	command := bson.D{{Key: "createIndexes", Value: m.CollectionName}, {Key: "indexes", Value: indexes}, {Key: "ignoreUnknownIndexOptions", Value: true}}
	if err := db.RunCommand(t.Context(), command).Err(); err != nil {
		t.Fatal(err)
	}
}

func has(doc bson.D, name string) bool {
	return slices.ContainsFunc(doc, func(f bson.E) bool { return f.Key == name })
}

func restoreDocuments(t *testing.T, coll *mongo.Collection, documents []byte) {
	t.Helper()
	var inserts []mongo.WriteModel
	for r := bytes.NewReader(documents); ; {
		raw, err := bson.ReadDocument(r)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		inserts = append(inserts, mongo.NewInsertOneModel().SetDocument(raw))
	}
	if len(inserts) == 0 {
		return
	}
	if _, err := coll.BulkWrite(t.Context(), inserts, options.BulkWrite().SetOrdered(false).SetBypassDocumentValidation(true)); err != nil {
		t.Fatal(err)
	}
}

// TestDumpAndRestore: what is dumped and restored under another name is the same,
// but for the UUIDs.
func TestDumpAndRestore(t *testing.T) {
	client := connect(t)
	from, to := client.Database("coast"), client.Database("shore")
	for _, command := range []string{
		`{"create": "ports", "collation": {"locale": "de"}, "validator": {"depth": {"$gt": 0}}, "validationLevel": "moderate"}`,
		`{"create": "log", "capped": true, "size": 4096, "max": 10}`,
		`{"create": "deep", "viewOn": "ports", "pipeline": [{"$match": {"depth": {"$gt": 9}}}], "collation": {"locale": "de"}}`,
		`{"create": "empty"}`,
		`{"createIndexes": "ports", "indexes": [
			{"key": {"name": 1}, "name": "names", "unique": true, "collation": {"locale": "simple"}},
			{"key": {"depth": -1, "name": 1}, "name": "depths", "partialFilterExpression": {"depth": {"$gt": 9}}, "hidden": true},
			{"key": {"seen": 1}, "name": "seen", "expireAfterSeconds": 3600, "sparse": true},
			{"key": {"$**": 1}, "name": "any", "wildcardProjection": {"name": 0}}]}`,
		`{"insert": "ports", "documents": [{"_id": 2, "name": "Varna", "depth": {"$numberDecimal": "11.0"}}, {"_id": 1, "name": "Pula", "depth": {"$numberLong": "9"}}]}`,
		`{"insert": "ports", "documents": [{"_id": 3, "name": "Lost", "depth": -1}], "bypassDocumentValidation": true}`,
		`{"insert": "log", "documents": [{"_id": "b"}, {"_id": "a"}]}`,
	} {
		if err := from.RunCommand(t.Context(), fromJSON(t, command)).Err(); err != nil {
			t.Fatalf("%s: %v", command, err)
		}
	}
	before := dump(t, from)
	for _, d := range before {
		restore(t, to, d)
	}
	withoutUUID := regexp.MustCompile(`"uuid":"[0-9a-f]*"`)
	after := dump(t, to)
	if len(before) != 4 || len(after) != 4 {
		t.Fatalf("%d collections were dumped, %d restored", len(before), len(after))
	}
	for i := range before {
		was, is := withoutUUID.ReplaceAll(before[i].metadata, nil), withoutUUID.ReplaceAll(after[i].metadata, nil)
		if !bytes.Equal(was, is) || !bytes.Equal(before[i].documents, after[i].documents) {
			t.Errorf("was\n  %s\nis\n  %s\nor other documents", was, is)
		}
	}
}

// TestDumpOfMeasurements: mongodump reads the buckets, which memdb has not, and is
// told so.
func TestDumpOfMeasurements(t *testing.T) {
	db := connect(t).Database("coast")
	if err := db.RunCommand(t.Context(), fromJSON(t, `{"create": "tides", "timeseries": {"timeField": "t"}}`)).Err(); err != nil {
		t.Fatal(err)
	}
	_, err := db.Collection("system.buckets.tides").Find(t.Context(), bson.D{})
	var refused mongo.CommandError
	if !errors.As(err, &refused) || refused.Code != 238 {
		t.Errorf("%v", err)
	}
}

// TestMongostat decodes what mongostat shows: numbers must be whole.
func TestMongostat(t *testing.T) {
	var status struct {
		Host, Version, Process           string
		Pid, Uptime                      int64
		UptimeMillis                     int64 `bson:"uptimeMillis"`
		UptimeEstimate                   int64 `bson:"uptimeEstimate"`
		Asserts                          map[string]int64
		Connections, Opcounters, Network map[string]any
		Mem                              struct{ Bits, Resident, Virtual int64 }
	}
	command := bson.D{{Key: "serverStatus", Value: 1}, {Key: "recordStats", Value: 0}}
	if err := connect(t).Database("admin").RunCommand(t.Context(), command).Decode(&status); err != nil {
		t.Fatal(err)
	}
	if status.Process != "memdb" || status.Version != "8.2.4" {
		t.Errorf("%+v", status)
	}
	for _, numbers := range []map[string]any{status.Connections, status.Opcounters, status.Network} {
		for name, n := range numbers {
			switch n.(type) {
			case int32, int64, bson.D:
			default:
				t.Errorf("%s is %v", name, n)
			}
		}
	}
}

package verify

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// hasOplog reports whether the server is one whose oplog follows the rules by which
// oplogBytes are calculated: MongoDB from 8.0 on, as a replica set. Before, $addToSet
// logged the whole array.
func hasOplog(s example.Server) bool {
	major, _, _ := strings.Cut(s.Version, ".")
	n, err := strconv.Atoi(major)
	return err == nil && n >= 8 && s.Name == "MongoDB" && s.Topology == example.ReplicaSet
}

// watchOplog returns a function that compares the calculated oplogBytes of a step that
// ran since with the entries that the server has written for it. It compares nothing if
// the server has no oplog, or the user may not read it, nor of steps in a session, whose
// changes a transaction may write later.
func (r *verification) watchOplog(ctx context.Context, s *example.Step) func(example.Cost) {
	nothing := func(example.Cost) {}
	if !hasOplog(r.server) || !s.Wants("oplogBytes") || s.Session != "" || s.Operation.ByClock() {
		return nothing
	}
	entries := r.db.Client().Database("local").Collection("oplog.rs")
	newest, err := entries.FindOne(ctx, bson.D{}, options.FindOne().SetSort(bson.D{{Key: "$natural", Value: -1}})).Raw()
	if err != nil {
		return nothing
	}
	since := newest.Lookup("ts")
	return func(cost example.Cost) {
		calculated, ok := cost.OplogBytes.Number()
		if !ok {
			return
		}
		cursor, err := entries.Find(ctx, bson.D{{Key: "ts", Value: bson.D{{Key: "$gt", Value: since}}}})
		if err != nil {
			return
		}
		defer cursor.Close(ctx)
		logged := int64(0)
		for cursor.Next(ctx) {
			logged += loggedBytes(cursor.Current, r.db.Name())
		}
		if cursor.Err() == nil && logged != calculated {
			r.list.Add(r.example.Message(s.Operation.Pos, fmt.Sprintf("oplogBytes of the step %q%s: %d calculated, %d in the server's oplog", s.ID, r.atSize(), calculated, logged),
				"the rules of package generator/memdb/oplog are not those of this server"))
		}
	}
}

// loggedBytes returns the bytes that oplogBytes count of an entry, if it changes a
// document of the database: those of several documents may come in one.
func loggedBytes(entry bson.Raw, database string) int64 {
	o, _ := entry.Lookup("o").DocumentOK()
	if inner, err := o.LookupErr("applyOps"); err == nil {
		sum := int64(0)
		for _, item := range ejson.Elements(inner) {
			sum += loggedBytes(item.Document(), database)
		}
		return sum
	}
	namespace, _ := entry.Lookup("ns").StringValueOK()
	operation, _ := entry.Lookup("op").StringValueOK()
	if !strings.HasPrefix(namespace, database+".") {
		return 0
	}
	switch operation {
	case "i", "d":
		return int64(len(o))
	case "u":
		o2, _ := entry.Lookup("o2").DocumentOK()
		return int64(len(o) + len(o2))
	}
	return 0
}

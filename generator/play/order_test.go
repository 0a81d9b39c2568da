package play_test

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/play"
)

// replayed steps through each fourth of the orders of an example that verify has tried,
// and the first of each outcome, and holds it to the outcome that verify has counted. It
// returns how many it stepped through.
func replayed(t *testing.T, r *example.Result) int {
	t.Helper()
	catalog, err := play.Describe(r)
	if err != nil {
		t.Fatal(err)
	}
	if (catalog.Orders == nil) != (r.Example.Explore == nil) {
		t.Fatalf("%s: %+v", r.Example.Name, catalog.Orders)
	}
	if catalog.Orders == nil {
		return 0
	}
	text := diag.NewText(r.Example.File, r.Example.Standalone())
	ways, outcomes, steppedThrough := map[string]bool{}, map[string]bool{}, 0
	for i, end := range catalog.Orders.Ends {
		if ways[end.Way] {
			t.Errorf("%s: two orders have the way %s", r.Example.Name, end.Way)
		}
		ways[end.Way] = true
		if i%4 != 0 && outcomes[end.Outcome] {
			continue
		}
		outcomes[end.Outcome] = true
		steppedThrough++
		order, err := play.Replay(t.Context(), text, end.Way)
		if err != nil {
			t.Fatalf("%s %s: %v", r.Example.Name, end.Way, err)
		}
		if order.Outcome != end.Outcome {
			t.Errorf("%s %s: %s, with verify %s", r.Example.Name, end.Way, order.Outcome, end.Outcome)
		}
	}
	return steppedThrough
}

// twoBikes are two clients who each read how many bikes there are, and then put back
// one more. VALUE is what is in "explore" after the clients.
const twoBikes = `{
  "$schema": "./example.schema.json",
  "description": "x",
  "schema": { "bikes": { "validator": null } },
  "initialData": [{ "collectionName": "bikes", "documents": [{ "_id": 1, "free": 1 }, { "_id": 2, "free": 0 }, { "_id": 3, "free": 0 }, { "_id": 4, "free": 0 }] }],
  "steps": [
    { "id": "a-reads", "client": "a", "save": "a", "operation": { "name": "findOne", "object": "bikes", "arguments": { "filter": { "_id": 1 } } }, "expectResult": { "_id": 1, "free": 1 } },
    { "id": "a-writes", "client": "a", "operation": { "name": "updateOne", "object": "bikes", "arguments": { "filter": { "_id": 1, "free": { "$$saved": "a.free" } }, "update": { "$inc": { "free": 1 } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "b-adds", "client": "b", "operation": { "name": "updateOne", "object": "bikes", "arguments": { "filter": { "_id": 1 }, "update": { "$inc": { "free": 1 } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "sets", "client": "job", "operation": { "name": "updateOne", "object": "bikes", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "free": 3 } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 0, "upsertedCount": 0 } },
    { "id": "adds", "client": "job", "operation": { "name": "updateOne", "object": "bikes", "arguments": { "filter": { "_id": 1 }, "update": { "$inc": { "free": 1 } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } }
  ],
  "explore": { "clients": { "a": ["a-reads", "a-writes"], "b": ["b-adds"] }, "crashes": true,
    VALUE
    "holds": [{ "id": "three", "operation": { "name": "countDocuments", "object": "bikes", "arguments": { "filter": { "_id": 1, "free": 3 } } }, "expectResult": 1 },
      { "id": "four", "operation": { "name": "countDocuments", "object": "bikes", "arguments": { "filter": {} } }, "expectResult": 4 }] }
}`

const (
	bikesRepaired  = `"repair": ["sets"],`
	bikesBeginning = `"again": { "a-writes": { "when": { "matchedCount": 0 }, "from": "a-reads" } },`
)

// told writes the frames of an order for people: who, what, what next, how documents
// change, whether what must be so is.
func told(order *play.Order) string {
	var b strings.Builder
	for _, f := range order.Frames {
		fmt.Fprint(&b, f.Kind)
		for _, r := range f.Requests {
			fmt.Fprintf(&b, " %s", r.Step)
			if r.Due != nil {
				fmt.Fprint(&b, " is not due")
			}
		}
		if f.Kind == play.FrameMoment {
			fmt.Fprintf(&b, " by %d %s", f.Client, f.Then)
		} else if f.Kind != play.FrameStart {
			fmt.Fprintf(&b, " %v", f.Fits)
		}
		for _, c := range f.Changes {
			fmt.Fprintf(&b, " %s %d", c.Kind, c.Count)
		}
		lit := 0
		for _, shown := range f.Documents[0].Shown {
			if shown.Kind != "" {
				lit++
			}
		}
		fmt.Fprintf(&b, " (%d of %d, %d lit)\n", len(f.Documents[0].Shown), f.Documents[0].Total, lit)
	}
	return b.String() + order.Outcome
}

func TestReplay(t *testing.T) {
	for _, c := range []struct{ name, value, way, want string }{
		{"all is well", "", "112", `start (3 of 4, 0 lit)
moment a-reads by 0  (3 of 4, 0 lit)
moment a-writes by 0  changed 1 (3 of 4, 1 lit)
moment b-adds by 1  changed 1 (3 of 4, 1 lit)
check three four true (3 of 4, 0 lit)
hold`},
		{"one is lost", "", "121", `start (3 of 4, 0 lit)
moment a-reads by 0  (3 of 4, 0 lit)
moment b-adds by 1  changed 1 (3 of 4, 1 lit)
moment a-writes by 0  (3 of 4, 0 lit)
check three is not due four false (3 of 4, 0 lit)
lost`},
		{"a client begins again", bikesBeginning, "12111", `start (3 of 4, 0 lit)
moment a-reads by 0  (3 of 4, 0 lit)
moment b-adds by 1  changed 1 (3 of 4, 1 lit)
moment a-writes by 0 begins-again (3 of 4, 0 lit)
moment a-reads by 0  (3 of 4, 0 lit)
moment a-writes by 0  changed 1 (3 of 4, 1 lit)
check three four true (3 of 4, 0 lit)
hold`},
		{"a client stops, and it is repaired", bikesRepaired, "1x2", `start (3 of 4, 0 lit)
moment a-reads by 0 crashes (3 of 4, 0 lit)
moment b-adds by 1  changed 1 (3 of 4, 1 lit)
check three is not due four false (3 of 4, 0 lit)
repair sets true changed 1 (3 of 4, 1 lit)
check three four true (3 of 4, 0 lit)
again true (3 of 4, 0 lit)
repaired`},
		{"a request arrives twice", bikesRepaired, "112r2", `start (3 of 4, 0 lit)
moment a-reads by 0  (3 of 4, 0 lit)
moment a-writes by 0  changed 1 (3 of 4, 1 lit)
moment b-adds by 1 repeats changed 1 (3 of 4, 1 lit)
moment b-adds by 1  changed 1 (3 of 4, 1 lit)
check three is not due four false (3 of 4, 0 lit)
repair sets true changed 1 (3 of 4, 1 lit)
check three four true (3 of 4, 0 lit)
again true (3 of 4, 0 lit)
repaired`},
		{"the repair mends too much when it is done again", `"repair": ["adds"],`, "1x2", `start (3 of 4, 0 lit)
moment a-reads by 0 crashes (3 of 4, 0 lit)
moment b-adds by 1  changed 1 (3 of 4, 1 lit)
check three is not due four false (3 of 4, 0 lit)
repair adds true changed 1 (3 of 4, 1 lit)
check three four true (3 of 4, 0 lit)
again false changed 1 (3 of 4, 1 lit)
lost`},
		{"a way that goes too far", "", "1122", ""},
		{"one that ends too early", "", "11", ""},
		{"a client that there isn't", "", "113", ""},
		{"no way", "", "11?", ""},
	} {
		order, err := play.Replay(t.Context(), diag.NewText("examples/bikes-x.json", []byte(strings.Replace(twoBikes, "VALUE", c.value, 1))), c.way)
		switch {
		case (err == nil) != (c.want != ""):
			t.Errorf("%s: %v", c.name, err)
		case err == nil && told(order) != c.want:
			t.Errorf("%s:\n%s\nwant\n%s", c.name, told(order), c.want)
		}
	}
}

// makingLog is a client that makes a collection, and one that stores a document in it. So
// does the repair, each time.
const makingLog = `{
  "$schema": "./example.schema.json",
  "description": "x",
  "schema": { "bikes": { "validator": null } },
  "initialData": [{ "collectionName": "bikes", "documents": [{ "_id": 1 }] }],
  "steps": [
    { "id": "a-makes", "client": "a", "operation": { "name": "createCollection", "arguments": { "collection": "log" } }, "expectResult": null },
    { "id": "b-logs", "client": "b", "operation": { "name": "insertOne", "object": "log", "arguments": { "document": { "by": "b" } } }, "expectResult": { "insertedId": { "$$type": "objectId" } } },
    { "id": "logs", "client": "job", "operation": { "name": "insertOne", "object": "log", "arguments": { "document": { "by": "job" } } }, "expectResult": { "insertedId": { "$$type": "objectId" } } }
  ],
  "explore": { "clients": { "a": ["a-makes"], "b": ["b-logs"] }, "repair": ["logs"],
    "holds": [{ "id": "logged", "operation": { "name": "distinct", "object": "log", "arguments": { "fieldName": "by", "filter": { "by": "job" } } }, "expectResult": ["job"] }] }
}`

// TestReplayOfNewCollections: documents of a collection that only the steps of an order
// make are shown, and what changes them each time is no repair.
func TestReplayOfNewCollections(t *testing.T) {
	order, err := play.Replay(t.Context(), diag.NewText("examples/bikes-x.json", []byte(makingLog)), "12")
	if err != nil {
		t.Fatal(err)
	}
	logged := order.Frames[2]
	if len(logged.Changes) != 1 || logged.Changes[0].Collection != "log" || len(logged.Documents) != 2 || logged.Documents[1].Total != 1 {
		t.Errorf("b logs: %+v, documents %+v", logged.Changes, logged.Documents)
	}
	if order.Outcome != "lost" {
		t.Errorf("a repair that adds a document each time: %s", order.Outcome)
	}
}

package verify

import (
	"context"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/direct"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/run"
)

// bookings are two clients who add their names to a hut that they have read, if it
// is as they have read it, and others. VALUE is the inside of "explore".
var bookings = strings.NewReplacer(
	"ADD", `"expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 }`,
	"LOOK", `"operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "projection": { "version": 1, "_id": 0 } } }, "expectResult": { "version": 0 }`,
).Replace(`{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "version": 0, "by": [] }] }],
  "steps": [
    { "id": "anna-reads", "client": "anna", "save": "a", LOOK },
    { "id": "bo-reads", "client": "bo", "save": "b", LOOK },
    { "id": "anna-writes", "client": "anna", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1, "version": { "$$saved": "a.version" } }, "update": { "$push": { "by": "anna" }, "$inc": { "version": 1 } } } }, ADD },
    { "id": "bo-writes", "client": "bo", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1, "version": { "$$saved": "b.version" } }, "update": { "$push": { "by": "bo" }, "$inc": { "version": 1 } } } }, "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } },
    { "id": "job-adds-bo", "client": "job", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$push": { "by": "bo" } } } }, ADD },
    { "id": "job-adds-both", "client": "job", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "by": ["anna", "bo"] } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 0, "upsertedCount": 0 } },
    { "id": "job-adds-nothing", "client": "job", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 9 }, "update": { "$push": { "by": "bo" } } } }, "must": { "matchedCount": 1 }, "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } },
    { "id": "job-fails", "client": "job", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 1 } } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } },
    { "id": "other-counts", "client": "other", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 1 },
    { "id": "other-finds", "client": "other", "save": "c", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 9 } } }, "expectResult": null },
    { "id": "other-writes", "client": "other", "unsent": true, "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": { "$$saved": "c._id" } }, "update": { "$push": { "by": "bo" } } } } }],
  "explore": { VALUE } }`)

var inBookings = strings.NewReplacer(
	"ANNA", `"anna": ["anna-reads", "anna-writes"]`,
	"BO", `"bo": ["bo-reads", "bo-writes"]`,
	"AGAIN", `"again": { "anna-writes": { "when": { "matchedCount": 0 }, "from": "anna-reads" }, "bo-writes": { "when": { "matchedCount": 0 }, "from": "bo-reads" } }`,
	"HOLDS", `"holds": [{ "id": "both", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": { "by": { "$all": ["anna", "bo"] } } } }, "expectResult": 1 }]`,
)

func explored(value string) string {
	return inBookings.Replace(strings.Replace(bookings, "VALUE", value, 1))
}

// TestOrders: what is in the result does not depend on the run.
func TestOrders(t *testing.T) {
	content := explored(`"clients": { ANNA, BO }, HOLDS, "expect": { "orders": 4, "hold": 2, "lost": 2 }`)
	result, list := runMemdb(t, content)
	if list != nil {
		t.Fatal(told(list))
	}
	orders := result.Orders
	if orders.OrderCounts != (example.OrderCounts{Orders: 4, Hold: 2, Lost: 2}) || orders.Sampled || orders.Shortest[example.Repaired] != nil {
		t.Errorf("%+v", orders)
	}
	bad := orders.Bad()
	var got []string
	for _, m := range bad.Moments {
		got = append(got, fmt.Sprint(m.Client, m.Step, m.Value))
	}
	want := `0 0 {"version": {"$numberInt":"0"}}
1 1 {"version": {"$numberInt":"0"}}
0 2 {"matchedCount": {"$numberInt":"1"},"modifiedCount": {"$numberInt":"1"},"upsertedCount": {"$numberInt":"0"}}
1 3 {"matchedCount": {"$numberInt":"0"},"modifiedCount": {"$numberInt":"0"},"upsertedCount": {"$numberInt":"0"}}`
	if strings.Join(got, "\n") != want || bad.Why != example.WhyNoRepair || len(bad.Failed) != 1 {
		t.Errorf("%s\n%+v", strings.Join(got, "\n"), bad)
	}
	if changes := bad.Moments[2].Changes; len(changes) != 1 || changes[0].Collection != "huts" || fmt.Sprint(changes[0].After.Lookup("by")) != `["anna"]` || bad.Moments[0].Changes != nil || bad.Moments[3].Changes != nil {
		t.Errorf("changes: %+v", bad.Moments)
	}
	if ends := fmt.Sprint(orders.Ends); ends != "[{hold 1122} {lost 1212} {lost 1221} {hold 2211}]" {
		t.Error(ends)
	}
	again, _ := runMemdb(t, content)
	if first, second := fmt.Sprintf("%+v", *orders.Bad()), fmt.Sprintf("%+v", *again.Orders.Bad()); first != second {
		t.Errorf("%s\nand then\n%s", first, second)
	}
}

// TestOrdersWithGeneratedIDs: what pages show of an order has no _id that a driver made.
func TestOrdersWithGeneratedIDs(t *testing.T) {
	content := strings.Replace(explored(`"clients": { ANNA, BO }, "crashes": true, HOLDS, "expect": { "orders": 22, "lost": 22 }`),
		`"updateOne", "object": "huts", "arguments": { "filter": { "_id": 1, "version": { "$$saved": "a.version" } }, "update": { "$push": { "by": "anna" }, "$inc": { "version": 1 } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 }`,
		`"insertOne", "object": "huts", "arguments": { "document": { "by": ["anna"] } } }, "expectResult": { "insertedId": { "$$type": "objectId" } }`, 1)
	content = strings.Replace(content, `"matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } },
    { "id": "job-adds-bo"`, `"matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "job-adds-bo"`, 1)
	content = strings.Replace(content, `"matchedCount": 1, "modifiedCount": 0`, `"matchedCount": 1, "modifiedCount": 1`, 1)
	content = strings.Replace(content, `"other-counts", "client": "other", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 1`, `"other-counts", "client": "other", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 2`, 1)
	result, list := runMemdb(t, content)
	if list != nil || result.Orders == nil {
		t.Fatal(told(list))
	}
	for _, m := range result.Orders.Bad().Moments {
		if result.Example.Explore.Steps[m.Step].ID == "anna-writes" && (!m.Value.IsZero() || m.Changes != nil) {
			t.Errorf("%v %v", m.Value, m.Changes)
		}
	}
}

// TestOrdersUpdate: "--update" writes the numbers, and nothing once they are right.
func TestOrdersUpdate(t *testing.T) {
	uri := startMemdb(t)
	update := func(content string) string {
		results, _, list, err := runNoted(t.Context(), Options{URI: uri, Examples: []*example.Example{load(t, "huts", content)}, Update: true})
		if err != nil || list != nil {
			t.Fatalf("%v %s", err, told(list))
		}
		return string(results[0].Updated)
	}
	for _, expect := range []string{``, `, "expect": { "orders": 7, "lost": 7 }`} {
		updated := update(explored(`"clients": { ANNA, BO }, HOLDS` + expect))
		if !strings.Contains(updated, `"expect": { "orders": 4, "hold": 2, "repaired": 0, "lost": 2 }`) || strings.Contains(updated, "7") {
			t.Errorf("%s", updated)
		}
		if again := update(updated); again != "" {
			t.Errorf("updated again to %s", again)
		}
	}
}

// TestOrdersSampled: of each expected outcome one order is run, and one that is not
// expected is reported.
func TestOrdersSampled(t *testing.T) {
	for _, tt := range []struct {
		expect, want string
		orders       int
	}{
		{`{ "orders": 4, "hold": 2, "lost": 2 }`, ``, 2},
		{`{ "orders": 9, "hold": 8, "lost": 1 }`, ``, 2},
		{`{ "orders": 4, "hold": 4 }`, ``, 1},
		{`{ "orders": 4, "lost": 4 }`, `2 orders (hold 1, repaired 0, lost 1), not 4 orders (hold 0, repaired 0, lost 4)`, 2},
		{`{ "orders": 4, "hold": 2, "repaired": 2 }`, `4 orders (hold 2, repaired 0, lost 2), not 4 orders (hold 2, repaired 2, lost 0)`, 4},
	} {
		e := load(t, "huts", explored(`"clients": { ANNA, BO }, HOLDS, "expect": `+tt.expect))
		results, _, list, err := runNoted(t.Context(), Options{URI: startMemdb(t), Examples: []*example.Example{e}, SampleOrders: true})
		if err != nil || results[0].Orders == nil || results[0].Orders.Orders != tt.orders || (list == nil) != (tt.want == "") || tt.want != "" && list[0].Text != tt.want {
			t.Errorf("%s: %v, %d orders, %s", tt.expect, err, results[0].Orders.Orders, told(list))
		}
	}
}

// TestTooManyOrders: the message says how many there are, and what to take out.
func TestTooManyOrders(t *testing.T) {
	write := func(client string, n int) string {
		return fmt.Sprintf(`{ "id": "%s-%d", "client": %q, "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "by": "%[1]s" } } } }, "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } }`, client, n, client)
	}
	for _, tt := range []struct {
		anna, bo      int
		crashes       bool
		further, text string
		hint          string
	}{
		{5, 4, true, ``, `"explore" has 2392 orders, more than 500`, `leave out "crashes", without which there are 126, or take steps out of "anna", which has 5`},
		{8, 5, false, ``, `"explore" has 1287 orders, more than 500`, `take steps out of "anna", which has 8`},
		{8, 5, false, `, "done": { "anna-0": { "when": null } }`, `"explore" has at least 501 orders, more than 500`, `take steps out of "anna", which has 8`},
		{9, 8, true, ``, `"explore" has at least 5000 orders, more than 500`, `take steps out of "anna", which has 9`},
		{4, 4, false, `, "again": { "anna-3": { "when": { "matchedCount": 0 }, "from": "anna-0" } }`, `"explore" has at least 501 orders, more than 500`, `take steps out of "anna", which has 4, or let fewer clients begin again`},
	} {
		var steps []string
		ids := map[string][]string{}
		for client, n := range map[string]int{"anna": tt.anna, "bo": tt.bo} {
			for i := range n {
				steps = append(steps, write(client, i))
				ids[client] = append(ids[client], fmt.Sprintf(`"%s-%d"`, client, i))
			}
		}
		_, list := runMemdb(t, fmt.Sprintf(`{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } }, "initialData": [], "steps": [%s],
  "explore": { "clients": { "anna": [%s], "bo": [%s] }, "crashes": %v, "holds": [{ "id": "none", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 0 }]%s } }`, strings.Join(steps, ", "), strings.Join(ids["anna"], ", "), strings.Join(ids["bo"], ", "), tt.crashes, tt.further))
		if len(list) != 1 || list[0].Text != tt.text || list[0].Hint != tt.hint {
			t.Errorf("%s: %q", told(list), list)
		}
	}
}

// shifts are transactions of two clients, and a third without one.
const shifts = `{ "$schema": "./example.schema.json", "description": "x", "runOnRequirements": [{ "topologies": ["replicaset"] }],
  "schema": { "pilots": { "validator": null }, "log": { "validator": null } },
  "initialData": [{ "collectionName": "pilots", "documents": [{ "_id": 1, "hours": 5 }, { "_id": 2, "hours": 5 }] }],
  "steps": [
    { "id": "anna-starts", "client": "anna", "session": "anna", "operation": { "name": "startTransaction" }, "expectResult": null },
    { "id": "anna-takes", "client": "anna", "session": "anna", "operation": { "name": "updateOne", "object": "pilots", "arguments": { "filter": { "_id": 1 }, "update": { "$inc": { "hours": -1 } } } }, MATCHED },
    { "id": "anna-gives", "client": "anna", "session": "anna", "operation": { "name": "updateOne", "object": "pilots", "arguments": { "filter": { "_id": 2 }, "update": { "$inc": { "hours": 1 } } } }, MATCHED },
    { "id": "anna-commits", "client": "anna", "session": "anna", "operation": { "name": "commitTransaction" }, "expectResult": null },
    { "id": "bo-starts", "client": "bo", "session": "bo", "operation": { "name": "startTransaction" }, "expectResult": null },
    { "id": "bo-takes", "client": "bo", "session": "bo", "operation": { "name": "updateOne", "object": "pilots", "arguments": { "filter": { "_id": 2 }, "update": { "$inc": { "hours": -2 } } } }, MATCHED },
    { "id": "bo-gives", "client": "bo", "session": "bo", "operation": { "name": "updateOne", "object": "pilots", "arguments": { "filter": { "_id": 1 }, "update": { "$inc": { "hours": 2 } } } }, MATCHED },
    { "id": "bo-commits", "client": "bo", "session": "bo", "operation": { "name": "commitTransaction" }, "expectResult": null },
    { "id": "carla-adds", "client": "carla", "operation": { "name": "updateOne", "object": "pilots", "arguments": { "filter": { "_id": 2 }, "update": { "$inc": { "seen": 1 } } } }, MATCHED },
    { "id": "carla-merges", "client": "carla", "operation": { "name": "aggregate", "object": "pilots", "arguments": { "pipeline": [{ "$project": { "seen": { "$literal": 2 } } }, { "$merge": { "into": "pilots" } }] } }, "expectResult": [] },
    { "id": "carla-reads", "client": "carla", "operation": { "name": "find", "object": "pilots", "arguments": { "filter": {}, "sort": { "_id": 1 } } }, "expectResult": [{ "_id": 1, "hours": 6, "seen": 2 }, { "_id": 2, "hours": 4, "seen": 2 }] }],
  "explore": { VALUE, "holds": [{ "id": "sum", "operation": { "name": "aggregate", "object": "pilots", "arguments": { "pipeline": [{ "$group": { "_id": null, "hours": { "$sum": "$hours" } } }] } }, "unordered": true, "expectResult": [{ "_id": null, "hours": 10 }] }] } }`

func inShifts(value string) string {
	return strings.NewReplacer("MATCHED", `"expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 }`,
		"ANNA", `"anna": ["anna-starts", "anna-takes", "anna-gives", "anna-commits"]`, "BO", `"bo": ["bo-starts", "bo-takes", "bo-gives", "bo-commits"]`).Replace(strings.Replace(shifts, "VALUE", value, 1))
}

// exploreAll returns how often each end of an order came: the documents, and what each
// client was told.
func exploreAll(t *testing.T, c *client, e *example.Example, isUnreduced bool) (ends map[string]int, orders *example.Orders) {
	t.Helper()
	ends = map[string]int{}
	db := c.Database(databaseName("modelbook", e.Name))
	exploration := run.Exploration{
		Client: database{sender{db: db}}, Example: e, IsUnreduced: isUnreduced,
		Tried: func(o *example.Order, documents map[string][]bson.Raw) {
			told := make([]string, len(e.Explore.Clients))
			for _, m := range o.Moments {
				if m.Error != nil && m.Error.Code == 112 {
					told[m.Client] = "" // it begins again, wherever it was refused
					continue
				}
				told[m.Client] += fmt.Sprint(m.Step, m.Value, m.Error, m.Then, ";")
			}
			ends[fmt.Sprint(documents, told, o.Outcome)]++
		},
	}
	orders, err := exploration.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Drop(t.Context()); err != nil {
		t.Fatal(err)
	}
	return ends, orders
}

// handbookExample returns the content of an example of the handbook.
func handbookExample(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile("../../examples/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestReductionLosesNothing tries all orders of examples, those that are equal too:
// each end comes in the orders that are tried otherwise.
func TestReductionLosesNothing(t *testing.T) {
	c, err := connect(t.Context(), Options{URI: serveMemdb(t, memdb.Options{ReplicaSet: true})})
	if err != nil {
		t.Fatal(err)
	}
	defer c.close(t.Context())
	contents := map[string]string{
		"guards":       explored(`"clients": { ANNA, BO, "other": ["other-counts"] }, "crashes": true, HOLDS`),
		"begin again":  explored(`"clients": { ANNA, BO }, AGAIN, "crashes": true, HOLDS`),
		"done early":   explored(`"clients": { ANNA, BO }, "done": { "anna-reads": { "when": { "version": 1 } }, "bo-reads": { "when": { "version": 1 } } }, "crashes": true, HOLDS`),
		"transactions": inShifts(`"clients": { ANNA, BO }, "crashes": true`),
		"left":         inShifts(`"clients": { ANNA, BO }, "done": { "anna-takes": { "when": { "matchedCount": 1 } } }, "crashes": true`),
		"waiting":      inShifts(`"clients": { ANNA, "carla": ["carla-adds", "carla-reads"] }, "crashes": true`),
		"merging":      inShifts(`"clients": { ANNA, "carla": ["carla-merges"] }, "crashes": true`),
	}
	for _, name := range []string{"one-to-one-shared-id-two-writers", "transactions-compensating", "transactions-transaction", "transactions-two-documents-two-writers", "transactions-write-skew"} {
		contents[name] = handbookExample(t, name)
	}
	tried, all := 0, 0
	for name, content := range contents {
		e := load(t, "huts", content)
		reduced, few := exploreAll(t, c, e, false)
		unreduced, many := exploreAll(t, c, e, true)
		if got, want := slices.Sorted(maps.Keys(reduced)), slices.Sorted(maps.Keys(unreduced)); !slices.Equal(got, want) {
			t.Errorf("%s: %d ends, of all orders %d:\n%s\nand\n%s", name, len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		t.Logf("%s: %d orders of %d, %d ends", name, few.Orders, many.Orders, len(reduced))
		tried, all = tried+few.Orders, all+many.Orders
	}
	if tried*2 > all {
		t.Errorf("%d of %d orders were tried: few are equal", tried, all)
	}
}

// counting is a client that counts the operations that are sent through it.
type counting struct {
	run.Client
	sent *int
}

func (c counting) Call(ctx context.Context, o example.Operation) (any, error) {
	*c.sent++
	return c.Client.Call(ctx, o)
}

// known is a counting client that knows what collections hold.
type known struct {
	counting
	run.RecordStorage
	run.Copier
}

// TestVerdictsAreKept: what became of an order is the same if it is known from one that
// ended in the same state, and the data the same if they are copied.
func TestVerdictsAreKept(t *testing.T) {
	contents := map[string]string{
		"begin again":  explored(`"clients": { ANNA, BO }, AGAIN, "crashes": true, HOLDS`),
		"repaired":     explored(`"clients": { ANNA, BO, "job": ["job-adds-both"] }, HOLDS, "repair": ["job-adds-bo"]`),
		"unstable":     explored(`"clients": { ANNA, BO, "job": ["job-adds-bo"] }, HOLDS, "repair": ["job-adds-bo"]`),
		"transactions": inShifts(`"clients": { ANNA, BO }, "crashes": true`),
		"merging":      inShifts(`"clients": { ANNA, "carla": ["carla-merges"] }, "crashes": true`),
	}
	for _, name := range []string{"application-join-or-lookup-copied-names-two-writers", "array-indexes-two-writers", "atomic-updates-bicycles-two-writers", "transactions-compensating"} {
		contents[name] = handbookExample(t, name)
	}
	all, few := 0, 0
	for name, content := range contents {
		e := load(t, "huts", content)
		explore := func(client func(run.Client) run.Client) *example.Orders {
			db := memdb.New(memdb.Options{ReplicaSet: true})
			defer db.Close()
			orders, err := (&run.Exploration{Client: client(direct.New(db, e.Name)), Example: e}).Run(t.Context())
			if err != nil {
				t.Fatal(name, err)
			}
			return orders
		}
		judged := explore(func(c run.Client) run.Client { return counting{c, &all} })
		kept := explore(func(c run.Client) run.Client {
			return known{counting{c, &few}, c.(run.RecordStorage), c.(run.Copier)}
		})
		if !reflect.DeepEqual(kept, judged) {
			t.Errorf("%s: %+v\nand judged anew %+v", name, kept, judged)
		}
	}
	if few*10 > all*9 {
		t.Errorf("%d operations were sent, and %d if each order is judged anew", few, all)
	}
}

// TestDone: a client that is done takes no more of its steps, and a transaction that it
// leaves is aborted, so that another goes on.
func TestDone(t *testing.T) {
	for _, tt := range []struct {
		content string
		want    example.OrderCounts
	}{
		// One of them writes, or both have read before.
		{explored(`"clients": { ANNA, BO }, "done": { "anna-reads": { "when": { "version": 1 } }, "bo-reads": { "when": { "version": 1 } } },
			"holds": [{ "id": "one", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": { "by": { "$size": 1 } } } }, "expectResult": 1 }]`), example.OrderCounts{Orders: 4, Hold: 4}},
		{explored(`"clients": { ANNA, BO }, "done": { "bo-reads": { "when": { "version": 1 } } }, HOLDS`), example.OrderCounts{Orders: 4, Hold: 1, Lost: 3}},
		{strings.NewReplacer("$sum", "$min", `"hours": 10`, `"hours": 3`).Replace(inShifts(`"clients": { ANNA, BO }, "done": { "anna-takes": { "when": { "matchedCount": 1 } } }`)), example.OrderCounts{Orders: 3, Hold: 3}},
		{inShifts(`"clients": { ANNA }, "done": { "anna-takes": { "when": { "matchedCount": 1 } } }, "crashes": true`), example.OrderCounts{Orders: 1, Hold: 1}},
	} {
		e := load(t, "huts", tt.content)
		results, _, _, err := runNoted(t.Context(), Options{URI: serveMemdb(t, memdb.Options{ReplicaSet: true}), Examples: []*example.Example{e}})
		if err != nil || results[0].Orders == nil || results[0].Orders.OrderCounts != tt.want {
			t.Errorf("%v, %+v, not %+v", err, results[0].Orders.OrderCounts, tt.want)
		}
	}
}

// TestTransactionsInAllOrders: nothing of a transaction is lost, whatever comes between
// its steps.
func TestTransactionsInAllOrders(t *testing.T) {
	e := load(t, "huts", inShifts(`"clients": { ANNA, BO, "carla": ["carla-adds"] }`))
	results, _, list, err := runNoted(t.Context(), Options{URI: serveMemdb(t, memdb.Options{ReplicaSet: true}), Examples: []*example.Example{e}})
	if err != nil || len(list) != 1 || !strings.Contains(list[0].Text, " repaired 0, lost 0") {
		t.Fatalf("%v %s", err, told(list))
	}
	again := false
	for _, m := range results[0].Orders.Shortest[example.Holds].Moments {
		again = again || m.Then == example.ThenBeginsAgain
	}
	if again {
		t.Error("the shortest order has a conflict")
	}
}

// TestOrdersAnew: an index that a client makes in one order is not there in the next.
func TestOrdersAnew(t *testing.T) {
	_, list := runMemdb(t, `{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "code": "A" }] }],
  "steps": [
    { "id": "makes", "client": "anna", "operation": { "name": "createIndex", "object": "huts", "arguments": { "keys": { "code": 1 }, "unique": true } }, "expectResult": "code_1" },
    { "id": "adds", "client": "bo", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 2, "code": "A" } } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } }],
  "explore": { "clients": { "anna": ["makes"], "bo": ["adds"] },
    "holds": [{ "id": "one", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 1 }], "expect": { "orders": 2, "hold": 1, "lost": 1 } } }`)
	if list != nil {
		t.Error(told(list))
	}
}

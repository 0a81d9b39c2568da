package memdb

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// The model of snapshot isolation: committed values with the count of their
// changes, and what each open transaction saw at its beginning and wrote since.
type isolationModel struct {
	values  map[int]int
	changes map[int]int
	open    map[int]*openModel // by client
}

type openModel struct {
	values, changes map[int]int // as they were
	own             map[int]int // what it wrote, missing for deleted
	wrote           map[int]bool
}

func (o *openModel) sees() map[int]int {
	seen := maps.Clone(o.values)
	for id := range o.wrote {
		delete(seen, id)
	}
	maps.Copy(seen, o.own)
	return seen
}

// conflicts says whether a client may not write a document.
func (m *isolationModel) conflicts(client, id int) bool {
	for other, o := range m.open {
		if other != client && o.wrote[id] {
			return true
		}
	}
	mine := m.open[client]
	return mine != nil && !mine.wrote[id] && mine.changes[id] != m.changes[id]
}

func shownValues(values map[int]int) string {
	var texts []string
	for _, id := range slices.Sorted(maps.Keys(values)) {
		texts = append(texts, fmt.Sprintf("{ _id: %d, v: %d }", id, values[id]))
	}
	if texts == nil {
		return "[]"
	}
	return "[ " + strings.Join(texts, ", ") + " ]"
}

// TestSnapshotIsolation: whatever the clients' commands come between each other,
// each sees what was committed when it began and what it wrote, meets conflicts
// where another was first, and leaves what the transactions that were committed
// wrote, in the order of their commits.
func TestSnapshotIsolation(t *testing.T) {
	for seed := range 40 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { isolate(t, rand.New(rand.NewPCG(uint64(seed), 5))) })
	}
}

func isolate(t *testing.T, random *rand.Rand) {
	const clients, documents = 4, 5
	db, list := setOfOne(t, Options{}, clients)
	mustRun(t, db, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{bson.D{{Key: "key", Value: bson.D{{Key: "v", Value: 1}}}, {Key: "name", Value: "v"}}}}})
	m := &isolationModel{values: map[int]int{}, changes: map[int]int{}, open: map[int]*openModel{}}
	for range 150 {
		at, id := random.IntN(clients), random.IntN(documents)
		c, mine := list[at], m.open[at]
		send := c.send
		if mine != nil {
			send = c.in
		}
		switch random.IntN(8) {
		case 0, 1:
			if mine == nil {
				m.open[at] = &openModel{values: maps.Clone(m.values), changes: maps.Clone(m.changes), own: map[int]int{}, wrote: map[int]bool{}}
				gives(t, c.start(find), shownValues(m.values))
			}
		case 2:
			if mine != nil {
				gives(t, c.end("commitTransaction"), "ok")
				m.commit(at)
			}
		case 3:
			if mine != nil {
				gives(t, c.end("abortTransaction"), "ok")
				delete(m.open, at)
			}
		case 4:
			gives(t, send(find), shownValues(m.seenBy(at)))
		default:
			m.write(t, random, send, at, id)
		}
	}
	for at, c := range list {
		if m.open[at] != nil {
			gives(t, c.end("commitTransaction"), "ok")
			m.commit(at)
		}
	}
	gives(t, list[0].send(find), shownValues(m.values))
	if checked := mustRun(t, db, bson.D{{Key: "validate", Value: "c"}}); value.Get(checked, "valid") != true {
		t.Errorf("%s", show(checked))
	}
}

func (m *isolationModel) seenBy(client int) map[int]int {
	if o := m.open[client]; o != nil {
		return o.sees()
	}
	return m.values
}

func (m *isolationModel) commit(client int) {
	o := m.open[client]
	delete(m.open, client)
	for id := range o.wrote {
		m.set(id, o.own)
	}
}

func (m *isolationModel) set(id int, from map[int]int) {
	m.changes[id]++
	delete(m.values, id)
	if v, ok := from[id]; ok {
		m.values[id] = v
	}
}

// write inserts, changes or deletes one document, with a conflict where the model
// has one. What is in no transaction would wait there, and is left out.
func (m *isolationModel) write(t *testing.T, random *rand.Rand, send func(string, ...bson.E) bson.D, client, id int) {
	t.Helper()
	v, seen := random.IntN(3), m.seenBy(client)
	_, there := seen[id]
	command := fmt.Sprintf(`{"insert": "c", "documents": [{"_id": %d, "v": %d}]}`, id, v)
	deletes := there && random.IntN(3) == 0
	switch {
	case deletes:
		command = fmt.Sprintf(`{"delete": "c", "deletes": [{"q": {"_id": %d}, "limit": 1}]}`, id)
	case there:
		v = seen[id] + 1
		command = fmt.Sprintf(`{"update": "c", "updates": [{"q": {"_id": %d}, "u": {"$inc": {"v": 1}}}]}`, id)
	}
	mine := m.open[client]
	if m.conflicts(client, id) {
		if mine != nil {
			gives(t, send(command), conflict)
			delete(m.open, client)
		}
		return
	}
	gives(t, send(command), "n 1")
	written := map[int]int{id: v}
	if deletes {
		written = nil
	}
	if mine == nil {
		m.set(id, written)
		return
	}
	mine.wrote[id] = true
	delete(mine.own, id)
	maps.Copy(mine.own, written)
}

// TestWriteSkew: two that read the same and write different documents both
// succeed, which no serial order would give.
func TestWriteSkew(t *testing.T) {
	_, c := setOfOne(t, Options{}, 2)
	gives(t, c[0].send(`{"insert": "c", "documents": [{"_id": 1, "v": 1}, {"_id": 2, "v": 1}]}`), "n 2")
	for i, client := range c {
		gives(t, client.start(find), "[ { _id: 1, v: 1 }, { _id: 2, v: 1 } ]")
		gives(t, client.in(fmt.Sprintf(`{"update": "c", "updates": [{"q": {"_id": %d}, "u": {"$set": {"v": 0}}}]}`, i+1)), "n 1")
	}
	for _, client := range c {
		gives(t, client.end("commitTransaction"), "ok")
	}
	gives(t, c[0].send(find), "[ { _id: 1, v: 0 }, { _id: 2, v: 0 } ]")
}

package memdb

import (
	"context"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// tail is a cursor on the capped collection "c" in a test.
type tail struct {
	t  *testing.T
	db *DB
	id int64
}

// capped makes the capped collection "c" with the documents {_id: 1} to
// {_id: n}, and room for as many as max.
func capped(t *testing.T, options Options, n, max int32) *DB {
	t.Helper()
	db := New(options)
	mustRun(t, db, bson.D{{Key: "create", Value: "c"}, {Key: "capped", Value: true}, {Key: "size", Value: int32(1 << 20)}, {Key: "max", Value: max}})
	addIDs(t, db, 1, n)
	return db
}

// addIDs inserts {_id: from} to {_id: to}.
func addIDs(t *testing.T, db *DB, from, to int32) {
	t.Helper()
	docs := bson.A{}
	for id := from; id <= to; id++ {
		docs = append(docs, bson.D{{Key: "_id", Value: id}})
	}
	if len(docs) > 0 {
		mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
	}
}

// follow opens a tailable cursor and checks the first batch.
func follow(t *testing.T, db *DB, first []int32, options ...bson.E) *tail {
	t.Helper()
	return open(t, db, first, append([]bson.E{option("tailable", true)}, options...)...)
}

// open opens a cursor and checks the first batch.
func open(t *testing.T, db *DB, first []int32, options ...bson.E) *tail {
	t.Helper()
	reply := mustRun(t, db, append(bson.D{{Key: "find", Value: "c"}}, options...))
	c := &tail{t: t, db: db}
	c.id, _ = cursorOf(t, reply, "firstBatch")
	c.check(reply, "firstBatch", first)
	return c
}

func (c *tail) getMore(options ...bson.E) bson.D {
	c.t.Helper()
	return runDocument(c.t, c.db, append(bson.D{{Key: "getMore", Value: c.id}, {Key: "collection", Value: "c"}}, options...))
}

// more checks the next batch, and that the cursor stays open.
func (c *tail) more(ids []int32, options ...bson.E) {
	c.t.Helper()
	reply := c.getMore(options...)
	c.check(reply, "nextBatch", ids)
	if id, _ := cursorOf(c.t, reply, "nextBatch"); id != c.id {
		c.t.Errorf("cursor %d, want it open as %d", id, c.id)
	}
}

func (c *tail) check(reply bson.D, batch string, ids []int32) {
	c.t.Helper()
	cursor, _ := value.Get(reply, "cursor").(bson.D)
	want := bson.A{}
	for _, id := range ids {
		want = append(want, bson.D{{Key: "_id", Value: id}})
	}
	if got := value.Get(cursor, batch); value.IsMissing(got) || !value.Equal(got, want) {
		c.t.Errorf("%s, want %s %s", value.String(reply), batch, value.String(want))
	}
}

// fails checks the code of the next batch.
func (c *tail) fails(code int32, options ...bson.E) {
	c.t.Helper()
	if got := value.Get(c.getMore(options...), "code"); got != any(code) {
		c.t.Errorf("code %v, want %d", got, code)
	}
}

func option(name string, v any) bson.E { return bson.E{Key: name, Value: v} }

func TestTailableGivesWhatIsInsertedLater(t *testing.T) {
	db := capped(t, Options{}, 3, 100)
	c := follow(t, db, []int32{1, 2}, option("batchSize", int32(2)))
	c.more([]int32{3})
	c.more(nil)
	addIDs(t, db, 4, 6)
	c.more([]int32{4}, option("batchSize", int32(1)))
	c.more([]int32{5, 6}, option("batchSize", int32(0)))
	c.more(nil)
}

func TestTailableCursorsAreApart(t *testing.T) {
	db := capped(t, Options{}, 1, 100)
	a, b := follow(t, db, []int32{1}), follow(t, db, []int32{1})
	addIDs(t, db, 2, 2)
	a.more([]int32{2})
	b.more([]int32{2})
}

func TestTailableOptions(t *testing.T) {
	db := capped(t, Options{}, 3, 100)
	odd := option("filter", bson.D{{Key: "_id", Value: bson.D{{Key: "$mod", Value: bson.A{int32(2), int32(1)}}}}})
	for _, c := range []struct {
		name    string
		options []bson.E
		first   []int32
		later   []int32 // after 4, 5 and 6
	}{
		{"filter", []bson.E{odd}, []int32{1, 3}, []int32{5}},
		{"filter that finds nothing", []bson.E{option("filter", bson.D{{Key: "x", Value: int32(1)}})}, nil, nil},
		{"limit that is reached", []bson.E{option("limit", int32(2))}, []int32{1, 2}, nil},
		{"limit that is not", []bson.E{option("limit", int32(4))}, []int32{1, 2, 3}, []int32{4}},
		{"skip", []bson.E{option("skip", int32(2))}, []int32{3}, []int32{4, 5, 6}},
		{"skip that goes on", []bson.E{option("skip", int32(4))}, nil, []int32{5, 6}},
		{"batch of none", []bson.E{option("batchSize", int32(0))}, nil, []int32{1, 2, 3, 4, 5, 6}},
		{"sort by $natural", []bson.E{option("sort", bson.D{{Key: "$natural", Value: int32(1)}})}, []int32{1, 2, 3}, []int32{4, 5, 6}},
		{"empty sort", []bson.E{option("sort", bson.D{})}, []int32{1, 2, 3}, []int32{4, 5, 6}},
		{"hint, which is not looked at", []bson.E{option("hint", bson.D{{Key: "_id", Value: int32(1)}})}, []int32{1, 2, 3}, []int32{4, 5, 6}},
		{"min, which is not looked at", []bson.E{option("min", bson.D{{Key: "_id", Value: int32(2)}})}, []int32{1, 2, 3}, []int32{4, 5, 6}},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := capped(t, Options{}, 3, 100)
			cursor := follow(t, db, c.first, c.options...)
			addIDs(t, db, 4, 6)
			cursor.more(c.later)
			cursor.more(nil)
		})
	}
	if id := open(t, db, []int32{1, 2, 3}).id; id != 0 {
		t.Errorf("cursor %d that is not tailable stays open at the end", id)
	}
}

// A cursor that has lost its place can't tell what it has missed.
func TestEvictionLosesThePlace(t *testing.T) {
	for _, c := range []struct {
		name    string
		options []bson.E
		first   []int32
		last    int32 // of those inserted after 1, 2 and 3, where only 3 have room
		lost    bool
		later   []int32
	}{
		{"all are gone", nil, []int32{1, 2, 3}, 6, true, nil},
		{"the last is still there", nil, []int32{1, 2, 3}, 5, false, []int32{4, 5}},
		{"in the middle", []bson.E{option("batchSize", int32(1))}, []int32{1}, 4, true, nil},
		{"not begun", []bson.E{option("batchSize", int32(0))}, nil, 6, false, []int32{4, 5, 6}},
		{"behind a filter", []bson.E{option("filter", bson.D{{Key: "_id", Value: int32(1)}})}, []int32{1}, 5, false, nil},
		{"a limit in the middle", []bson.E{option("limit", int32(1))}, []int32{1}, 4, true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := capped(t, Options{}, 3, 3)
			cursor := follow(t, db, c.first, c.options...)
			addIDs(t, db, 4, c.last)
			if c.lost {
				cursor.fails(136)
				cursor.fails(43)
				return
			}
			cursor.more(c.later)
		})
	}
}

func TestEvictionEndsOtherCursorsToo(t *testing.T) {
	db := capped(t, Options{}, 3, 3)
	cursor := open(t, db, []int32{1}, option("batchSize", int32(1)))
	addIDs(t, db, 4, 4)
	cursor.fails(136)
}

func TestDeletedPlace(t *testing.T) {
	db := capped(t, Options{}, 2, 100)
	cursor := follow(t, db, []int32{1, 2})
	mustRun(t, db, bson.D{{Key: "delete", Value: "c"}, {Key: "deletes", Value: bson.A{bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: int32(2)}}}, {Key: "limit", Value: int32(1)}}}}})
	cursor.fails(136)
}

func TestWhatEndsATailableCursor(t *testing.T) {
	rename := bson.D{{Key: "renameCollection", Value: "test.c"}, {Key: "to", Value: "test.d"}, {Key: "$db", Value: "admin"}}
	for _, c := range []struct {
		name    string
		command func(id int64) bson.D
		code    int32
	}{
		{"kill", func(id int64) bson.D {
			return bson.D{{Key: "killCursors", Value: "c"}, {Key: "cursors", Value: bson.A{id}}}
		}, 43},
		{"drop", func(int64) bson.D { return bson.D{{Key: "drop", Value: "c"}} }, 175},
		{"drop of the database", func(int64) bson.D { return bson.D{{Key: "dropDatabase", Value: int32(1)}} }, 175},
		{"rename", func(int64) bson.D { return rename }, 175},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := capped(t, Options{}, 1, 100)
			cursor := follow(t, db, []int32{1})
			mustRun(t, db, c.command(cursor.id))
			if c.name == "drop" { // a new collection of that name is another one
				mustRun(t, db, bson.D{{Key: "create", Value: "c"}, {Key: "capped", Value: true}, {Key: "size", Value: int32(4096)}})
			}
			cursor.fails(c.code)
		})
	}
}

func TestTimeToAwait(t *testing.T) {
	db := capped(t, Options{}, 1, 100)
	follow(t, db, []int32{1}).fails(2, option("maxTimeMS", int32(0)))
	plain := open(t, db, nil, option("batchSize", int32(0)))
	plain.fails(2, option("maxTimeMS", int32(100)))
}

// awaiting is a getMore that waits in another goroutine.
func (c *tail) awaiting(ctx context.Context, options ...bson.E) <-chan bson.D {
	c.t.Helper()
	more := bson.D{{Key: "getMore", Value: c.id}, {Key: "collection", Value: "c"}, {Key: "$db", Value: "test"}, {Key: "maxTimeMS", Value: int32(1 << 30)}}
	raw, err := bson.Marshal(append(more, options...))
	if err != nil {
		c.t.Fatal(err)
	}
	replies := make(chan bson.D, 1)
	go func() {
		reply, err := value.Decode(c.db.Run(ctx, raw))
		if err != nil {
			c.t.Error(err)
		}
		replies <- reply
	}()
	return replies
}

// untilWaiting returns once somebody waits for a write.
func untilWaiting(db *DB) {
	for waits := false; !waits; {
		waits = db.engine.Writes.HasWaiters()
		time.Sleep(time.Millisecond)
	}
}

func TestAwaitingWakes(t *testing.T) {
	await := option("awaitData", true)
	for _, c := range []struct {
		name    string
		options []bson.E
		act     func(t *testing.T, db *DB, id int64)
		ids     []int32
		code    int32
	}{
		{"insert", nil, func(t *testing.T, db *DB, _ int64) { addIDs(t, db, 2, 3) }, []int32{2, 3}, 0},
		{"insert that does not match", []bson.E{option("filter", bson.D{{Key: "_id", Value: bson.D{{Key: "$ne", Value: int32(2)}}}})},
			func(t *testing.T, db *DB, _ int64) {
				addIDs(t, db, 2, 2)
				untilWaiting(db)
				addIDs(t, db, 3, 3)
			}, []int32{3}, 0},
		{"drop", nil, func(t *testing.T, db *DB, _ int64) { mustRun(t, db, bson.D{{Key: "drop", Value: "c"}}) }, nil, 175},
		{"kill", nil, func(t *testing.T, db *DB, id int64) {
			reply := mustRun(t, db, bson.D{{Key: "killCursors", Value: "c"}, {Key: "cursors", Value: bson.A{id}}})
			if killed := value.Get(reply, "cursorsKilled"); !value.Equal(killed, bson.A{id}) {
				t.Errorf("killed %s", value.String(killed))
			}
		}, nil, 237},
		{"eviction", nil, func(t *testing.T, db *DB, _ int64) { addIDs(t, db, 2, 20) }, nil, 136},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := capped(t, Options{}, 1, 10)
			first := []int32{1}
			cursor := follow(t, db, first, append(c.options, await)...)
			replies := cursor.awaiting(t.Context())
			untilWaiting(db)
			c.act(t, db, cursor.id)
			reply := <-replies
			if c.code != 0 {
				if got := value.Get(reply, "code"); got != any(c.code) {
					t.Errorf("%s, want %d", value.String(reply), c.code)
				}
				return
			}
			cursor.check(reply, "nextBatch", c.ids)
		})
	}
}

func TestAwaitingCursorIsInUse(t *testing.T) {
	db := capped(t, Options{}, 1, 100)
	cursor := follow(t, db, []int32{1}, option("awaitData", true))
	replies := cursor.awaiting(t.Context())
	untilWaiting(db)
	cursor.fails(12051)
	addIDs(t, db, 2, 2)
	cursor.check(<-replies, "nextBatch", []int32{2})
}

func TestAwaitingEndsWithItsTimeOrClient(t *testing.T) {
	db := capped(t, Options{}, 2, 100)
	cursor := follow(t, db, []int32{1}, option("awaitData", true), option("batchSize", int32(1)))
	cursor.more([]int32{2}, option("maxTimeMS", int32(1<<30)))
	cursor.more(nil, option("maxTimeMS", int32(0)))
	cursor.more(nil, option("maxTimeMS", int32(1)))
	ctx, cancel := context.WithCancel(t.Context())
	replies := cursor.awaiting(ctx)
	untilWaiting(db)
	cancel()
	if code := value.Get(<-replies, "code"); code != int32(11601) {
		t.Errorf("code %v, want 11601", code)
	}
	cursor.fails(43)
}

// Nobody uses some cursors for their time, by the clock of the database.
func TestIdleCursors(t *testing.T) {
	session := option("lsid", bson.D{{Key: "id", Value: bson.Binary{Subtype: 4, Data: make([]byte, 16)}}})
	for _, c := range []struct {
		name    string
		options []bson.E
		more    []bson.E
		minutes []int // between uses
		code    int32 // of the last
	}{
		{"used again and again", nil, nil, []int{9, 9, 9}, 0},
		{"not used", nil, nil, []int{10}, 43},
		{"used and then not", nil, nil, []int{9, 11}, 43},
		{"without timeout", []bson.E{option("noCursorTimeout", true)}, nil, []int{600}, 0},
		{"with a session", []bson.E{session}, []bson.E{session}, []int{29}, 0},
		{"with a session that ended", []bson.E{session}, []bson.E{session}, []int{31}, 43},
		{"without timeout, with a session that ended", []bson.E{session, option("noCursorTimeout", true)}, []bson.E{session}, []int{31}, 43},
		{"tailable", []bson.E{option("tailable", true)}, nil, []int{11}, 43},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
			db := capped(t, Options{Clock: func() time.Time { return now }}, 9, 100)
			cursor := open(t, db, []int32{1}, append([]bson.E{option("batchSize", int32(1))}, c.options...)...)
			for i, minutes := range c.minutes {
				now = now.Add(time.Duration(minutes) * time.Minute)
				if i == len(c.minutes)-1 && c.code != 0 {
					cursor.fails(c.code, c.more...)
					return
				}
				cursor.more([]int32{int32(i + 2)}, append(c.more, option("batchSize", int32(1)))...)
			}
		})
	}
}

// An idle cursor goes also if nobody ever asks for it.
func TestIdleCursorsAreFreed(t *testing.T) {
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	db := capped(t, Options{Clock: func() time.Time { return now }}, 9, 100)
	open(t, db, []int32{1}, option("batchSize", int32(1)))
	now = now.Add(11 * time.Minute)
	mustRun(t, db, bson.D{{Key: "ping", Value: int32(1)}})
	if n := db.engine.Cursors.NumOpen(); n != 0 {
		t.Errorf("%d cursors are open", n)
	}
}

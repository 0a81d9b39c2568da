package storage

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/valuetest"
)

// content returns all documents in order, and fails if an index does not fit them.
func content(t *testing.T, c *Collection) string {
	t.Helper()
	if wrong, err := c.Validate(nil); wrong != 0 || err != nil {
		t.Fatalf("%d wrong entries, %v", wrong, err)
	}
	var text strings.Builder
	for id, raw := c.After(0); id != 0; id, raw = c.After(id) {
		fmt.Fprintf(&text, "%d %s\n", id, raw)
	}
	return text.String()
}

// scribble inserts, replaces and deletes at random.
func scribble(t *testing.T, c *Collection, random *rand.Rand, times int) {
	t.Helper()
	var ids []RecordID
	for id, _ := c.After(0); id != 0; id, _ = c.After(id) {
		ids = append(ids, id)
	}
	for range times {
		doc := document(t, fmt.Sprintf(`{"_id":%d,"n":[%d,%d]}`, random.Int64(), random.IntN(50), random.IntN(50)))
		if len(ids) == 0 || random.IntN(3) == 0 {
			id, err := c.Insert(doc)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
			continue
		}
		at := random.IntN(len(ids))
		id := ids[at]
		old := fields(t, c, id)
		if random.IntN(2) == 0 {
			ids = append(ids[:at], ids[at+1:]...)
			if err := c.Delete(id, old); err != nil {
				t.Fatal(err)
			}
			continue
		}
		changed, err := NewDocument(bson.D{old[0], {Key: "n", Value: random.Int32N(50)}})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Replace(id, old, changed); err != nil {
			t.Fatal(err)
		}
	}
}

// TestForksAreApart: writes to a collection and to its forks, in any order, show
// nowhere else; publishing a fork repeats its writes.
func TestForksAreApart(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 6 {
		var undo Undo
		c := NewCollection("db.c", 0, 0, nil, &undo)
		if err := c.AddIndex(Spec{Name: "n", Key: valuetest.Document(t, `{"n":1}`)}); err != nil {
			t.Fatal(err)
		}
		scribble(t, c, random, 1500)
		before := content(t, c)
		still, fork := c.Fork(&Undo{}), c.Fork(&Undo{})
		scribble(t, fork, random, 300)
		written := content(t, fork)
		if content(t, c) != before || content(t, still) != before || written == before {
			t.Fatal("a write to a fork shows elsewhere")
		}
		undo.Commit()
		scribble(t, c, random, 300)
		if content(t, still) != before || content(t, fork) != written {
			t.Fatal("a write to the collection shows in a fork")
		}
		undo.RollBack()
		c.Publish(fork)
		if content(t, c) != written || c.Count() != fork.Count() || c.Bytes() != fork.Bytes() || content(t, still) != before {
			t.Fatal("the collection is not what was published")
		}
	}
}

// TestConflicts: a write conflicts with the changes of a fork, and is outdated by
// changes since its fork was made.
func TestConflicts(t *testing.T) {
	build := func() (live, mine, other *Collection) {
		live = NewCollection("db.c", 0, 0, nil, &Undo{})
		if err := live.AddIndex(Spec{Name: "k", Key: valuetest.Document(t, `{"k":1}`), Unique: true, Sparse: true}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{`{"_id":1,"k":1}`, `{"_id":2,"k":2}`, `{"_id":3}`} {
			if _, err := live.Insert(document(t, text)); err != nil {
				t.Fatal(err)
			}
		}
		return live, live.Fork(&Undo{}), live.Fork(&Undo{})
	}
	replace := func(c *Collection, id RecordID, text string) {
		if err := c.Replace(id, fields(t, c, id), document(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	insert := func(c *Collection, text string) {
		if _, err := c.Insert(document(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	write := func(c *Collection, id RecordID, after string) Write {
		var before, fresh bson.D
		if id != 0 {
			before = fields(t, c, id)
		}
		if after != "" {
			fresh = valuetest.Document(t, after)
		}
		changes, err := c.plan(id, before, fresh)
		if err != nil {
			t.Fatal(err)
		}
		return Write{id, changes}
	}
	for name, test := range map[string]struct {
		elsewhere func(c *Collection)
		id        RecordID
		after     string
		conflict  bool
	}{
		"the same record":             {func(c *Collection) { replace(c, 1, `{"_id":1,"k":9}`) }, 1, `{"_id":1,"k":1,"x":1}`, true},
		"changed and changed back":    {func(c *Collection) { replace(c, 3, `{"_id":3,"x":1}`); replace(c, 3, `{"_id":3}`) }, 3, "", true},
		"another record":              {func(c *Collection) { replace(c, 1, `{"_id":1,"k":9}`) }, 2, `{"_id":2,"k":3}`, false},
		"a new _id twice":             {func(c *Collection) { insert(c, `{"_id":4}`) }, 0, `{"_id":4,"x":1}`, true},
		"a new unique key twice":      {func(c *Collection) { insert(c, `{"_id":4,"k":4}`) }, 0, `{"_id":5,"k":4}`, true},
		"two new keys":                {func(c *Collection) { insert(c, `{"_id":4,"k":4}`) }, 0, `{"_id":5,"k":5}`, false},
		"a key that a record came to": {func(c *Collection) { replace(c, 3, `{"_id":3,"k":7}`) }, 2, `{"_id":2,"k":7}`, true},
		"a key held for a while": {func(c *Collection) {
			replace(c, 3, `{"_id":3,"k":7}`)
			replace(c, 3, `{"_id":3}`)
		}, 2, `{"_id":2,"k":7}`, true},
		"deleted, and changed elsewhere": {func(c *Collection) { replace(c, 3, `{"_id":3,"x":7}`) }, 3, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			live, mine, other := build()
			w := write(mine, test.id, test.after)
			if w.Meets(other) || w.Outdated(mine, live) {
				t.Error("a conflict with nothing")
			}
			test.elsewhere(other)
			if w.Meets(other) != test.conflict {
				t.Errorf("met by the other fork: %v", !test.conflict)
			}
			test.elsewhere(live)
			if w.Outdated(mine, live) != test.conflict {
				t.Errorf("outdated: %v", !test.conflict)
			}
		})
	}
}

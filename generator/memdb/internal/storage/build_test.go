package storage

import (
	"math/rand/v2"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/valuetest"
)

// While indexes are built, documents come, change and go, also those that were indexed
// already, and some changes are undone; each index has in the end the entries of one
// that was built at once. A unique key that moves from one document to another
// meanwhile is no error.
func TestBuildFollowsWrites(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		var undo Undo
		c := NewCollection("test.c", 0, 0, nil, &undo)
		next := int32(0)
		insert := func() {
			next++
			doc := bson.D{{Key: "_id", Value: next}, {Key: "n", Value: random.Int32N(5)}, {Key: "u", Value: next}}
			if _, err := c.Insert(encoded(t, doc)); err != nil {
				t.Fatal(err)
			}
		}
		for range 20 {
			insert()
		}
		b := c.StartBuild()
		b.Add(Spec{Name: "n", Key: valuetest.Document(t, `{"n": 1}`)})
		b.Add(Spec{Name: "u", Key: valuetest.Document(t, `{"u": 1}`), Unique: true})
		for done := false; !done; {
			if next < 200 {
				disturb(t, c, random, insert)
				if random.IntN(3) == 0 {
					undo.RollBack()
				}
				undo.Commit()
			}
			var err error
			if done, err = b.Step(); err != nil {
				t.Fatal(err)
			}
		}
		b.Finish()
		b.End()
		if wrong, err := c.Validate(nil); wrong != 0 || err != nil || len(c.records.builds) != 0 {
			t.Errorf("seed %d: %d entries are wrong, %v", seed, wrong, err)
		}
	}
}

// disturb inserts a document, deletes one, changes one, or lets two exchange their
// unique keys.
func disturb(t *testing.T, c *Collection, random *rand.Rand, insert func()) {
	t.Helper()
	var ids []RecordID
	for id, _ := c.After(0); id != 0; id, _ = c.After(id) {
		ids = append(ids, id)
	}
	if len(ids) < 2 || random.IntN(3) == 0 {
		insert()
		return
	}
	at := random.IntN(len(ids) - 1)
	one, other := fields(t, c, ids[at]), fields(t, c, ids[at+1])
	switch random.IntN(3) {
	case 0:
		if err := c.Delete(ids[at], one); err != nil {
			t.Fatal(err)
		}
	case 1:
		set(t, c, ids[at], one, "n", random.Int32N(5))
	default:
		set(t, c, ids[at], one, "u", other[2].Value)
		set(t, c, ids[at+1], other, "u", one[2].Value)
	}
}

func set(t *testing.T, c *Collection, id RecordID, old bson.D, name string, v any) {
	t.Helper()
	doc := bson.D{}
	for _, f := range old {
		if f.Key == name {
			f.Value = v
		}
		doc = append(doc, f)
	}
	if err := c.Replace(id, old, encoded(t, doc)); err != nil {
		t.Fatal(err)
	}
}

func encoded(t *testing.T, doc bson.D) Document {
	t.Helper()
	d, err := NewDocument(doc)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A key that is there twice when all documents were taken up is an error.
func TestBuildMeetsADuplicate(t *testing.T) {
	var undo Undo
	c := NewCollection("test.c", 0, 0, nil, &undo)
	for id := range int32(3) {
		if _, err := c.Insert(encoded(t, bson.D{{Key: "_id", Value: id}, {Key: "u", Value: id}})); err != nil {
			t.Fatal(err)
		}
	}
	b := c.StartBuild()
	defer b.End()
	b.Add(Spec{Name: "u", Key: valuetest.Document(t, `{"u": 1}`), Unique: true})
	for range 2 {
		if _, err := b.Step(); err != nil {
			t.Fatal(err)
		}
	}
	set(t, c, 1, fields(t, c, 1), "u", int32(2))
	var err error
	for done := false; !done && err == nil; {
		done, err = b.Step()
	}
	if err == nil {
		t.Error("two documents have one unique key")
	}
}

package storage

import (
	"testing"

	"modelbook/generator/memdb/internal/valuetest"
)

// TestValidateFindsWrongEntries damages an index of documents with arrays in each way that
// a mistake in the code of indexes could.
func TestValidateFindsWrongEntries(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(x *tree)
		wrong  int
	}{
		{"nothing", func(*tree) {}, 0},
		{"an entry that is not there", func(x *tree) { x.remove(Entry{[]any{int32(7)}, 2}) }, 1},
		{"an entry of no document", func(x *tree) { x.insert(Entry{[]any{int32(9)}, 99}, nil) }, 1},
		{"an entry of a document that is deleted", func(x *tree) { x.insert(Entry{[]any{int32(4)}, 3}, nil) }, 1},
		{"an entry of another record", func(x *tree) {
			x.remove(Entry{[]any{int32(7)}, 2})
			x.insert(Entry{[]any{int32(7)}, 4}, nil)
		}, 1},
		{"an entry with another key", func(x *tree) {
			x.remove(Entry{[]any{int32(7)}, 2})
			x.insert(Entry{[]any{int32(6)}, 2}, nil)
		}, 1},
		{"an entry twice", func(x *tree) { x.insert(Entry{[]any{int32(5)}, 1}, nil) }, 1},
		{"two entries in the wrong order", func(x *tree) {
			l := x.leaves[0]
			l.ids[0], l.ids[1] = l.ids[1], l.ids[0]
			l.values[0], l.values[1] = l.values[1], l.values[0]
		}, 2},
	} {
		collection := NewCollection("db.c", 0, 0, nil, &Undo{})
		if err := collection.AddIndex(Spec{Name: "a_-1", Key: valuetest.Document(t, `{"a":-1}`)}); err != nil {
			t.Fatal(err)
		}
		var last RecordID
		for _, doc := range []string{`{"_id":1,"a":[3,5,8]}`, `{"_id":2,"a":[2,7]}`, `{"_id":3,"a":4}`, `{"_id":4,"a":[1,8]}`} {
			id, err := collection.Insert(document(t, doc))
			if err != nil {
				t.Fatal(err)
			}
			if last = id; doc == `{"_id":3,"a":4}` {
				if err := collection.Delete(id, fields(t, collection, id)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if last != 4 {
			t.Fatalf("the records are not numbered from 1 to 4, but to %d", last)
		}
		c.damage(&collection.Index("a_-1").entries)
		if wrong, err := collection.Validate(nil); wrong != c.wrong || err != nil {
			t.Errorf("%s: %d wrong entries (%v), want %d", c.name, wrong, err, c.wrong)
		}
	}
}

// TestUniqueKeysOfArrays: the place that the check of one key found is not that of the
// other keys of its document.
func TestUniqueKeysOfArrays(t *testing.T) {
	collection := NewCollection("db.c", 0, 0, nil, &Undo{})
	if err := collection.AddIndex(Spec{Name: "a_1", Key: valuetest.Document(t, `{"a":1}`), Unique: true}); err != nil {
		t.Fatal(err)
	}
	for _, doc := range []string{`{"_id":1,"a":[2,6]}`, `{"_id":2,"a":[1,4,8]}`, `{"_id":3,"a":5}`, `{"_id":4,"a":[3,9]}`} {
		if _, err := collection.Insert(document(t, doc)); err != nil {
			t.Fatal(err)
		}
	}
	if wrong, err := collection.Validate(nil); wrong != 0 || err != nil {
		t.Errorf("%d wrong entries (%v)", wrong, err)
	}
	if _, err := collection.Insert(document(t, `{"_id":5,"a":[7,4]}`)); err == nil {
		t.Error("the key 4 of two documents is not refused")
	}
}

package storage

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

func TestDocumentKeys(t *testing.T) {
	for _, c := range []struct{ name, doc, pattern, keys string }{
		{"missing counts as null", `{"b":1}`, `{"a":1}`, `[[null]]`},
		{"an array gives a key an element", `{"a":[3,1,3]}`, `{"a":1}`, `[[3],[1]]`},
		{"an empty array is undefined", `{"a":[]}`, `{"a":1}`, `[[{"$undefined":true}]]`},
		{"an empty array on the way is null", `{"a":[]}`, `{"a.b":1}`, `[[null]]`},
		{"an inner array stays whole", `{"a":[[1,2]]}`, `{"a":1}`, `[[[1,2]]]`},
		{"objects in an array", `{"a":[{"b":1},{"b":2},{}]}`, `{"a.b":1}`, `[[1],[2],[null]]`},
		{"a place in an array", `{"a":[5,6]}`, `{"a.1":1}`, `[[6]]`},
		{"two fields of one array", `{"a":[{"b":1,"c":2},{"b":3}]}`, `{"a.b":1,"a.c":1}`, `[[1,2],[3,null]]`},
		{"an array and a scalar", `{"a":[1,2],"b":7}`, `{"a":1,"b":-1}`, `[[1,7],[2,7]]`},
	} {
		keys, _, err := documentKeys(valuetest.Document(t, c.doc), pathsOf(valuetest.Document(t, c.pattern)), false)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := bson.A{}
		for _, key := range keys {
			got = append(got, bson.A(key))
		}
		want := value.Get(valuetest.Document(t, `{"keys":`+c.keys+`}`), "keys")
		if !value.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

func TestParallelArraysAreRefused(t *testing.T) {
	_, _, err := documentKeys(valuetest.Document(t, `{"a":[1],"b":[2]}`), pathsOf(valuetest.Document(t, `{"a":1,"b":1}`)), false)
	if !errcode.Is(err, 171) {
		t.Errorf("%v, want 171", err)
	}
}

func TestUniqueIndexKeepsTheCollectionUnchanged(t *testing.T) {
	c := NewCollection("db.c", 0, 0, nil, &Undo{})
	if err := c.AddIndex(Spec{Name: "a_1", Key: valuetest.Document(t, `{"a":1}`), Unique: true}); err != nil {
		t.Fatal(err)
	}
	for i, doc := range []string{`{"_id":1,"a":5}`, `{"_id":2,"a":6}`} {
		if _, err := c.Insert(document(t, doc)); err != nil {
			t.Fatalf("document %d: %v", i, err)
		}
	}
	if _, err := c.Insert(document(t, `{"_id":3,"a":5.0}`)); !errcode.Is(err, errcode.DuplicateKey) {
		t.Errorf("insert: %v, want 11000", err)
	}
	if err := c.Replace(2, fields(t, c, 2), document(t, `{"_id":2,"a":5}`)); !errcode.Is(err, errcode.DuplicateKey) {
		t.Errorf("replace: %v, want 11000", err)
	}
	if wrong, err := c.Validate(nil); wrong != 0 || err != nil || c.Count() != 2 {
		t.Errorf("%d wrong entries, %d documents, %v", wrong, c.Count(), err)
	}
}

func TestCappedCollectionDropsTheOldest(t *testing.T) {
	c := NewCollection("db.c", 4096, 2, nil, &Undo{})
	for _, doc := range []string{`{"_id":1}`, `{"_id":2}`, `{"_id":3}`} {
		if _, err := c.Insert(document(t, doc)); err != nil {
			t.Fatal(err)
		}
	}
	if id, _ := c.After(0); id != 2 || c.Count() != 2 {
		t.Errorf("first record %d of %d, want 2 of 2", id, c.Count())
	}
}

func document(t *testing.T, text string) Document {
	t.Helper()
	doc, err := NewDocument(valuetest.Document(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func fields(t *testing.T, c *Collection, id RecordID) bson.D {
	t.Helper()
	doc, err := c.Fields(id)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestKindsOfIndexes(t *testing.T) {
	for kind, code := range map[string]int32{`"hashed"`: 0, `"2d"`: 238, `"wildcard"`: 7246202, `"nothing"`: 67, `"1"`: 67, `"$**"`: 67} {
		_, err := ParseSpec(valuetest.Document(t, `{"name":"n","key":{"a":`+kind+`}}`))
		if code == 0 && err != nil || code != 0 && !errcode.Is(err, code) {
			t.Errorf("%s: %v, want code %d", kind, err, code)
		}
	}
}

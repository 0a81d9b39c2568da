package storage

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/collation"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

func caseless() *value.Collation {
	spec := bson.D{{Key: "locale", Value: "en"}, {Key: "strength", Value: int32(2)}}
	return value.NewCollation(collation.New(collation.Options{Strength: 2}), spec)
}

func TestDuplicateUnderACollation(t *testing.T) {
	c := NewCollection("db.c", 0, 0, nil, &Undo{})
	if err := c.AddIndex(Spec{Name: "n", Key: valuetest.Document(t, `{"n":1,"m":1}`), Unique: true, Collation: caseless()}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Insert(document(t, `{"_id":1,"n":"mongo/1","m":null}`)); err != nil {
		t.Fatal(err)
	}
	_, err := c.Insert(document(t, `{"_id":2,"n":"MONGO/1"}`))
	if !errcode.Is(err, errcode.DuplicateKey) {
		t.Fatalf("%v, want 11000", err)
	}
	const want = `dup key: { n: "CollationKey(0x41454335450a8614010b)", m: null }`
	if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `collation: { locale: "en", strength: 2 }`) {
		t.Errorf("%v, want …%s", err, want)
	}
}

// A duplicate that holds a string further in can't be shown: it is refused.
func TestDuplicateInsideAnObject(t *testing.T) {
	c := NewCollection("db.c", 0, 0, nil, &Undo{})
	if err := c.AddIndex(Spec{Name: "n", Key: valuetest.Document(t, `{"n":1}`), Unique: true, Collation: caseless()}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Insert(document(t, `{"_id":1,"n":{"x":"a"}}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Insert(document(t, `{"_id":2,"n":{"x":"A"}}`)); !errcode.Refused(err) {
		t.Errorf("%v, want the refusal", err)
	}
	if wrong, err := c.Validate(nil); wrong != 0 || err != nil || c.Count() != 1 {
		t.Errorf("%d wrong entries, %d documents, %v", wrong, c.Count(), err)
	}
}

func TestUndo(t *testing.T) {
	var undo Undo
	c := NewCollection("db.c", 0, 0, nil, &undo)
	if err := c.AddIndex(Spec{Name: "n", Key: valuetest.Document(t, `{"n":1}`), Collation: caseless()}); err != nil {
		t.Fatal(err)
	}
	for _, doc := range []string{`{"_id":1,"n":"a"}`, `{"_id":2,"n":"b"}`, `{"_id":3,"n":"c"}`} {
		if _, err := c.Insert(document(t, doc)); err != nil {
			t.Fatal(err)
		}
	}
	bytes := c.Bytes()
	undo.Commit()
	for _, change := range []func() error{
		func() error { return c.Delete(2, fields(t, c, 2)) },
		func() error { return c.Replace(1, fields(t, c, 1), document(t, `{"_id":1,"n":"z","m":1}`)) },
		func() error { _, err := c.Insert(document(t, `{"_id":2,"n":"y"}`)); return err },
		func() error { return c.Replace(1, fields(t, c, 1), document(t, `{"_id":1,"n":["q","Q"]}`)) },
		func() error { return c.Delete(3, fields(t, c, 3)) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
	}
	undo.RollBack()
	var got []string
	for id, raw := c.After(0); id != 0; id, raw = c.After(id) {
		got = append(got, raw.Lookup("n").StringValue())
	}
	if wrong, err := c.Validate(nil); wrong != 0 || err != nil || strings.Join(got, "") != "abc" || c.Bytes() != bytes {
		t.Errorf("%q, %d bytes (before %d), %d wrong entries, %v", got, c.Bytes(), bytes, wrong, err)
	}
}

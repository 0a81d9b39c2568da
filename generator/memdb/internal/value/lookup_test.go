package value

import (
	"math/rand/v2"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// ScalarAt returns the value that is there in the decoded document, and it leaves out
// nothing but documents, arrays and their elements, and rare types.
func TestScalarAt(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	returned := 0
	for range 20_000 {
		doc := randomDocument(r, 3)
		raw, err := Encode(doc)
		if err != nil {
			t.Fatal(err)
		}
		path := strings.Split([]string{"a", "b", "a.b", "b.a", "a.a.b", "c"}[r.IntN(6)], ".")
		want, inArray := any(doc), false
		for _, name := range path {
			_, isArray := want.(bson.A)
			inArray = inArray || isArray
			d, _ := want.(bson.D)
			want = Get(d, name)
		}
		got, ok := ScalarAt(raw, path)
		switch want.(type) {
		case bson.D, bson.A, bson.Symbol, bson.Undefined, bson.MinKey, bson.MaxKey, bson.Timestamp, bson.Binary,
			bson.Regex, bson.DBPointer, bson.JavaScript, bson.CodeWithScope:
			if ok {
				t.Fatalf("%s of %s: %s", path, String(doc), String(got))
			}
			continue
		}
		if ok == inArray {
			t.Fatalf("%s of %s: %v", path, String(doc), ok)
		}
		if ok {
			returned++
			if TypeName(got) != TypeName(want) || String(got) != String(want) {
				t.Fatalf("%s of %s is %s", path, String(doc), String(got))
			}
		}
	}
	if returned < 5000 {
		t.Errorf("%d values only", returned)
	}
}

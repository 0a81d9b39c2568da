package update

import (
	"errors"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// Any update is either refused with an error of the server's, or returns a document
// that can be stored and leaves the old one as it was.
func FuzzApply(f *testing.F) {
	for _, update := range []string{
		`{"$set": {"a.1.b": 1, "c": {"$x": 1}}, "$unset": {"d": ""}}`, `{"$inc": {"n": {"$numberLong": "9223372036854775807"}}, "$mul": {"m": 1.5}}`,
		`{"$push": {"a": {"$each": [3, 1], "$sort": {"b": -1}, "$slice": -2, "$position": 1}}}`, `{"$pull": {"a": {"$in": [1, null]}}}`,
		`{"$set": {"a.$[x]": 1}}`, `{"$rename": {"n": "a.b"}}`, `{"$bit": {"n": {"xor": 5}}}`, `{"b": 1}`,
		`{"$currentDate": {"t": {"$type": "timestamp"}}, "$min": {"n": -1}}`, `{"$addToSet": {"a": {"$each": [1, 1.0]}}}`, `{"$pop": {"a": 1}}`,
	} {
		f.Add([]byte(update), []byte(`{"_id": 1, "a": [1, {"b": 2}], "n": 7, "d": null}`))
	}
	f.Fuzz(func(t *testing.T, updateText, docText []byte) {
		var spec, stored bson.Raw
		if bson.UnmarshalExtJSON(updateText, false, &spec) != nil || bson.UnmarshalExtJSON(docText, false, &stored) != nil {
			return
		}
		changes, err := value.Decode(spec)
		if err != nil {
			return
		}
		doc, err := value.Decode(stored)
		if err != nil {
			return
		}
		var known *errcode.Error
		u, err := Parse(changes, Options{Timestamp: func() bson.Timestamp { return bson.Timestamp{T: 1, I: 1} }})
		if err != nil {
			if !errors.As(err, &known) {
				t.Fatalf("%s: %v", updateText, err)
			}
			return
		}
		got, err := u.Apply(Target{Doc: doc, Positional: 0, Env: &expr.Env{}})
		if err != nil {
			if !errors.As(err, &known) {
				t.Fatalf("%s on %s: %v", updateText, docText, err)
			}
			return
		}
		if _, err := value.Encode(got); err != nil {
			t.Fatalf("%s on %s: %v", updateText, docText, err)
		}
		if again, err := value.Encode(doc); err != nil || string(again) != string(stored) {
			t.Fatalf("%s changed the old document %s", updateText, docText)
		}
	})
}

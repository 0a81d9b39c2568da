package expr

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// FuzzParse takes a document as it comes from a client and reads its field "e" as an
// expression, which must never panic.
func FuzzParse(f *testing.F) {
	for _, e := range []any{
		"$a.b", "$$ROOT.x", object("$add", list("$i", 1.5)), object("$map", object("input", "$a", "in", object("$multiply", list("$$this", "$$this")))),
		object("$dateToString", object("date", "$date", "format", "%Y-%m")), object("$let", object("vars", object("x", "$i"), "in", list("$$x"))),
		object("$switch", object("branches", list(object("case", "$t", "then", int32(1))), "default", bson.Null{})),
		object("$convert", object("input", "$s", "to", "int", "onError", "$i")), object("$zip", object("inputs", list("$a", "$a"))),
	} {
		raw, err := value.Encode(object("e", e))
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := value.Decode(raw)
		if err != nil {
			return
		}
		e, err := Parse(value.Get(d, "e"), nil)
		if err != nil || missing(value.Get(d, "e")) {
			return
		}
		v, err := e.Eval(&Env{Root: doc})
		if err == nil && v == nil {
			t.Errorf("%s has no value and no error", value.String(d))
		}
	})
}

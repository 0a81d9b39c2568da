package oplog

import (
	"bytes"
	"errors"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// TestEntry holds the field "o" of the entry of each operator and modifier to the
// server's rules. The expectations are written by hand after its tests of the update
// nodes.
func TestEntry(t *testing.T) {
	long := `"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`
	diff := func(text string) string { return `{"$v":2,"diff":` + text + `}` }
	for _, c := range []struct{ name, filter, before, update, filters, after, want string }{
		{"$set of a field that is there", `{}`, `{"_id":1,"a":1}`, `{"$set":{"a":2}}`, ``, `{"_id":1,"a":2}`, diff(`{"u":{"a":2}}`)},
		{"$set of a new field", `{}`, `{"_id":1}`, `{"$set":{"a":2}}`, ``, `{"_id":1,"a":2}`, diff(`{"i":{"a":2}}`)},
		{"$set below", `{}`, `{"_id":1,"a":{"b":1,"c":` + long + `}}`, `{"$set":{"a.b":2}}`, ``, `{"_id":1,"a":{"b":2,"c":` + long + `}}`, diff(`{"sa":{"u":{"b":2}}}`)},
		{"$set makes documents", `{}`, `{"_id":1}`, `{"$set":{"a.b":2}}`, ``, `{"_id":1,"a":{"b":2}}`, diff(`{"i":{"a":{"b":2}}}`)},
		{"$set of an element", `{}`, `{"_id":1,"a":[1,2]}`, `{"$set":{"a.1":9}}`, ``, `{"_id":1,"a":[1,9]}`, diff(`{"sa":{"a":true,"u1":9}}`)},
		{"$set in an element", `{}`, `{"_id":1,"a":[{"b":1}]}`, `{"$set":{"a.0.b":2}}`, ``, `{"_id":1,"a":[{"b":2}]}`, diff(`{"sa":{"a":true,"s0":{"u":{"b":2}}}}`)},
		{"$set beyond the end", `{}`, `{"_id":1,"a":[1]}`, `{"$set":{"a.3":9}}`, ``, `{"_id":1,"a":[1,null,null,9]}`, diff(`{"sa":{"a":true,"u3":9}}`)},
		{"$set of the same value", `{}`, `{"_id":1,"a":1,"b":1}`, `{"$set":{"a":1,"b":2}}`, ``, `{"_id":1,"a":1,"b":2}`, diff(`{"u":{"b":2}}`)},
		{"$set that changes nothing", `{}`, `{"_id":1,"a":1}`, `{"$set":{"a":1}}`, ``, `{"_id":1,"a":1}`, `null`},
		{"$setOnInsert of a document that is there", `{}`, `{"_id":1,"a":1}`, `{"$setOnInsert":{"b":1},"$inc":{"a":1}}`, ``, `{"_id":1,"a":2}`, diff(`{"u":{"a":2}}`)},
		{"$unset", `{}`, `{"_id":1,"a":1,"b":{"c":1,"d":1}}`, `{"$unset":{"a":"","b.c":""}}`, ``, `{"_id":1,"b":{"d":1}}`, diff(`{"d":{"a":false},"sb":{"d":{"c":false}}}`)},
		{"$unset of an element", `{}`, `{"_id":1,"a":[1,2]}`, `{"$unset":{"a.0":""}}`, ``, `{"_id":1,"a":[null,2]}`, diff(`{"sa":{"a":true,"u0":null}}`)},
		{"$inc", `{}`, `{"_id":1,"a":1}`, `{"$inc":{"a":2,"b":1}}`, ``, `{"_id":1,"a":3,"b":1}`, diff(`{"u":{"a":3},"i":{"b":1}}`)},
		{"$mul", `{}`, `{"_id":1,"a":2}`, `{"$mul":{"a":3}}`, ``, `{"_id":1,"a":6}`, diff(`{"u":{"a":6}}`)},
		{"$min and $max", `{}`, `{"_id":1,"a":2,"b":2}`, `{"$min":{"a":1},"$max":{"b":1}}`, ``, `{"_id":1,"a":1,"b":2}`, diff(`{"u":{"a":1}}`)},
		{"$rename", `{}`, `{"_id":1,"a":1}`, `{"$rename":{"a":"b"}}`, ``, `{"_id":1,"b":1}`, diff(`{"d":{"a":false},"i":{"b":1}}`)},
		{"$currentDate", `{}`, `{"_id":1,"a":{"$date":"2026-01-01T00:00:00Z"}}`, `{"$currentDate":{"a":true}}`, ``, `{"_id":1,"a":{"$date":"2026-01-02T00:00:00Z"}}`, diff(`{"u":{"a":{"$date":"2026-01-02T00:00:00Z"}}}`)},
		{"$bit", `{}`, `{"_id":1,"a":1}`, `{"$bit":{"a":{"or":2}}}`, ``, `{"_id":1,"a":3}`, diff(`{"u":{"a":3}}`)},
		{"$addToSet", `{}`, `{"_id":1,"a":[1]}`, `{"$addToSet":{"a":2}}`, ``, `{"_id":1,"a":[1,2]}`, diff(`{"sa":{"a":true,"u1":2}}`)},
		{"$addToSet of several", `{}`, `{"_id":1,"a":[1]}`, `{"$addToSet":{"a":{"$each":[1,2,3]}}}`, ``, `{"_id":1,"a":[1,2,3]}`, diff(`{"sa":{"a":true,"u1":2,"u2":3}}`)},
		{"$push", `{}`, `{"_id":1,"a":[1]}`, `{"$push":{"a":2}}`, ``, `{"_id":1,"a":[1,2]}`, diff(`{"sa":{"a":true,"u1":2}}`)},
		{"$push of several", `{}`, `{"_id":1,"a":[1]}`, `{"$push":{"a":{"$each":[2,3]}}}`, ``, `{"_id":1,"a":[1,2,3]}`, diff(`{"sa":{"a":true,"u1":2,"u2":3}}`)},
		{"$push into an empty array", `{}`, `{"_id":1,"a":[]}`, `{"$push":{"a":2}}`, ``, `{"_id":1,"a":[2]}`, diff(`{"u":{"a":[2]}}`)},
		{"$push makes an array", `{}`, `{"_id":1}`, `{"$push":{"a":2}}`, ``, `{"_id":1,"a":[2]}`, diff(`{"i":{"a":[2]}}`)},
		{"$push at a position", `{}`, `{"_id":1,"a":[1]}`, `{"$push":{"a":{"$each":[2],"$position":0}}}`, ``, `{"_id":1,"a":[2,1]}`, diff(`{"u":{"a":[2,1]}}`)},
		{"$push with a sort", `{}`, `{"_id":1,"a":[1]}`, `{"$push":{"a":{"$each":[2],"$sort":1}}}`, ``, `{"_id":1,"a":[1,2]}`, diff(`{"u":{"a":[1,2]}}`)},
		{"$push with a slice that drops", `{}`, `{"_id":1,"a":[1,2]}`, `{"$push":{"a":{"$each":[3],"$slice":-2}}}`, ``, `{"_id":1,"a":[2,3]}`, diff(`{"u":{"a":[2,3]}}`)},
		{"$push with a slice that does not", `{}`, `{"_id":1,"a":[1,2]}`, `{"$push":{"a":{"$each":[3],"$slice":-9}}}`, ``, `{"_id":1,"a":[1,2,3]}`, diff(`{"sa":{"a":true,"u2":3}}`)},
		{"$pop", `{}`, `{"_id":1,"a":[1,2]}`, `{"$pop":{"a":1}}`, ``, `{"_id":1,"a":[1]}`, diff(`{"u":{"a":[1]}}`)},
		{"$pull", `{}`, `{"_id":1,"a":[1,2,3]}`, `{"$pull":{"a":2}}`, ``, `{"_id":1,"a":[1,3]}`, diff(`{"u":{"a":[1,3]}}`)},
		{"$pull of null", `{}`, `{"_id":1,"a":[1,null]}`, `{"$pull":{"a":null}}`, ``, `{"_id":1,"a":[1]}`, diff(`{"u":{"a":[1]}}`)},
		{"$pull of the last", `{}`, `{"_id":1,"a":[1,2]}`, `{"$pull":{"a":2}}`, ``, `{"_id":1,"a":[1]}`, diff(`{"u":{"a":[1]}}`)},
		{"$pullAll", `{}`, `{"_id":1,"a":[1,2,3]}`, `{"$pullAll":{"a":[1,2]}}`, ``, `{"_id":1,"a":[3]}`, diff(`{"u":{"a":[3]}}`)},
		{"the element that the filter found", `{"a.n":2}`, `{"_id":1,"a":[{"n":1,"s":0},{"n":2,"s":0}]}`, `{"$set":{"a.$.s":1}}`, ``, `{"_id":1,"a":[{"n":1,"s":0},{"n":2,"s":1}]}`, diff(`{"sa":{"a":true,"s1":{"u":{"s":1}}}}`)},
		{"all elements", `{}`, `{"_id":1,"a":[1,2]}`, `{"$inc":{"a.$[]":1}}`, ``, `{"_id":1,"a":[2,3]}`, diff(`{"u":{"a":[2,3]}}`)},
		{"an element by a filter", `{}`, `{"_id":1,"a":[{"n":1},{"n":2}]}`, `{"$set":{"a.$[e].s":1}}`, `[{"e.n":2}]`, `{"_id":1,"a":[{"n":1},{"n":2,"s":1}]}`, diff(`{"sa":{"a":true,"s1":{"i":{"s":1}}}}`)},
		{"elements by a filter", `{}`, `{"_id":1,"a":[{"n":1},{"n":2},{"n":3}]}`, `{"$set":{"a.$[e].s":1}}`, `[{"e.n":{"$gt":1}}]`, `{"_id":1,"a":[{"n":1},{"n":2,"s":1},{"n":3,"s":1}]}`, diff(`{"u":{"a":[{"n":1},{"n":2,"s":1},{"n":3,"s":1}]}}`)},
		{"a pipeline on a long document", `{}`, `{"_id":1,"a":1,"s":` + long + `}`, `[{"$set":{"a":2}}]`, ``, `{"_id":1,"a":2,"s":` + long + `}`, diff(`{"u":{"a":2}}`)},
		{"a pipeline on a short document", `{}`, `{"_id":1,"a":1}`, `[{"$set":{"a":2}}]`, ``, `{"_id":1,"a":2}`, `{"_id":1,"a":2}`},
		{"a pipeline that appends", `{}`, `{"_id":1,"a":[` + long + `]}`, `[{"$set":{"a":{"$concatArrays":["$a",[2]]}}}]`, ``, `{"_id":1,"a":[` + long + `,2]}`, diff(`{"sa":{"a":true,"u1":2}}`)},
		{"a pipeline that cuts", `{}`, `{"_id":1,"a":[` + long + `,2]}`, `[{"$set":{"a":{"$slice":["$a",1]}}}]`, ``, `{"_id":1,"a":[` + long + `]}`, diff(`{"sa":{"a":true,"l":1}}`)},
		{"$replaceWith of a long document", `{}`, `{"_id":1,"a":1,"s":` + long + `}`, `[{"$replaceWith":{"$mergeObjects":["$$ROOT",{"a":2}]}}]`, ``, `{"_id":1,"a":2,"s":` + long + `}`, diff(`{"u":{"a":2}}`)},
		{"$replaceWith of another document", `{}`, `{"_id":1,"s":` + long + `}`, `[{"$replaceWith":{"_id":1,"b":1}}]`, ``, `{"_id":1,"b":1}`, `{"_id":1,"b":1}`},
		{"fields that $merge sets", `{}`, `{"_id":1,"a":{"b":1},"c":1}`, `null`, ``, `{"_id":1,"a":{"b":2},"c":1,"d":1}`, diff(`{"u":{"a":{"b":2}},"i":{"d":1}}`)},
		{"a replacement", `{}`, `{"_id":1,"a":1,"s":` + long + `}`, `{"a":2,"s":` + long + `}`, ``, `{"_id":1,"a":2,"s":` + long + `}`, `{"_id":1,"a":2,"s":` + long + `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := updateOf(t, c.filter, c.update, c.filters).Entry(encoded(t, c.before), encoded(t, c.after))
			if err != nil {
				t.Fatal(err)
			}
			if c.want == "null" {
				if o != nil {
					t.Errorf("%s, want no entry", o)
				}
				return
			}
			if want := encoded(t, c.want); !bytes.Equal(o, want) {
				t.Errorf("%s, want %s", o, want)
			}
		})
	}
}

// TestEntryOfAnother: a statement that would have made another document has no entry.
func TestEntryOfAnother(t *testing.T) {
	_, err := updateOf(t, `{}`, `{"$inc":{"a":1}}`, ``).Entry(encoded(t, `{"_id":1,"a":1}`), encoded(t, `{"_id":1,"a":3}`))
	if !errors.Is(err, ErrOther) {
		t.Errorf("%v, want %v", err, ErrOther)
	}
}

func updateOf(t *testing.T, filter, by, filters string) Update {
	t.Helper()
	u := Update{Filter: encoded(t, filter)}
	if by != "null" {
		u.Update = encoded(t, `{"v":`+by+`}`).Lookup("v")
	}
	if filters != "" {
		u.ArrayFilters = encoded(t, `{"v":`+filters+`}`).Lookup("v")
	}
	return u
}

func encoded(t *testing.T, text string) bson.Raw {
	t.Helper()
	raw, err := value.Encode(valuetest.Document(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

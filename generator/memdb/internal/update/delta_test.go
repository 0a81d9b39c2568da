package update

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// TestDelta compares the reported changes of updates. The expectations follow the
// server's tests of its update nodes and of the difference of two documents
// (src/mongo/db/update/*_node_test.cpp, document_diff_calculator_test.cpp).
func TestDelta(t *testing.T) {
	long := `"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`
	for _, c := range []struct{ name, doc, update, want string }{
		{"set of a field that is there", `{"_id":1,"a":1}`, `{"$set":{"a":2}}`, `{"u":{"a":2}}`},
		{"set of the same value", `{"a":1,"b":1}`, `{"$set":{"a":1,"b":2}}`, `{"u":{"b":2}}`},
		{"set of a whole document", `{"a":{"b":1,"c":1}}`, `{"$set":{"a":{"b":1,"c":2}}}`, `{"u":{"a":{"b":1,"c":2}}}`},
		{"set below what is there", `{"a":{"b":1}}`, `{"$set":{"a.b":2,"a.c":3}}`, `{"u":{"a.b":2,"a.c":3}}`},
		{"set below what is not there", `{}`, `{"$set":{"a.b.c":1,"a.d":2}}`, `{"u":{"a":{"b":{"c":1},"d":2}}}`},
		{"those that are there come first, then the new, then what lies deeper", `{"c":{"x":1},"d":1}`, `{"$set":{"a":1,"c.x":2,"d":2}}`, `{"u":{"d":2,"a":1,"c.x":2}}`},
		{"unset", `{"a":1,"b":{"c":1}}`, `{"$unset":{"a":"","b.c":"","z":""}}`, `{"r":["a","b.c"]}`},
		{"unset in an array", `{"a":[1,2]}`, `{"$unset":{"a.0":""}}`, `{"u":{"a.0":null}}`},
		{"inc by nothing", `{"a":1,"b":1}`, `{"$inc":{"a":0,"b":1}}`, `{"u":{"b":2}}`},
		{"an element", `{"a":[1,2]}`, `{"$set":{"a.1":9}}`, `{"u":{"a.1":9}}`},
		{"a place beyond the end", `{"a":[1]}`, `{"$set":{"a.3":9}}`, `{"u":{"a.3":9}}`},
		{"a document beyond the end", `{"a":[]}`, `{"$set":{"a.0.c":1}}`, `{"u":{"a.0":{"c":1}}}`},
		{"push at the end", `{"a":[1,2]}`, `{"$push":{"a":{"$each":[3,4]}}}`, `{"u":{"a.2":3,"a.3":4}}`},
		{"push into an empty array", `{"a":[]}`, `{"$push":{"a":1}}`, `{"u":{"a":[1]}}`},
		{"push makes the array", `{}`, `{"$push":{"a":1}}`, `{"u":{"a":[1]}}`},
		{"push at a position", `{"a":[1,2]}`, `{"$push":{"a":{"$each":[3],"$position":2}}}`, `{"u":{"a":[1,2,3]}}`},
		{"push and slice that cuts", `{"a":[1,2]}`, `{"$push":{"a":{"$each":[3],"$slice":-2}}}`, `{"u":{"a":[2,3]}}`},
		{"push and slice that does not", `{"a":[1,2]}`, `{"$push":{"a":{"$each":[3],"$slice":-9}}}`, `{"u":{"a.2":3}}`},
		{"push and sort", `{"a":[1,2]}`, `{"$push":{"a":{"$each":[3],"$sort":1}}}`, `{"u":{"a":[1,2,3]}}`},
		{"addToSet", `{"a":[1]}`, `{"$addToSet":{"a":{"$each":[1,2,3]}}}`, `{"u":{"a.1":2,"a.2":3}}`},
		{"addToSet into an empty array", `{"a":[]}`, `{"$addToSet":{"a":1}}`, `{"u":{"a.0":1}}`},
		{"addToSet makes the array", `{}`, `{"$addToSet":{"a":1}}`, `{"u":{"a":[1]}}`},
		{"addToSet of what is there", `{"a":[1],"b":1}`, `{"$addToSet":{"a":1},"$set":{"b":2}}`, `{"u":{"b":2}}`},
		{"pop", `{"a":[1,2]}`, `{"$pop":{"a":1}}`, `{"u":{"a":[1]}}`},
		{"pull", `{"a":[1,2]}`, `{"$pull":{"a":1}}`, `{"u":{"a":[2]}}`},
		{"rename", `{"a":1,"b":2}`, `{"$rename":{"a":"c"}}`, `{"u":{"c":1},"r":["a"]}`},
		{"rename onto another", `{"a":1,"b":2}`, `{"$rename":{"a":"b"}}`, `{"u":{"b":1},"r":["a"]}`},
		{"rename onto the same", `{"a":1,"b":1}`, `{"$rename":{"a":"b"}}`, `{"r":["a"]}`},
		{"rename into a new document", `{"a":1}`, `{"$rename":{"a":"b.c"}}`, `{"u":{"b":{"c":1}},"r":["a"]}`},
		{"all of several elements", `{"a":[{"n":1},{"n":2}]}`, `{"$inc":{"a.$[].n":1}}`, `{"u":{"a":[{"n":2},{"n":3}]}}`},
		{"all of one element", `{"a":[{"n":1}]}`, `{"$inc":{"a.$[].n":1}}`, `{"u":{"a.0.n":2}}`},
		{"one of several elements", `{"a":[{"n":1},{"n":2}]}`, `{"$min":{"a.$[].n":1}}`, `{"u":{"a.1":{"n":1}}}`},
		{"arrays in arrays", `{"a":[[1],[2]]}`, `{"$set":{"a.1.0":3}}`, `{"u":{"a.1.0":3}}`},
		{"a pipeline on a long document", `{"_id":1,"a":1,"s":` + long + `}`, `[{"$set":{"a":2,"b":3}}]`, `{"u":{"a":2,"b":3}}`},
		{"a pipeline on a short document", `{"_id":1,"a":1}`, `[{"$set":{"a":2}}]`, `null`},
		{"a pipeline in a document", `{"_id":1,"s":` + long + `,"a":{"b":1,"t":` + long + `}}`, `[{"$set":{"a.b":2}}]`, `{"u":{"a.b":2}}`},
		{"a pipeline in a short document", `{"_id":1,"s":` + long + `,"a":{"b":1}}`, `[{"$set":{"a.b":2}}]`, `{"u":{"a":{"b":2}}}`},
		{"a pipeline that removes", `{"_id":1,"b":1,"s":` + long + `}`, `[{"$unset":"b"}]`, `{"r":["b"]}`},
		{"a pipeline that moves a field", `{"_id":1,"b":1,"s":` + long + `,"c":1}`, `[{"$replaceWith":{"_id":1,"s":"$s","c":1,"b":1}}]`, `{"u":{"b":1}}`},
		{"a pipeline that cuts an array", `{"_id":1,"a":[` + long + `,2,3]}`, `[{"$set":{"a":{"$slice":["$a",2]}}}]`, `{"t":[{"field":"a","newSize":2}]}`},
		{"a pipeline in an array", `{"_id":1,"a":[` + long + `,{"n":1}]}`, `[{"$set":{"a":{"$concatArrays":[{"$slice":["$a",1]},[{"n":2},3]]}}}]`, `{"u":{"a.1":{"n":2},"a.2":3}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := valuetest.Document(t, c.doc)
			u, err := Parse(jsonValue(t, c.update), Options{Scope: expr.NewScope(nil, nil)})
			if err != nil {
				t.Fatal(err)
			}
			log := &Log{}
			after, err := u.Apply(Target{Doc: before, Positional: -1, Env: &expr.Env{}, Log: log})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := shown(u.Delta(log, before, after)), jsonValue(t, c.want); !identical(got, want) {
				t.Errorf("%s, want %s", value.String(got), value.String(want))
			}
		})
	}
}

func jsonValue(t *testing.T, text string) any {
	t.Helper()
	return value.Get(valuetest.Document(t, `{"v":`+text+`}`), "v")
}

// shown writes a delta with its empty parts left out.
func shown(d *Delta) any {
	if d == nil {
		return bson.Null{}
	}
	doc := bson.D{}
	if len(d.Updated) > 0 {
		doc = append(doc, bson.E{Key: "u", Value: d.Updated})
	}
	if len(d.Removed) > 0 {
		doc = append(doc, bson.E{Key: "r", Value: d.Removed})
	}
	if len(d.Truncated) > 0 {
		doc = append(doc, bson.E{Key: "t", Value: d.Truncated})
	}
	return doc
}

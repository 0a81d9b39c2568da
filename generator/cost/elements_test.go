package cost

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/memdb"
)

// TestElements: what an $elemMatch on two fields of one array reads by an index of
// both is what has its values in one element; by an index of one it is more.
func TestElements(t *testing.T) {
	for _, tt := range []struct {
		name, index, filter string
		documents           int64
		read                []int
	}{
		{"both", `{ "specs.k": 1, "specs.v": 1 }`, `{ "specs": { "$elemMatch": { "k": "color", "v": "red" } } }`, 2, []int{0, 2}},
		{"both, the second a range", `{ "specs.k": 1, "specs.v": 1 }`, `{ "specs": { "$elemMatch": { "v": { "$lt": "d" }, "k": "color" } } }`, 1, []int{1}},
		{"both, behind another", `{ "n": 1, "specs.k": 1, "specs.v": 1 }`, `{ "n": 1, "specs": { "$elemMatch": { "k": "color", "v": "red" } } }`, 1, []int{0}},
		{"both, by any element", `{ "specs.k": 1, "specs.v": 1 }`, `{ "specs.k": "trim", "specs.v": "red" }`, 1, []int{1}},
		{"both, by any element of others", `{ "specs.k": 1, "specs.v": 1 }`, `{ "specs.k": "color", "specs.v": "blue" }`, 3, []int{0, 1, 2}},
		{"one", `{ "specs.k": 1 }`, `{ "specs": { "$elemMatch": { "k": "color", "v": "red" } } }`, 3, []int{0, 1, 2}},
		{"none", `{ "other": 1 }`, `{ "specs": { "$elemMatch": { "k": "color", "v": "red" } } }`, 5, []int{0, 1, 2, 3, 4}},
	} {
		db := memdb.New(memdb.Options{})
		run := func(command bson.D) (bson.Raw, error) {
			return db.Run(t.Context(), marshal(t, append(command, bson.E{Key: "$db", Value: "d"}))), nil
		}
		documents := bson.A{}
		for _, text := range []string{
			`{ "_id": 1, "n": 1, "specs": [{ "k": "color", "v": "red" }] }`,
			`{ "_id": 2, "n": 1, "specs": [{ "k": "color", "v": "blue" }, { "k": "trim", "v": "red" }] }`,
			`{ "_id": 3, "n": 2, "specs": [{ "k": "color", "v": "red" }, { "k": "color", "v": "red" }] }`,
			`{ "_id": 4, "n": 2, "specs": [{}] }`, `{ "_id": 5 }`,
		} {
			documents = append(documents, extended(t, text))
		}
		run(bson.D{{Key: "insert", Value: "goods"}, {Key: "documents", Value: documents}})
		spec := bson.D{{Key: "name", Value: "x"}, {Key: "key", Value: extended(t, tt.index)}}
		run(bson.D{{Key: "createIndexes", Value: "goods"}, {Key: "indexes", Value: bson.A{spec}}})

		var filter bson.D
		if err := bson.Unmarshal(extended(t, tt.filter), &filter); err != nil {
			t.Fatal(err)
		}
		find := example.Operation{Name: "find", Object: "goods", Arguments: bson.D{{Key: "filter", Value: filter}}}
		got := Meter{Run: run}.Count(find, func(string) bool { return true }, false)(NewRecorder("d", "d"))
		var bytes int64
		for _, i := range tt.read {
			bytes += int64(len(documents[i].(bson.Raw)))
		}
		if got.DocumentsRead != example.Measured(tt.documents) || got.BytesRead != example.Measured(bytes) {
			t.Errorf("%s: %+v documents, %+v bytes read, want %d, %d", tt.name, got.DocumentsRead, got.BytesRead, tt.documents, bytes)
		}
	}
}

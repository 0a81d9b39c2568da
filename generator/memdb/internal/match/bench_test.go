package match

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// BenchmarkScan reads and matches 10,000 documents.
func BenchmarkScan(b *testing.B) {
	raw, err := value.Encode(valuetest.Document(b, `{"_id": 7, "station": "Blyth", "readings": [{"at": {"$date": "2024-05-01T00:00:00Z"}, "celsius": 11.5}, {"at": {"$date": "2024-05-01T01:00:00Z"}, "celsius": 12.25}], "tags": ["a", "b"], "place": {"lat": 55.1, "lon": -1.5}, "open": true}`))
	if err != nil {
		b.Fatal(err)
	}
	m, err := Parse(valuetest.Document(b, `{"readings.celsius": {"$gt": 12}, "tags": {"$in": ["b", "c"]}}`), Options{})
	if err != nil {
		b.Fatal(err)
	}
	env := &expr.Env{}
	for b.Loop() {
		for range 10_000 {
			doc, err := value.Decode(bson.Raw(raw))
			if err != nil {
				b.Fatal(err)
			}
			if result, err := m.Match(doc, env); err != nil || !result.OK {
				b.Fatal(result, err)
			}
		}
	}
}

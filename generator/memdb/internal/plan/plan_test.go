package plan

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// indexes are two plain indexes beside that on _id, and one of some documents.
func indexes(t *testing.T) []*storage.Index {
	t.Helper()
	c := storage.NewCollection("coast.ports", 0, 0, nil, &storage.Undo{})
	for _, text := range []string{
		`{"key": {"name": 1}, "name": "by name"}`,
		`{"key": {"region": 1, "berths": -1}, "name": "by region"}`,
		`{"key": {"depth": 1}, "name": "deep", "partialFilterExpression": {"depth": {"$gt": 9}}}`,
	} {
		spec, err := storage.ParseSpec(parse(t, text))
		if err == nil {
			err = spec.SetCollation(nil)
		}
		if err == nil {
			err = c.AddIndex(spec)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return c.Indexes
}

func parse(t *testing.T, text string) (doc bson.D) {
	t.Helper()
	if err := bson.UnmarshalExtJSON([]byte(text), false, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestPlan(t *testing.T) {
	all := indexes(t)
	for _, c := range []struct{ filter, sort, want string }{
		{`{}`, ``, "scan"},
		{`{"harbor": 1}`, ``, "scan"},
		{`{"name": "Bari"}`, ``, `by name ["Bari", "Bari"]`},
		{`{"name": {"$gt": "B", "$lt": "C"}}`, ``, `by name ("B", "C")`},
		{`{"$and": [{"region": "Puglia"}, {"berths": {"$lte": 4}}]}`, ``, `by region ["Puglia", "Puglia"] [-inf, 4]`},
		{`{"$or": [{"name": "Bari"}]}`, ``, "scan"},
		{`{"berths": 4}`, ``, "scan"},
		{`{"depth": 12}`, ``, "deep [12, 12]"},
		{`{"depth": 3}`, ``, "scan"},
		{`{"name": "Bari", "region": "Puglia", "berths": 4}`, ``, `by region ["Puglia", "Puglia"] [4, 4]`},
		{`{}`, `{"name": -1}`, "by name [MinKey, MaxKey] backward sorted"},
		{`{"region": "Puglia"}`, `{"berths": 1}`, `by region ["Puglia", "Puglia"] [MinKey, MaxKey] backward sorted`},
	} {
		filter, err := match.Parse(parse(t, c.filter), match.Options{})
		if err != nil {
			t.Fatal(err)
		}
		q := Query{Filter: filter}
		if c.sort != "" {
			q.Sort = parse(t, c.sort)
		}
		p, err := q.Plan(all)
		if got := describe(p); err != nil || got != c.want {
			t.Errorf("%s sorted by %s: %s, %v, want %s", c.filter, c.sort, got, err, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	all := indexes(t)
	for _, c := range []struct {
		hint any
		want string
	}{
		{"by name", `by name [MinKey, MaxKey]`},
		{bson.D{{Key: "depth", Value: int32(1)}}, "deep [MinKey, MaxKey]"},
		{bson.D{{Key: "$natural", Value: int32(-1)}}, "scan backward"},
	} {
		hint, _, err := ParseHint(c.hint, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Query{Hint: hint}.Plan(all)
		if got := describe(p); err != nil || got != c.want {
			t.Errorf("hint %v: %s, %v, want %s", c.hint, got, err, c.want)
		}
	}
	if _, err := (Query{Hint: Hint{Index: "by depth"}}).Plan(all); err == nil {
		t.Error("an index that is not there was found")
	}
}

func describe(p Plan) string {
	words := []string{"scan"}
	if p.Index != nil {
		words[0] = p.Index.Name
	}
	for _, intervals := range p.Bounds {
		for _, in := range intervals {
			open, closing := "(", ")"
			if in.LowIn {
				open = "["
			}
			if in.HighIn {
				closing = "]"
			}
			words = append(words, open+value.String(in.Low)+", "+value.String(in.High)+closing)
		}
	}
	if p.Reverse {
		words = append(words, p.Direction())
	}
	if p.Sorted {
		words = append(words, "sorted")
	}
	return strings.Join(words, " ")
}

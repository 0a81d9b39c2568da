package migration

import (
	"strings"
	"testing"

	"modelbook/generator/example"
)

// Ranks are counted among documents that refer to the same one, and equal numbers have
// the same rank.
func TestRanks(t *testing.T) {
	m := &example.Move{To: &example.Example{References: []example.Reference{{FromCollection: "pieces", FromPath: "drawer"}, {FromCollection: "labels", FromPath: "of"}}}, Ranks: []example.MovedField{{Field: "pieces.place"}}}
	open := leewayOf(m)
	const want = `{ "pieces": [{ "_id": 1, "drawer": 11, "place": 0 }, { "_id": 2, "drawer": 11, "place": 10 }, { "_id": 3, "drawer": 12, "place": 5 }, { "_id": 4, "drawer": 12 }] }`
	for _, c := range []struct{ name, change, want string }{
		{name: "other numbers", change: `"place": 0 => "place": -3.5`},
		{name: "in another drawer", change: `"place": 5 => "place": 50`},
		{name: "another order", change: `"place": 0 => "place": 20`, want: `place.rank of the document with _id 1 in "pieces" is 2 in place of 1`},
		{name: "equal numbers", change: `"place": 0 => "place": 10`, want: `place.rank of the document with _id 2 in "pieces" is 1 in place of 2`},
		{name: "no number", change: `"place": 5 => "place": "5"`, want: `place of the document with _id 3 in "pieces" is "5" in place of { "rank": 1 }`},
		{name: "a number more", change: `"_id": 4, "drawer": 12 => "_id": 4, "drawer": 12, "place": 9`, want: `place of the document with _id 4 in "pieces" is { "rank": 2 } in place of nothing`},
		{name: "another drawer", change: `"drawer": 12, "place": 5 => "drawer": 11, "place": 5`, want: `place.rank of the document with _id 2 in "pieces" is 3 in place of 2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			was, becomes, _ := strings.Cut(c.change, " => ")
			if !strings.Contains(want, was) {
				t.Fatalf("no %s", was)
			}
			got := ""
			if d := compare(collectionsOf(t, want), collectionsOf(t, strings.Replace(want, was, becomes, 1)), open); d != nil {
				got = d.text
			}
			if got != c.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

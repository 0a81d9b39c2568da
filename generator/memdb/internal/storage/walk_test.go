package storage

import (
	"math/rand/v2"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A walk meets, in either direction, the entries of a sorted list inside the bounds
// behind the last entry that it met, with any writes between two steps.
func TestWalkGoesOnWhereItWas(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := range 60 {
		x := newIndex(Spec{Key: bson.D{{Key: "a", Value: int32(1)}, {Key: "b", Value: int32(-1)}}})
		var list []Entry
		count := RecordID(0)
		insert := func() {
			count++
			e := Entry{[]any{int32(random.IntN(40)), float64(random.IntN(30))}, count}
			x.entries.insert(e, nil)
			at, _ := slices.BinarySearchFunc(list, e, x.entries.compare)
			list = slices.Insert(list, at, e)
		}
		remove := func(i int) {
			x.entries.remove(list[i])
			list = slices.Delete(list, i, i+1)
		}
		for range 300 * (n % 4) {
			insert()
		}
		backward := n%2 == 1
		var walk *Walk
		var within func(Entry) bool
		if n%3 == 0 {
			from, to := []any{int32(random.IntN(20)), float64(7)}, []any{int32(20 + random.IntN(20))}
			walk = x.WalkBetween(from, to, backward)
			within = func(e Entry) bool { return x.CompareKeys(e.Key, from) >= 0 && x.CompareKeys(e.Key, to) < 0 }
		} else {
			bounds := Bounds{randomIntervals(random, 40, false), randomIntervals(random, 30, true)}
			walk = x.Walk(bounds, backward)
			within = func(e Entry) bool { return inside(bounds[0], e.Key[0]) && inside(bounds[1], e.Key[1]) }
		}
		last, met := Entry{}, false
		for {
			var want RecordID
			ahead := func(e Entry) bool {
				c := x.entries.compare(e, last)
				return within(e) && (!met || c > 0 && !backward || c < 0 && backward)
			}
			i := slices.IndexFunc(list, ahead)
			if backward {
				for i = len(list) - 1; i >= 0 && !ahead(list[i]); i-- {
				}
			}
			if i >= 0 {
				want, last, met = list[i].ID, list[i], true
			}
			if got := walk.Next(); got != want {
				t.Fatalf("walk %d, backward %t: record %d, want %d", n, backward, got, want)
			}
			if want == 0 {
				break
			}
			switch random.IntN(4) {
			case 0:
				insert()
			case 1:
				remove(random.IntN(len(list)))
			case 2:
				remove(i)
			}
		}
	}
}

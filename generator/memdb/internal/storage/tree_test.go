package storage

import (
	"math/rand/v2"
	"slices"
	"testing"

	"modelbook/generator/memdb/internal/value"
)

// A scan returns the entries inside the bounds in the order of the index, as a walk
// over a sorted list does.
func TestScanEqualsFilteredList(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tree := tree{descending: []bool{false, true}}
	var list []Entry
	for i := range 3000 {
		e := Entry{[]any{int32(random.IntN(40)), float64(random.IntN(30))}, RecordID(i + 1)}
		tree.insert(e, nil)
		list = append(list, e)
	}
	for range 1500 {
		i := random.IntN(len(list))
		tree.remove(list[i])
		list = slices.Delete(list, i, i+1)
	}
	slices.SortFunc(list, tree.compare)
	x := &Index{entries: tree}
	for range 300 {
		bounds := Bounds{randomIntervals(random, 40, false), randomIntervals(random, 30, true)}
		var got, want []RecordID
		x.Scan(bounds, func(e Entry) bool { got = append(got, e.ID); return true })
		for _, e := range list {
			if inside(bounds[0], e.Key[0]) && inside(bounds[1], e.Key[1]) {
				want = append(want, e.ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("bounds %v: %d entries, want %d", bounds, len(got), len(want))
		}
	}
}

func randomIntervals(random *rand.Rand, limit int, descending bool) []Interval {
	var list []Interval
	for low := random.IntN(limit); low < limit; {
		high := low + random.IntN(5)
		list = append(list, Interval{int32(low), int32(high), high == low || random.IntN(2) == 0, high == low || random.IntN(2) == 0})
		low = high + 1 + random.IntN(10)
	}
	if descending {
		slices.Reverse(list)
	}
	return list
}

func inside(intervals []Interval, v any) bool {
	return slices.ContainsFunc(intervals, func(in Interval) bool {
		low, high := value.Compare(v, in.Low), value.Compare(v, in.High)
		return (low > 0 || low == 0 && in.LowIn) && (high < 0 || high == 0 && in.HighIn)
	})
}

package pipeline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"modelbook/generator/memdb/internal/value"
)

// A number is between the two that it is rounded to, and those are neighbours: a
// number just above the lower one is rounded up to the same.
func TestGranularityRoundsOutwards(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name := range preferredNumbers {
		g, err := parseGranularity(name)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(g.series) || g.series[len(g.series)-1] >= 10*g.series[0] {
			t.Errorf("%s is no series within a power of ten", name)
		}
		for range 1000 {
			v := random.Float64() * 1e6
			above, errAbove := g.up(v)
			below, errBelow := g.down(v)
			if errAbove != nil || errBelow != nil || value.CompareNumbers(below, v) >= 0 || value.CompareNumbers(above, v) <= 0 {
				t.Fatalf("%s: %v between %v and %v, %v, %v", name, v, below, above, errBelow, errAbove)
			}
			again, err := g.up(below)
			if ratio := value.ToDouble(again) / value.ToDouble(above); err != nil || ratio < 1-1e-9 || ratio > 1+1e-9 {
				t.Fatalf("%s: %v lies above %v, but above that is %v", name, above, below, again)
			}
		}
	}
}

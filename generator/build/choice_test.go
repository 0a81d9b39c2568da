package build

import (
	"fmt"
	"slices"
	"testing"
)

// TestShards: together they are all, and no two share anything.
func TestShards(t *testing.T) {
	for size := range 12 {
		var all []int
		for i := range size {
			all = append(all, i)
		}
		for n := 1; n <= 5; n++ {
			var together []int
			for i := 1; i <= n; i++ {
				together = append(together, part(all, i, n)...)
			}
			slices.Sort(together)
			if fmt.Sprint(together) != fmt.Sprint(all) {
				t.Errorf("%d in %d parts: %v", size, n, together)
			}
		}
	}
}

package expr

import (
	"testing"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/surface"
)

// What the table of the surface calls done has an operator here, and nothing else
// has one.
func TestSurface(t *testing.T) {
	done := map[string]bool{}
	for _, e := range surface.Entries() {
		if e.Kind == surface.Expression && e.State == surface.Done {
			done[e.Name] = true
			if operators[e.Name] == nil {
				t.Errorf("%s is called done, but has no operator", e.Name)
			}
		}
	}
	for name := range operators {
		if !done[name] {
			t.Errorf("%s has an operator, but is not called done", name)
		}
	}
}

// What the table of the surface calls done is read here, whatever it says of the
// argument; the rest is refused.
func TestAccumulatorSurface(t *testing.T) {
	for _, e := range surface.Entries() {
		if e.Kind != surface.Accumulator {
			continue
		}
		_, err := ParseAccumulator(e.Name, "$v", nil)
		if errcode.Is(err, 238) != (e.State == surface.Refused) {
			t.Errorf("%s is called %v: %v", e.Name, e.State, err)
		}
	}
}

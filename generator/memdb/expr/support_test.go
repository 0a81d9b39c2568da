package expr

import (
	"testing"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/support"
)

// What the table of package support calls done has an operator here, and nothing else
// has one.
func TestSupport(t *testing.T) {
	done := map[string]bool{}
	for _, e := range support.Entries() {
		if e.Kind == support.Expression && e.State == support.Done {
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

// What the table of package support calls done is read here, whatever it says of the
// argument; the rest is refused.
func TestAccumulatorSupport(t *testing.T) {
	for _, e := range support.Entries() {
		if e.Kind != support.Accumulator {
			continue
		}
		_, err := ParseAccumulator(e.Name, "$v", nil)
		if errcode.Refused(err) != (e.State == support.Refused) {
			t.Errorf("%s is called %v: %v", e.Name, e.State, err)
		}
	}
}

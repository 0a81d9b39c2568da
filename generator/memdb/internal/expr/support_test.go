package expr

import (
	"testing"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
)

// Every implemented operator is read, even if its argument is an error; the rest is
// refused.
func TestSupport(t *testing.T) {
	for _, e := range Support() {
		var err error
		switch e.Kind {
		case support.Expression:
			_, err = Parse(object(e.Name, "$v"), nil)
		case support.Accumulator:
			_, err = ParseAccumulator(e.Name, "$v", nil)
		case support.Variable:
			_, err = Parse("$$"+e.Name, nil)
		}
		if errcode.Refused(err) != (e.State == support.Refused) {
			t.Errorf("%s %s is called %v: %v", e.Kind, e.Name, e.State, err)
		}
	}
}

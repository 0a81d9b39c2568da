package ejson

import (
	"testing"

	"modelbook/generator/diag/diagtest"
)

// cases are the messages that the cases of this package's tests have led to.
var cases = diagtest.Messages{Arguments: map[string]int{"fail": 1, "note": 1, "report": 1}}

// TestMain fails if a message has no case.
func TestMain(m *testing.M) { cases.Main(m) }

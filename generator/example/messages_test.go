package example

import (
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/diag/diagtest"
)

// cases are the messages that the cases of this package's tests have led to.
var cases = diagtest.Messages{Arguments: map[string]int{"errorf": 2, "report": 1, "fail": 0, "Message": 1}}

func record(list diag.List) { cases.Note(list) }

// TestMain fails if a message has no case.
func TestMain(m *testing.M) { cases.Main(m) }

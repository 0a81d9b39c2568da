package code

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// TestTransactions: a transaction that ends and that others only watch is a
// callback; what meets another, fails, is given up or has options is none.
func TestTransactions(t *testing.T) {
	for _, tt := range []struct {
		steps string // a letter each: s session, S another, r who only reads, w who writes
		want  []part
	}{
		{"s+ s s s.", []part{begins, inside, inside, ends}},
		{"r s+ s r s. r", []part{alone, begins, inside, inside, ends, alone}},
		{"s+ s. s+ s s.", []part{alone, alone, begins, inside, ends}},
		{"s+ s w s.", make([]part, 4)},
		{"s+ S+ s S s. S.", make([]part, 6)},
		{"s+ s s-", make([]part, 3)},
		{"s+ s s0 s-", []part{begins, inside, inside, ends}},
		{"s+ s0 r s-", make([]part, 4)},
		{"s+ s! s.", make([]part, 3)},
		{"s+ s s.†", make([]part, 3)},
		{"s+? s s.", make([]part, 3)},
		{"s+ s", make([]part, 2)},
	} {
		e := &example.Example{}
		for name := range strings.FieldsSeq(tt.steps) {
			e.Steps = append(e.Steps, stepNamed(name))
		}
		if got := transactions(e); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.steps, got, tt.want)
		}
	}
}

// stepNamed makes a step: + starts, . ends and - aborts a transaction; ! expects
// an error, 0 a count that must be another one, † was not sent, ? has an option.
func stepNamed(name string) example.Step {
	s := example.Step{Unsent: strings.HasSuffix(name, "†"), Session: strings.Trim(name[:1], "rw")}
	s.Operation.Name = map[bool]string{true: "find", false: "updateOne"}[name[0] == 'r']
	for mark, operation := range map[string]string{"+": "startTransaction", ".": "commitTransaction", "-": "abortTransaction"} {
		if strings.Contains(name, mark) {
			s.Operation.Name = operation
		}
	}
	if strings.HasSuffix(name, "!") {
		s.ExpectError = &example.ExpectedError{Code: WriteConflict}
	}
	if strings.HasSuffix(name, "0") {
		s.Must = &example.Must{Count: "matchedCount", Is: 1}
		s.Expect = &example.Expectation{Value: ejson.MustRaw(bson.D{{Key: "matchedCount", Value: int32(0)}})}
	}
	if strings.HasSuffix(name, "?") {
		s.Operation.Arguments = bson.D{{Key: "readConcern", Value: bson.D{}}}
	}
	return s
}

package example

import (
	"fmt"
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// Must is the count of a write's result that decides whether a program goes on. A
// program that finds another count fails, and aborts the transaction that it is in.
type Must struct {
	Count string // as the result names it
	Is    int32
	Pos   diag.Pos
}

// mustCounts are the counts that the results of operations have in every driver.
var mustCounts = map[string][]string{
	"updateOne": updateCounts, "updateMany": updateCounts, "replaceOne": updateCounts,
	"deleteOne": {"deletedCount"}, "deleteMany": {"deletedCount"},
	"bulkWrite": {"insertedCount", "matchedCount", "modifiedCount", "deletedCount"},
}

var updateCounts = []string{"matchedCount", "modifiedCount"}

// mustKeys are all counts that "must" can name.
var mustKeys = mustCounts["bulkWrite"]

// must reads the count that decides. A step whose expected result has another count is
// one after which its program fails.
func (r *reader) must(v *ejson.Value, s *Step) {
	if v == nil || !r.kind(v, `"must"`, ejson.Object) {
		return
	}
	counts := mustCounts[s.Operation.Name]
	switch {
	case s.ExpectError != nil:
		r.errorf(v.Start, "", `a step has "must" or "expectError", not both`)
		return
	case counts == nil:
		r.errorf(v.Start, "say it of an update, a replacement, a deletion or a bulkWrite", "%s returns no count that could decide", s.Operation.Name)
		return
	case len(v.Members) != 1:
		r.errorf(v.Start, `write it like "must": { "`+counts[0]+`": 1 }`, `"must" is an object with one key`)
		return
	}
	m := v.Members[0]
	if !contains(counts, m.Key) {
		r.errorf(m.Start, unknownHint(m.Key, counts), "%s returns no %q", s.Operation.Name, m.Key)
		return
	}
	n, ok := r.integer(m.Value, fmt.Sprintf("%q", m.Key), 0, math.MaxInt32)
	if !ok {
		return
	}
	s.Must = &Must{Count: m.Key, Is: int32(n), Pos: r.text.Pos(m.Start)}
}

// MustFail reports whether the expected result has another count than the one that must
// be there: the step shows how its program fails.
func (s *Step) MustFail() bool {
	return s.Must != nil && s.Expect != nil && s.Must.Broken(s.Expect.Value) != ""
}

// Broken returns a message if a result has another count than the one that must be
// there.
func (m *Must) Broken(result bson.RawValue) string {
	document, ok := result.DocumentOK()
	if !ok {
		return ""
	}
	count, err := document.LookupErr(m.Count)
	if err != nil {
		return ""
	}
	if n, ok := count.AsInt64OK(); !ok || n == int64(m.Is) {
		return ""
	}
	return fmt.Sprintf("%s is %d, not %d", m.Count, count.AsInt64(), m.Is)
}

// transaction follows the transactions of sessions. One in which a count breaks what
// must be is aborted, as a program does that fails.
func (r *reader) transaction(v *ejson.Value, s *Step) {
	if s.Session == "" || s.Unsent {
		return
	}
	failed := r.failed[s.Session]
	switch s.Operation.Name {
	case "startTransaction":
		r.open[s.Session] = true
	case "commitTransaction", "abortTransaction":
		r.open[s.Session] = false
		delete(r.failed, s.Session)
	}
	if failed != "" && s.Operation.Name != "abortTransaction" {
		r.errorf(v.Start, "let the session go on with abortTransaction", `the program fails after the step %q, whose count is not what it "must" be`, failed)
	}
	if s.MustFail() && r.open[s.Session] {
		r.failed[s.Session] = s.ID
	}
}

// transactionsAborted refuses transactions that are left open by a count that breaks what
// must be.
func (r *reader) transactionsAborted() {
	for _, step := range r.example.Steps {
		if r.failed[step.Session] == step.ID {
			r.list.Add(r.example.Message(step.Must.Pos, fmt.Sprintf("the transaction is left open after the step %q, which makes its program fail", step.ID), "let a step with abortTransaction follow"))
		}
	}
}

func mustSchema() bson.D {
	properties := props{}
	table := ""
	for _, count := range mustKeys {
		properties[count] = typeSchema("integer", "As the result has it", pair("minimum", 0))
		table += count + " "
	}
	return append(objectSchema(table, "The count of the result without which a program fails, and aborts its transaction", properties),
		pair("minProperties", 1), pair("maxProperties", 1))
}

package verify

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// mostLines is the number of lines that a message shows of a diff.
const mostLines = 80

// mostPrinted is how many bytes of BSON are printed: more than a file of an
// example can hold.
const mostPrinted = 1 << 20

// printed returns a value as an example's file has it, unless it is larger.
func printed(v bson.RawValue) string {
	if len(v.Value) > mostPrinted {
		return fmt.Sprintf("%d bytes of BSON; at most %d are printed", len(v.Value), mostPrinted)
	}
	return ejson.Print(v)
}

// differenceHint is the hint for a result that differs from the expected one. It
// names a field in the filter that no document has.
func (r *verification) differenceHint(s *example.Step) string {
	if unknown := r.example.UnknownField(s.Operation, r.data); unknown != "" {
		return unknown + "; " + updateHint(r.example)
	}
	return updateHint(r.example)
}

// difference shows two printed values as a diff, expected and returned.
func difference(want, got string) string {
	out := diff.Diff("expected", []byte(want+"\n"), "returned", []byte(got+"\n"))
	_, out, _ = bytes.Cut(out, []byte("\n")) // the line "diff expected returned"
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) > mostLines {
		lines = append(lines[:mostLines], "…")
	}
	return strings.Join(lines, "\n")
}

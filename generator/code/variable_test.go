package code

import (
	"slices"
	"testing"

	"modelbook/generator/example"
)

// TestVariables: each step has a variable of its own, which says what it holds and is
// a word of no driver's language.
func TestVariables(t *testing.T) {
	steps := []example.Step{
		{ID: "find-ferry", Save: "ferry"}, {ID: "find-by-number"}, {ID: "by-number"}, {ID: "read-by-number"},
		{ID: "find", Operation: example.Operation{Object: "ships"}}, {ID: "list", Operation: example.Operation{Object: "system.views"}},
		{ID: "read-ferry"}, {ID: "anna-reads", Session: "anna"}, {ID: "anna"}, {ID: "ferry-cursor"}, {ID: "new"}, {ID: "1950s"}, {ID: "func"}, {ID: "delete"}, {ID: "threads"}, {ID: "cursor"},
	}
	want := []string{
		"ferry", "byNumber", "byNumber2", "readByNumber",
		"ships", "listResult",
		"readFerry", "annaReads", "anna2", "ferryCursor2", "newResult", "_1950s", "funcResult", "deleteResult", "threadsResult", "cursorResult",
	}
	if got := variables(&example.Example{Steps: steps}); !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

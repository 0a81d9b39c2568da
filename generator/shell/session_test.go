package shell_test

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/shell"
)

// TestSessions: a statement runs in the session it begins with; what a session
// lacks here is named.
func TestSessions(t *testing.T) {
	statements, list := shell.Parse(diag.NewText("", []byte("first.startTransaction()\ndb.c.find()\nfirst.getDatabase(db.getName()).c.deleteOne({})")), "first")
	if len(statements) != 3 {
		t.Fatal(told(list))
	}
	for i, want := range []string{"startTransaction first 1", "find  2", "deleteOne first 3"} {
		if got := strings.Join([]string{statements[i].Name, statements[i].Session, string(rune('0' + statements[i].Pos.Line))}, " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for source, want := range map[string]string{
		"second.startTransaction()":               "a statement begins with db, not with second",
		"first":                                   "the end where a method of first should stand",
		"first.getDatabase('other').c.find()":     "a session reaches one database here",
		"first.commit()":                          "a session has no method commit here",
		"first.startTransaction({ a: 1 })":        "startTransaction is called without arguments here",
		"first.abortTransaction":                  "abortTransaction is called without arguments here",
		"first.getDatabase(db.getName()).c.nix()": "a collection has no method nix here",
	} {
		if statements, list := shell.Parse(diag.NewText("", []byte(source)), "first"); len(statements) > 0 || !strings.Contains(told(list), want) {
			t.Errorf("%s: %d statements, %s", source, len(statements), told(list))
		}
	}
}

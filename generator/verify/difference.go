package verify

import (
	"bytes"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// mostLines is how much of a difference a message shows.
const mostLines = 80

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

package memdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/golden"
	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/support"
)

// The list of what runs and what does not, to be read where the code is; the
// site shows the same. To accept a change:
// go test ./generator/memdb -run TestList -update
func TestList(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What the embedded database runs\n\nMade from the table beside this file by its test.\n")
	for _, topic := range support.Topics {
		fmt.Fprintf(&b, "\n## %s\n", topic.ID)
		for _, line := range support.List(command.KnownNames(), topic) {
			fmt.Fprintf(&b, "\n%s", line.State)
			if line.Reason != "" {
				fmt.Fprintf(&b, " (%s)", line.Reason)
			}
			fmt.Fprintf(&b, ":\n`%s`\n", strings.Join(line.Names, "`\n`"))
		}
	}
	known, err := support.ReadEvidence()
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString("\n## evidence\n\ncases by the source of what they expect:\n")
	for _, source := range support.Sources {
		fmt.Fprintf(&b, "%s %d\n", source, known.Cases[source])
	}
	b.WriteString("\nassumed:\n")
	for _, assumed := range known.Assumed {
		fmt.Fprintf(&b, "- %s\n", assumed)
	}
	golden.File(t, "support/list.md", []byte(b.String()))
}

// Every name stands in the list once.
func TestListIsWhole(t *testing.T) {
	listed := 0
	for _, topic := range support.Topics {
		for _, line := range support.List(command.KnownNames(), topic) {
			if (line.Reason != "") != (line.State == support.Refused || line.State == support.Error) {
				t.Errorf("%s %v: reason %q", line.State, line.Names, line.Reason)
			}
			listed += len(line.Names)
		}
	}
	if listed != len(command.KnownNames()) {
		t.Errorf("%d names in the list, %d in the table", listed, len(command.KnownNames()))
	}
}

// Every word of a family finds a name, so that none outlives its entry.
func TestFamiliesFit(t *testing.T) {
	for _, word := range support.FamilyWords() {
		if !slices.ContainsFunc(command.KnownNames(), func(e support.Entry) bool { return e.State >= support.Refused && support.Matches(word, e.Name) }) {
			t.Errorf("nothing refused is called %s", word)
		}
	}
}

package surface

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// The list of what runs and what does not, as a page can show it. To accept a
// change: go test ./generator/memdb/surface -run TestList -args update
func TestList(t *testing.T) {
	var b strings.Builder
	for _, line := range List() {
		fmt.Fprintf(&b, "%s: %s", line.State, line.Kind)
		if line.Reason != "" {
			fmt.Fprintf(&b, " (%s)", line.Reason)
		}
		fmt.Fprintf(&b, "\n\t%s\n", strings.Join(line.Names, " "))
	}
	const file = "testdata/list.txt"
	if slices.Contains(os.Args, "update") {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the list changed; see the comment of this test. It is now:\n%s", b.String())
	}
}

// Every name stands in the list once.
func TestListIsWhole(t *testing.T) {
	listed := 0
	for _, line := range List() {
		if !slices.Contains(Kinds, line.Kind) {
			t.Errorf("the kind %s has no place in the list", line.Kind)
		}
		if (line.Reason != "") != (line.State == Refused || line.State == Error) {
			t.Errorf("%s %v: reason %q", line.State, line.Names, line.Reason)
		}
		listed += len(line.Names)
	}
	if listed != len(Entries()) {
		t.Errorf("%d names in the list, %d in the table", listed, len(Entries()))
	}
}

// Every word of a family finds a name, so that none outlives its entry.
func TestFamiliesFit(t *testing.T) {
	for _, family := range families {
		for _, word := range strings.Fields(family.names) {
			if !slices.ContainsFunc(Entries(), func(e Entry) bool { return e.State >= Refused && matches(word, e.Name) }) {
				t.Errorf("nothing refused is called %s", word)
			}
		}
	}
}

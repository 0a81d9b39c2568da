package memdb

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"modelbook/generator/golden"
	"modelbook/generator/memdb/internal/support"
)

// Where the expected results come from is shown on the site. To accept a
// change: go test ./generator/memdb -run TestEvidence -update
func TestEvidence(t *testing.T) {
	counted := support.Evidence{Cases: map[support.Source]int{}}
	for file, c := range allCases(t) {
		source := c.sourceOf()
		if source == "" || (source == support.Assumed) != (c.Assumes != "") {
			t.Errorf("%s: case %s has the source %q, the status %q and assumes %q", file, c.ID, c.Source, c.Status, c.Assumes)
		}
		if c.Code == 238 {
			continue // that memdb refuses says nothing of the server
		}
		counted.Cases[source]++
		if c.Assumes != "" && !slices.Contains(counted.Assumed, c.Assumes) {
			counted.Assumed = append(counted.Assumed, c.Assumes)
		}
	}
	got, err := json.MarshalIndent(counted, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	golden.File(t, "internal/support/evidence.json", append(got, '\n'))
}

var sourceForm = regexp.MustCompile(`^([FMSDT])(, [FMSDT])* \S`)

var sources = map[string]support.Source{
	"F": support.Tests, "M": support.Manual, "S": support.ServerSource, "D": support.Clients, "T": support.Clients,
}

// sourceOf returns where a case's expectation comes from, "" if that is not said.
func (c testCase) sourceOf() support.Source {
	letter := sourceForm.FindStringSubmatch(c.Source)
	switch {
	case letter == nil:
		return ""
	case c.Status == "measured":
		return support.Measured
	case c.Status == "assumed":
		return support.Assumed
	}
	return sources[letter[1]]
}

package example

import (
	"strings"
	"testing"
)

// TestStages holds that every fact of a stage is there, and that the order of
// the documents is known behind each.
func TestStages(t *testing.T) {
	for _, s := range stages {
		if s.Reach == 0 || s.Order == 0 {
			t.Errorf("%s: %+v lacks a fact", s.Name, s)
		}
		f := (&Example{}).flowOf("ferries", nil)
		f.stage(s.Name, nil) // panics if no rule follows the order
	}
}

// TestStagesStayInTheDatabase has each way in which a stage may name another.
func TestStagesStayInTheDatabase(t *testing.T) {
	for _, stage := range []string{
		`{ "$out": { "db": "other", "coll": "x" } }`,
		`{ "$merge": { "into": { "db": "other", "coll": "x" } } }`,
		`{ "$lookup": { "from": { "db": "other", "coll": "x" }, "as": "y" } }`,
		`{ "$graphLookup": { "from": { "db": "other", "coll": "x" } } }`,
		`{ "$unionWith": { "coll": { "db": "other", "coll": "x" } } }`,
		`{ "$facet": { "a": [{ "$unionWith": { "db": "other", "coll": "x" } }] } }`,
	} {
		operation := `{ "name": "aggregate", "object": "ferries", "arguments": { "pipeline": [` + stage + `] } }`
		_, got := parse(t, strings.Replace(ordered, "STEP", operation, 1))
		if !strings.Contains(got, "leaves the example's database (name the collection alone)") || strings.Contains(got, "\n") {
			t.Errorf("%s: %q", stage, got)
		}
	}
}

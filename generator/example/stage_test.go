package example

import "testing"

// TestStages holds that every fact of a stage is there, and that the order of
// the documents is known behind each.
func TestStages(t *testing.T) {
	for _, s := range stages {
		if s.Reach == 0 || s.Order == 0 || s.Documents == 0 {
			t.Errorf("%s: %+v lacks a fact", s.Name, s)
		}
		f := (&Example{}).flowOf("ferries", nil)
		f.stage(s.Name, nil) // panics if no rule follows the order
	}
}

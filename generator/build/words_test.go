package build

import (
	"slices"
	"testing"

	"modelbook/generator/page"
)

// TestWordsOfAPath: tiles that lead to sections of their page are a path's, those that
// lead to pages are not.
func TestWordsOfAPath(t *testing.T) {
	for text, want := range map[string]bool{
		"- [Few](#few)\\\n  dozens\n":               true,
		"- [Few](cardinality.md#few)\\\n  dozens\n": false,
		"- [Few](#few) are dozens\n":                false,
		"See [few](#few)\\\n  dozens\n":             false,
	} {
		if got := slices.Contains(wordsOf([]byte(text)), page.ForPath); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

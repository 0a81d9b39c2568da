package layout

import "testing"

// TestCuts: a string is cut between words, those of an identifier at last.
func TestCuts(t *testing.T) {
	for _, tt := range []struct{ body, head string }{
		{"a long_word here", "a "},
		{"a_very_long_word", "a_very_"},
		{"averylongword", "averylon"},
		{"a_fit", "a_fit"},
	} {
		if head, tail := cutLiteral(tt.body, 8); head != tt.head || head+tail != tt.body {
			t.Errorf("%s is cut into %q and %q", tt.body, head, tail)
		}
	}
}

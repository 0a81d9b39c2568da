package parse

import "testing"

func TestWithItsNoun(t *testing.T) {
	tests := map[string]string{
		"1 round trip":   "1\u00a0round trip",
		"16,957 bytes":   "16,957\u00a0bytes",
		"в 2 обращения":  "в 2\u00a0обращения",
		"52字节":           "52字节",
		"12":             "12",
		"no number here": "no number here",
	}
	for text, want := range tests {
		if got := withItsNoun(text); got != want {
			t.Errorf("withItsNoun(%q) = %q, want %q", text, got, want)
		}
	}
}

package search

import (
	"os"
	"strings"
	"testing"
)

// TestWords reads the cases that the browser's tokenizer is held to as well.
func TestWords(t *testing.T) {
	for text, want := range cases(t, "testdata/words.txt", " =>") {
		var got []string
		Words(text, func(word []byte, kind Kind) {
			got = append(got, [...]string{Plain: "", Part: "+", Whole: "("}[kind]+Fold(string(word))+[...]string{Plain: "", Part: "", Whole: ")"}[kind])
		})
		if strings.Join(got, " ") != strings.TrimSpace(want) {
			t.Errorf("%q: got %q, want %q", text, strings.Join(got, " "), strings.TrimSpace(want))
		}
	}
}

func TestWordsOfAnyLength(t *testing.T) {
	found := 0
	Words(strings.Repeat("а", longestWord)+" "+strings.Repeat("а", longestWord+1), func([]byte, Kind) { found++ })
	if found != 1 {
		t.Errorf("%d words, want the one of %d letters", found, longestWord)
	}
}

func cases(t *testing.T, file, separator string) map[string]string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(content)) {
		if before, after, ok := strings.Cut(line, separator); ok && !strings.HasPrefix(line, "#") {
			all[before] = after
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s holds no case", file)
	}
	return all
}

package search

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

// TestSimpleWords holds what reads common words quickly to what reads all.
func TestSimpleWords(t *testing.T) {
	texts := []string{"\xd0\xff \xc3\x28 а\xd1", "× ÷ à÷à a÷ Élan élan naïve", "Ёлка ёлка Йод", "a.b, c'd e-f g. h, i' j-", "e\u0301 a\u00ad b\u2011c d\u00a0e"}
	for text := range cases(t, "testdata/words.txt", " =>") {
		texts = append(texts, text)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		texts = append(texts, chance(random))
	}
	pages, err := filepath.Glob("../../content/*/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, page := range pages {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(content))
	}
	for _, text := range texts {
		var quick, slow []string
		Words(text, func(word []byte, kind Kind) { quick = append(quick, string(word)+string('0'+rune(kind))) })
		s := scanner{text: text, found: func(word []byte, kind Kind) { slow = append(slow, string(word)+string('0'+rune(kind))) }}
		for s.skip(); s.at < len(s.text); s.skip() {
			s.next()
			s.chunk()
		}
		if !slices.Equal(quick, slow) {
			t.Fatalf("%.200q: got %q, want %q", text, quick, slow)
		}
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

package search

import "testing"

// TestFold holds what returns most words as they are to what takes them apart.
func TestFold(t *testing.T) {
	quick := 0
	for r := rune(0); r <= 0xffff; r++ {
		letter := string(r)
		if !isFolded(letter) || 'A' <= r && r <= 'Z' {
			continue
		}
		quick++
		for _, word := range []string{letter, "a" + letter, "и" + letter, "文" + letter} {
			if got := fold(word); got != word || Fold(word) != word {
				t.Errorf("%q: taken apart it is %q", word, got)
			}
		}
	}
	if quick < 20_000 {
		t.Errorf("only %d letters are quick", quick)
	}
	for word, want := range map[string]string{"ёлка": "елка", "élan": "elan", "й": "й", "и\u0306": "й", "coleção": "colecao"} {
		if got := Fold(word); got != want {
			t.Errorf("%q is looked up as %q, want %q", word, got, want)
		}
	}
}

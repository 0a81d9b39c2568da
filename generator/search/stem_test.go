package search

import (
	"os"
	"strings"
	"testing"
)

// Each line of the list is one word, whose forms are found by each other and by
// no other word.
func TestBulgarianStem(t *testing.T) {
	content, err := os.ReadFile("testdata/bulgarian.txt")
	if err != nil {
		t.Fatal(err)
	}
	lineOf, forms := map[string]string{}, 0
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		want := bulgarianStem(words[0])
		for _, word := range words {
			forms++
			if got := bulgarianStem(word); got != want {
				t.Errorf("%s has the stem %s, %s has %s", word, got, words[0], want)
			}
		}
		if other := lineOf[want]; other != "" {
			t.Errorf("%s has the stem %s, as has %s", words[0], want, other)
		}
		lineOf[want] = words[0]
	}
	if forms < 300 {
		t.Errorf("the list has only %d forms", forms)
	}
}

func TestStemmer(t *testing.T) {
	for _, test := range []struct{ lang, a, b string }{
		{"en", "embedded", "embedding"}, {"en", "collections", "collection"}, {"en", "queries", "query"},
		{"en", "referenced", "reference"}, {"en", "referencing", "references"}, {"en", "sequenced", "sequences"},
		{"it", "collezioni", "collezione"}, {"it", "incorporato", "incorporare"},
		{"ru", "документами", "документ"}, {"ru", "ссылки", "ссылка"},
		{"pt-BR", "coleções", "coleção"}, {"pt-BR", "referências", "referência"},
		{"bg", "документите", "документ"}, {"bg", "indexes", "index"}, {"zh-CN", "indexes", "index"},
	} {
		stem := stemmer(test.lang)
		if stem(test.a) != stem(test.b) {
			t.Errorf("%s: %s has the stem %s, %s has %s", test.lang, test.a, stem(test.a), test.b, stem(test.b))
		}
	}
	// English stems are not those of another language in Latin letters.
	for _, word := range []string{"formatted", "dokumenty", "ścieżka"} {
		if got := stemmer("pl")(word); got != word {
			t.Errorf("pl: %s has the stem %s", word, got)
		}
	}
	for _, word := range []string{"$set", "_ids", "e11000", "one to ones"} {
		if got := stemmer("en")(word); got != word {
			t.Errorf("the name %s has the stem %s", word, got)
		}
	}
}

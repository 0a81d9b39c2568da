package search

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"modelbook/generator/required"
)

// vector is a text and its words, each with its kind.
type vector struct {
	Script  string      `json:"script,omitempty"` // of the page, "" for a text of chance
	Section int         `json:"section"`
	Text    string      `json:"text"`
	Words   [][2]string `json:"words"`
}

func vectorOf(text string) vector {
	v := vector{Text: text, Words: [][2]string{}}
	Words(text, func(word []byte, kind Kind) {
		v.Words = append(v.Words, [2]string{Fold(string(word)), [...]string{"plain", "part", "whole"}[kind]})
	})
	return v
}

// TestVectors writes the words of every page of a built site, and of texts of
// chance, for the browser's tokenizer to be held to by .ci/browser/vectors.mjs.
func TestVectors(t *testing.T) {
	site, file := os.Getenv("MODELBOOK_SEARCH_SITE"), os.Getenv("MODELBOOK_SEARCH_VECTORS")
	if site == "" || file == "" {
		required.Missing(t, "browser", "MODELBOOK_SEARCH_SITE names no built site, or MODELBOOK_SEARCH_VECTORS no file to write")
	}
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	lines := json.NewEncoder(w)
	scripts, err := filepath.Glob(filepath.Join(site, "search/*/page-*.js"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no pages in %s: %v", site, err)
	}
	for _, script := range scripts {
		for _, v := range pageVectors(t, site, script) {
			lines.Encode(v)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		lines.Encode(vectorOf(chance(random)))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

func pageVectors(t *testing.T, site, script string) []vector {
	t.Helper()
	content, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	content = bytes.TrimSuffix(bytes.TrimPrefix(content, []byte(call+"(")), []byte(")\n"))
	var name string
	var page []json.RawMessage
	if err := json.Unmarshal(arguments(content), &[]any{&name, &page}); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	var vectors []vector
	for i, raw := range page[4:] {
		var section [3]string
		if err := json.Unmarshal(raw, &section); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		v := vectorOf(section[1] + "\n" + section[2])
		v.Script, v.Section = name, i
		vectors = append(vectors, v)
	}
	return vectors
}

// arguments makes a list of the arguments of a call.
func arguments(list []byte) []byte { return append(append([]byte("["), list...), ']') }

// alphabet holds what the tokenizers treat each in its own way.
var alphabet = []rune("aZbÉßİıσςΣжЖйЙёЁѝî0128_$-.,'’‐‑ \u00a0\u202f\n\u0301\u0306文档かカｶ一𠀀Ⅷﬁ２Ａ²½ª№é́ãõç한ǅ")

func chance(random *rand.Rand) string {
	text := make([]rune, 1+random.IntN(14))
	for i := range text {
		text[i] = alphabet[random.IntN(len(alphabet))]
	}
	return string(text)
}

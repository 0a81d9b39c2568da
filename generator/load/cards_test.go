package load

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func pngOf(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCards(t *testing.T) {
	folder := t.TempDir()
	put := func(name string, content []byte) {
		t.Helper()
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	good := pngOf(t, CardWidth, CardHeight)
	put("pt-BR/index.0123456789abcdef.png", good)
	put("en/one-to-one.fedcba9876543210.png", good)
	put("en/small.0123456789abcdef.png", pngOf(t, 600, 315))
	put("en/text.0123456789abcdef.png", []byte("none"))
	put("en/vast.0123456789abcdef.png", make([]byte, maxCard+1))
	cards, err := OpenCards(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer cards.Close()
	wrong := map[string]string{"small": "600 × 315 pixels, not 1200 × 630", "text": "png", "vast": "it has 1025 kB; at most 1024 kB"}
	if len(cards.All) != 5 || cards.All[0] != (Card{"en", "one-to-one", "fedcba9876543210"}) {
		t.Errorf("%v", cards.All)
	}
	for _, card := range cards.All {
		content, err := cards.Read(card)
		switch why, isWrong := wrong[card.Slug]; {
		case !isWrong && (err != nil || !bytes.Equal(content, good)):
			t.Errorf("%s: %v", card.Name(), err)
		case isWrong && (err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), card.Name())):
			t.Errorf("%s: %v, want %s", card.Name(), err, why)
		}
	}
	put("en/notes.txt", nil)
	if _, err := OpenCards(folder); err == nil || !strings.Contains(err.Error(), "en/notes.txt: no name of a card") {
		t.Errorf("%v", err)
	}
}

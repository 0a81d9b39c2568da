package build

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/load"
	"modelbook/generator/tmpfs"
)

// What a card shows must stand on its page, and each must have one. That a build
// takes those that are right is seen where a browser makes them, in .ci/machines.
func TestCardsThatCannotBe(t *testing.T) {
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, load.CardWidth, load.CardHeight))); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		names   []string
		address bool
		want    string
	}{
		{[]string{"en/one-to-one.0000000000000000.png"}, false, "gives the site no address"},
		{[]string{"en/one-to-one.0000000000000000.png"}, true, "cards/en/one-to-one.0000000000000000.png: the card shows what the page no longer says"},
		{[]string{"en/404.0000000000000000.png"}, true, "en/404.0000000000000000.png: there is no page"},
		{[]string{"en/none.0000000000000000.png"}, true, "en/none.0000000000000000.png: there is no page"},
		{[]string{"fr/one-to-one.0000000000000000.png"}, true, "fr/one-to-one.0000000000000000.png: there is no page"},
		{[]string{"bg/index.0000000000000000.png", "bg/index.1111111111111111.png"}, true, "bg/index.1111111111111111.png: there is another card"},
		{[]string{"bg/index.png"}, true, "bg/index.png: no name of a card"},
	} {
		source, cards := handbook(t), tmpfs.TempDir(t)
		if test.address {
			edit(t, filepath.Join(source, "content/site.yaml"), "languages:", "address: https://example.org/book/\nlanguages:")
		}
		for _, name := range test.names {
			if err := os.MkdirAll(filepath.Join(cards, filepath.Dir(name)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(cards, name), drawn.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, messages, err := Build(t.Context(), Options{Source: source, Output: filepath.Join(tmpfs.TempDir(t), "site"), Cards: cards})
		var told strings.Builder
		if err := messages.Print(diag.NewTerminal(&told), "text"); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			told.WriteString(err.Error())
		}
		if !strings.Contains(told.String(), test.want) {
			t.Errorf("%v: %q, want %q", test.names, told.String(), test.want)
		}
	}
}

package site

import (
	"bytes"
	"io/fs"
	"regexp"
	"testing"
)

// What a style asks for must be a font of the theme: both lie in one folder
// of the built site.
func TestStylesNameFontsThatAreThere(t *testing.T) {
	styles, err := fs.ReadFile(embedded, "styles/in-bg.css")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`url\("([^"]*)"\)`).FindAllSubmatch(styles, -1)
	if len(named) != 2 {
		t.Errorf("the styles name %d fonts, want 2", len(named))
	}
	for _, match := range named {
		font, err := fs.ReadFile(embedded, "fonts/"+string(match[1]))
		if err != nil {
			t.Error(err)
		}
		if !bytes.HasPrefix(font, []byte("wOF2")) {
			t.Errorf("fonts/%s is not a WOFF2 file", match[1])
		}
	}
}

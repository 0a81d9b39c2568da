package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheme(t *testing.T) {
	source, _ := folder(t, map[string]string{
		"site/templates/page.html": "page", "site/strings/en.yaml": "a\r\nb", "site/strings/.#en.yaml": "", "site/strings/en.yaml~": "",
		"site/fonts/a.woff2": "\xff\x00", "site/public/index.html": "", "site/README.md": "",
	})
	theme, messages := source.Theme()
	want := map[string]string{"templates/page.html": "page", "strings/en.yaml": "a\nb", "fonts/a.woff2": "\xff\x00"}
	if len(messages) > 0 || len(theme) != len(want) {
		t.Errorf("%v, %v", theme, messages)
	}
	for name, content := range want {
		if string(theme[name]) != content {
			t.Errorf("%s: %q, want %q", name, theme[name], content)
		}
	}
}

// A theme may be a file or none. A folder that is one but for a letter is told.
func TestPartOfATheme(t *testing.T) {
	source, _ := folder(t, map[string]string{"content/en/index.md": ""})
	if theme, messages := source.Theme(); len(theme) != 0 || messages != nil {
		t.Errorf("%v, %v", theme, messages)
	}
	source, _ = folder(t, map[string]string{"site/strings/de.yaml": "x", "site/style/a.css": "", "site/output/index.html": ""})
	theme, messages := source.Theme()
	if len(theme) != 1 || string(theme["strings/de.yaml"]) != "x" {
		t.Errorf("%v", theme)
	}
	if len(messages) != 1 || !has(messages, "site/style", "a theme has no such folder") || messages.Failed() {
		t.Errorf("%v", messages)
	}
}

// What can't be read of a theme is told with its place.
func TestThemeMistakes(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, content, link, text string }{
		{"site/strings/en.yaml", "", secret, "leads out of the source folder"},
		{"site/icons", "", filepath.Dir(secret), "leads out of the source folder"},
		{"site/scripts/page.js", "", "none.js", "can't be read"},
		{"site/strings/bg.yaml", strings.Repeat("a\n", maxFile/2+1), "", "larger than 256 kB"},
		{"site/fonts/a.woff2", strings.Repeat("a", maxFont+1), "", "larger than 1024 kB"},
		{"site/styles/a.css", "\xff", "", "not UTF-8"},
		{"site/styles/folder/a.css", "", "", "not a plain file"},
		{"site/fonts/con.woff2", "", "", "not a name for a file"},
		{"site/fonts/a:b.woff2", "", "", "not a name for a file"},
		{"site/strings/é.yaml", "", "", "not a name for a file"},
	} {
		files := map[string]string{"site/templates/page.html": ""}
		if test.link == "" {
			files[test.file] = test.content
		}
		source, dir := folder(t, files)
		if test.link != "" {
			path := filepath.Join(dir, filepath.FromSlash(test.file))
			makeFolder(t, filepath.Dir(path))
			if err := os.Symlink(test.link, path); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
		}
		theme, messages := source.Theme()
		if len(messages) != 1 || !strings.HasPrefix(test.file, messages[0].File) || !strings.Contains(messages[0].Text, test.text) {
			t.Errorf("%s: %v, want %q", test.file, messages, test.text)
		}
		for name, content := range theme {
			if string(content) == "secret" {
				t.Errorf("%s gives a file from outside", name)
			}
		}
	}
}

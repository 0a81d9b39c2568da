package load

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

// folder writes files into a new source folder and opens it.
func folder(t *testing.T, files map[string]string) (*Source, string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		makeFolder(t, filepath.Dir(file))
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	source, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { source.Close() })
	return source, dir
}

func makeFolder(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o777); err != nil {
		t.Fatal(err)
	}
}

func has(messages diag.List, file, text string) bool {
	for _, m := range messages {
		if m.File == file && strings.Contains(m.Text, text) {
			return true
		}
	}
	return false
}

func TestFiles(t *testing.T) {
	source, _ := folder(t, map[string]string{
		"content/site.yaml": "", "content/README.md": "", "content/en/two.md": "", "content/en/one.md": "", "content/bg/one.md": "",
		"content/bg/.base/one.md": "", "content/bg/glossary.yaml": "", "examples/b.json": "", "examples/a.json": "", "examples/README.md": "",
		"examples/example.schema.json": "", "examples/verified/a.json": "", "other/file": "",
		"content/en/.one.md.swp": "", "content/en/one.md.swp": "", "content/en/one.md~": "", "content/en/#one.md#": "",
	})
	got, messages := source.Files()
	want := Files{
		Site:     "content/site.yaml",
		Pages:    []Page{{"bg", "one", "content/bg/one.md"}, {"en", "one", "content/en/one.md"}, {"en", "two", "content/en/two.md"}},
		Bases:    []Page{{"bg", "one", "content/bg/.base/one.md"}},
		Examples: []Example{{Name: "a", File: "examples/a.json", Record: "examples/verified/a.json"}, {Name: "b", File: "examples/b.json"}},
	}
	if len(messages) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, messages, want)
	}
}

func TestImages(t *testing.T) {
	source, dir := folder(t, map[string]string{
		"content/site.yaml": "", "content/en/one.md": "",
		"content/images/ferry.png": "not looked at", "content/images/a-quay.jpeg": "", "content/images/README.md": "", "content/images/.DS_Store": "",
		"content/en/images/menu.jpg":   "",
		"content/images/Ferry Two.png": "", "content/images/con.png": "", "content/images/drawing.svg": "", "content/images/ferry.PNG": "", "content/images/photo.png.exe": "",
		"content/en/.base/images/menu.jpg": "", "content/images/more/ferry.png": "",
		"content/images/large.png": strings.Repeat("x", maxImage+1),
	})
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "content/images/link.png")); err != nil {
		t.Fatal(err)
	}
	files, messages := source.Files()
	if want := []string{"content/en/images/menu.jpg", "content/images/a-quay.jpeg", "content/images/ferry.png"}; !slices.Equal(files.Images, want) {
		t.Errorf("got %q, want %q", files.Images, want)
	}
	for file, text := range map[string]string{
		"content/images/Ferry Two.png": "the name is not a slug", "content/images/con.png": "Windows keeps the name con for a device",
		"content/images/drawing.svg": "the site has no use for this file", "content/images/ferry.png": "the name differs from ferry.PNG only by case",
		"content/images/photo.png.exe": "the site has no use for this file", "content/en/.base/images": "the site has no use for this file",
		"content/images/more": "the site has no use for this file", "content/images/large.png": "the file is larger than 512 kB",
		"content/images/link.png": "it leads out of the source folder",
	} {
		if !has(messages, file, text) {
			t.Errorf("%s: not told that %s: %v", file, text, messages)
		}
	}
	content, messages := source.Image("content/images/ferry.png", nil)
	if string(content) != "not looked at" || messages != nil {
		t.Errorf("read %q, %v", content, messages)
	}
	if content, messages := source.Image("content/images/large.png", nil); content != nil || !has(messages, "content/images/large.png", "larger") {
		t.Errorf("read %d bytes, %v", len(content), messages)
	}
}

func TestBaseWithoutPage(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []string
		hint  string
	}{
		{"deleted", []string{"content/bg/two.md", "content/bg/.base/two.md"}, "rename it with its page, or delete it with its page"},
		{"renamed", []string{"content/bg/two.md"}, "if the page is content/bg/two.md now: git mv content/bg/.base/one.md content/bg/.base/two.md"},
		{"one of several", []string{"content/bg/two.md", "content/bg/three.md"}, "rename it with its page, or delete it with its page"},
	} {
		files := map[string]string{"content/site.yaml": "", "content/bg/.base/one.md": "", "content/it/one.md": ""}
		for _, file := range test.files {
			files[file] = ""
		}
		source, _ := folder(t, files)
		_, messages := source.Files()
		if len(messages) != 1 || messages[0].Severity != diag.Warning || !has(messages, "content/bg/.base/one.md", "there is no page content/bg/one.md that was made from this") || messages[0].Hint != test.hint {
			t.Errorf("%s: got %v", test.name, messages)
		}
	}
}

func TestFileNames(t *testing.T) {
	for _, test := range []struct{ file, text, hint string }{
		{"content/en/One Two.md", "not a slug", "rename it to one-two.md"},
		{"content/en/één.md", "not a slug", "rename it to een.md"},
		{"content/en/con.md", "Windows keeps the name con", ""},
		{"content/en/lpt1.md", "Windows keeps the name lpt1", ""},
		{"examples/a--b.json", "not a slug", "rename it to a-b.json"},
		{"content/en/picture.png", "no use for this file", ""},
		{"content/one.md", "no use for this file", ""},
		{"examples/a.jsonc", "no use for this file", ""},
		{"examples/index.json", "the site's list of examples has this name", "choose another name"},
		{"content/en/" + strings.Repeat("a", 101) + ".md", "longer than 100", ""},
	} {
		source, _ := folder(t, map[string]string{"content/site.yaml": "", test.file: ""})
		_, messages := source.Files()
		if len(messages) != 1 || !has(messages, test.file, test.text) || !strings.Contains(messages[0].Hint, test.hint) {
			t.Errorf("%s: got %v, want %q, %q", test.file, messages, test.text, test.hint)
		}
	}
}

func TestFolderNames(t *testing.T) {
	for _, name := range []string{"e_n", "en\n::error::x", "en\x1b[2J", strings.Repeat("a", 36)} {
		source, _ := folder(t, map[string]string{"content/site.yaml": "", "content/" + name + "/one.md": ""})
		files, messages := source.Files()
		if len(messages) != 1 || !has(messages, "content/"+shown(name), "not the tag of a language") || len(files.Pages) > 0 {
			t.Errorf("%q: got %v, %v", name, files.Pages, messages)
		}
	}
}

func TestTwins(t *testing.T) {
	source, dir := folder(t, map[string]string{"content/site.yaml": "", "content/en/One.md": "", "content/en/one.md": ""})
	if entries, err := os.ReadDir(filepath.Join(dir, "content/en")); err != nil || len(entries) < 2 {
		t.Skip("this file system takes the names for one")
	}
	if _, messages := source.Files(); !has(messages, "content/en/one.md", "differs from One.md only by case") {
		t.Errorf("got %v", messages)
	}
}

func TestHiddenDirection(t *testing.T) {
	source, _ := folder(t, map[string]string{"content/site.yaml": "", "content/en/one\u202edm.md": ""})
	_, messages := source.Files()
	if !has(messages, "content/en/one\ufffddm.md", "direction of writing") {
		t.Errorf("got %v", messages)
	}
}

func TestMissingSettings(t *testing.T) {
	source, _ := folder(t, nil)
	if _, messages := source.Files(); !has(messages, "content/site.yaml", "missing") {
		t.Errorf("got %v", messages)
	}
}

func TestLinksOutside(t *testing.T) {
	source, dir := folder(t, map[string]string{"content/site.yaml": "", "content/en/one.md": ""})
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"two.md": outside, "three.md": "one.md"} {
		if err := os.Symlink(to, filepath.Join(dir, "content/en", link)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	files, messages := source.Files()
	if len(messages) != 1 || !has(messages, "content/en/two.md", "leads out of the source folder") || len(files.Pages) != 2 {
		t.Errorf("got %v, %v", files, messages)
	}
	text, messages := source.Read("content/en/two.md")
	if !messages.Failed() || len(text.Bytes) > 0 {
		t.Errorf("read %q, %v", text.Bytes, messages)
	}
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ content, want, text string }{
		{"one\r\ntwo\n", "one\ntwo\n", ""},
		{"Наръчник\t—\n", "Наръчник\t—\n", ""},
		{"\xff", "", "1:1: this is not UTF-8"},
		{"one\rtwo", "", "1:4: control character U+000D"},
		{"\uFEFFone", "", "1:1: the file begins with a byte order mark"},
		{"a\nb\u2066c", "", "2:2: U+2066 changes the direction of writing"},
		{"می\u200cخواهم 👩\u200d🔬\n", "می\u200cخواهم 👩\u200d🔬\n", ""},
		{"a\u200bb", "", "1:2: U+200B is not seen"},
		{"a\U000e0041", "", "1:2: U+E0041 is not seen"},
		{"a\u009bb", "", "1:2: control character U+009B"},
		{"a\u061cc", "", "1:2: U+061C changes the direction of writing"},
		{"a\n" + strings.Repeat("a", maxLine+1), "", "2:1: the line is longer than 4 kB"},
		{strings.Repeat("a\n", maxFile/2+1), "", ": the file is larger than 256 kB"},
	} {
		source, _ := folder(t, map[string]string{"f.md": test.content})
		text, messages := source.Read("f.md")
		if test.text == "" {
			if len(messages) > 0 || string(text.Bytes) != test.want {
				t.Errorf("%q: got %q, %v; want %q", test.content, text.Bytes, messages, test.want)
			}
			continue
		}
		if len(messages) != 1 || !strings.HasPrefix(messages[0].Pos.String()+": "+messages[0].Text, "f.md:"+test.text) &&
			!strings.HasPrefix(messages[0].Pos.String()+": "+messages[0].Text, "f.md"+test.text) {
			t.Errorf("%.20q: got %v, want %q", test.content, messages, test.text)
		}
	}
}

func TestReadMissing(t *testing.T) {
	source, _ := folder(t, nil)
	if _, messages := source.Read("content/en/none.md"); !has(messages, "content/en/none.md", "can't be read") {
		t.Errorf("got %v", messages)
	}
}

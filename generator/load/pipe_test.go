//go:build unix

package load

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe that nobody writes to is told as what it is; reading it would wait
// forever.
func TestPipes(t *testing.T) {
	source, dir := folder(t, map[string]string{"site/templates/page.html": ""})
	for _, file := range []string{"content/site.yaml", "content/en/one.md", "examples/a.json", "site/strings/en.yaml", "site/fonts/a.woff2"} {
		path := filepath.Join(dir, file)
		makeFolder(t, filepath.Dir(path))
		if err := syscall.Mkfifo(path, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, messages := source.Files()
	_, more := source.Theme()
	messages = append(messages, more...)
	if len(files.Pages)+len(files.Examples) > 0 {
		t.Errorf("listed: %v", files)
	}
	for _, file := range []string{"content/site.yaml", "content/en/one.md", "examples/a.json", "site/strings/en.yaml", "site/fonts/a.woff2"} {
		if !has(messages, file, "this is not a plain file") {
			t.Errorf("%s: %v", file, messages)
		}
	}
	for _, file := range []string{"content/site.yaml", "content/en/one.md"} {
		if _, messages := source.Read(file); !has(messages, file, "this is not a plain file") {
			t.Errorf("%s: %v", file, messages)
		}
		if err := source.Write(file, nil); err == nil {
			t.Errorf("%s was written", file)
		}
	}
	if _, err := source.Stamps(); err != nil {
		t.Error(err)
	}
}

func TestFolderThatIsAPipe(t *testing.T) {
	for _, name := range []string{"content", "examples"} {
		source, dir := folder(t, map[string]string{"other": ""})
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, messages := source.Files(); !has(messages, name, "the folder can't be read") {
			t.Errorf("%s: %v", name, messages)
		}
	}
}

// TestPipesInPlaceOfFolders: nor is one opened where a folder is expected.
func TestPipesInPlaceOfFolders(t *testing.T) {
	source, dir := folder(t, map[string]string{"examples/a.json": "{}"})
	if err := syscall.Mkfifo(filepath.Join(dir, "content"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, messages := source.Read("content/site.yaml"); !messages.Failed() {
		t.Error("a file in a pipe was read")
	}
}

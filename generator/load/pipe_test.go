//go:build unix

package load

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
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

// TestFoldersThatArePipes: what a flag names is not waited for either.
func TestFoldersThatArePipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(string) error{
		"source": func(dir string) error { _, err := Open(dir); return err },
		"made":   func(dir string) error { _, err := Make(dir); return err },
		"cards":  func(dir string) error { _, err := OpenCards(dir); return err },
	} {
		if err := open(pipe); !strings.Contains(fmt.Sprint(err), "not a directory") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCardsThatArePipes: nor are files in a folder of cards.
func TestCardsThatArePipes(t *testing.T) {
	folder := t.TempDir()
	makeFolder(t, filepath.Join(folder, "en"))
	if err := syscall.Mkfifo(filepath.Join(folder, "en", "index.0123456789abcdef.png"), 0o666); err != nil {
		t.Fatal(err)
	}
	cards, err := OpenCards(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer cards.Close()
	for _, card := range cards.All {
		if _, err := cards.Read(card); !errors.Is(err, errNotPlain) {
			t.Errorf("%s: %v", card.Name(), err)
		}
	}
}

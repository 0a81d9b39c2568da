//go:build unix

package load

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What goes to translators is written without following links that stand in the
// folder, and what comes from them is read if it is a plain file of a sane size.
func TestExchange(t *testing.T) {
	dir, outside := filepath.Join(t.TempDir(), "handbook"), t.TempDir()
	if err := Export(dir, "bg/one.po", []byte("new")); err != nil {
		t.Fatal(err)
	}
	if content, err := Import(dir, filepath.Join(dir, "bg/one.po")); err != nil || string(content) != "new" {
		t.Errorf("%q, %v", content, err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "it")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := Export(dir, "it/one.po", []byte("new")); err == nil || !strings.Contains(err.Error(), "it is a symbolic link") {
		t.Errorf("written through a link: %v", err)
	}
	theirs := filepath.Join(outside, "theirs.po")
	if err := os.WriteFile(theirs, []byte("theirs"), 0o666); err != nil {
		t.Fatal(err)
	}
	linked := filepath.Join(dir, "bg", "linked.po")
	if err := os.Symlink(theirs, linked); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{linked, filepath.Join(dir, "it", "theirs.po")} {
		if _, err := Import(dir, name); err == nil || !strings.Contains(err.Error(), "is a symbolic link") {
			t.Errorf("%s: %v, want that it is a link", name, err)
		}
	}
	for _, name := range []string{theirs, linked} {
		if content, err := Import(filepath.Join(dir, "bg", "book"), name); err != nil || string(content) != "theirs" {
			t.Errorf("%s, outside: %q, %v", name, content, err)
		}
	}
	large, pipe := filepath.Join(outside, "large.po"), filepath.Join(outside, "pipe.po")
	if err := os.WriteFile(large, bytes.Repeat([]byte("x"), maxExchange+1), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{large: "it has 4097 kB; at most 4096 kB", pipe: "it is not a plain file", "/dev/zero": "it is not a plain file"} {
		if _, err := Import(dir, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

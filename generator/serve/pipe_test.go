//go:build unix

package serve

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe is a page that is replaced by a pipe, which nobody writes to: it is
// told, the server goes on, and mending it is seen.
func TestPipe(t *testing.T) {
	w := startWriter(t)
	w.event()
	guide := filepath.Join(w.folder, "content/en/one-to-one.md")
	content, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(guide); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(guide, 0o666); err != nil {
		t.Fatal(err)
	}
	w.expect(w.event(), "content/en/one-to-one.md", "not a plain file")
	if err := os.Remove(guide); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(guide, content, 0o666); err != nil {
		t.Fatal(err)
	}
	for e := w.event(); len(e.Messages) != 0; e = w.event() {
		// The page may be seen missing, then half written.
	}
}

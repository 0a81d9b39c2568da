//go:build unix

package wasm

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// damagesOnUnix are what may lie in the place of a file whose content is whole.
func damagesOnUnix(t *testing.T, file string, whole []byte) map[string]func() error {
	target := filepath.Join(t.TempDir(), "target")
	return map[string]func() error{
		"a link": func() error { return errors.Join(os.WriteFile(target, whole, 0o644), os.Symlink(target, file)) },
		"a pipe": func() error { return syscall.Mkfifo(file, 0o644) },
		"others may write to it": func() error {
			return errors.Join(os.WriteFile(file, whole, 0o644), os.Chmod(file, 0o666))
		},
	}
}

// TestCacheOfOthers: a folder to which others may write, or that is a link, is
// neither read nor written.
func TestCacheOfOthers(t *testing.T) {
	open, linked := filepath.Join(t.TempDir(), "open"), filepath.Join(t.TempDir(), "linked")
	planted, _ := counted("planted")
	if _, err := cached(open, "a", planted); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(open, linked); err != nil {
		t.Fatal(err)
	}
	compile, times := counted("module")
	if p, err := cached(linked, "a", compile); err != nil || string(p.Module) != "module" || len(p.Gzip) == 0 {
		t.Errorf("a link: %q, %v", p, err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b"} {
		if p, err := cached(open, key, compile); err != nil || string(p.Module) != "module" || len(p.Gzip) == 0 {
			t.Errorf("open to all, %s: %q, %v", key, p, err)
		}
	}
	if entries, err := os.ReadDir(open); *times != 3 || err != nil || len(entries) != 1 {
		t.Errorf("compiled %d times, %v, %v", *times, entries, err)
	}
}

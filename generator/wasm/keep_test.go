package wasm

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestKept: a program is compiled once for each fingerprint, and its forms are
// those that were made then.
func TestKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	compiled := 0
	compile := func() (*Program, error) {
		compiled++
		return &Program{Module: []byte("module"), Glue: []byte("glue")}, nil
	}
	first, err := kept(folder, "a", compile)
	if err != nil {
		t.Fatal(err)
	}
	for _, fingerprint := range []string{"a", "b"} {
		p, err := kept(folder, fingerprint, compile)
		if err != nil || string(p.Module) != "module" || string(p.Glue) != "glue" || !bytes.Equal(p.Gzip, first.Gzip) || !bytes.Equal(p.Brotli, first.Brotli) {
			t.Errorf("%s: %q, %v", fingerprint, p, err)
		}
	}
	if compiled != 2 {
		t.Errorf("compiled %d times", compiled)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(first.Gzip))
	if err != nil {
		t.Fatal(err)
	}
	if content, err := io.ReadAll(unpacked); string(content) != "module" {
		t.Errorf("unpacked: %q, %v", content, err)
	}
}

// TestKeptFew: what is kept does not grow, and one whose files are damaged is
// made again.
func TestKeptFew(t *testing.T) {
	folder := t.TempDir()
	make := func(i int) *Program {
		p, err := kept(folder, fmt.Sprint(i), func() (*Program, error) {
			return &Program{Module: fmt.Append(nil, "module ", i), Glue: []byte("glue")}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for i := range 3 * most {
		make(i)
	}
	folders, err := os.ReadDir(folder)
	if err != nil || len(folders) != most {
		t.Errorf("kept %v, %v", folders, err)
	}
	damaged := filepath.Join(folder, folders[0].Name(), gzipFile)
	if err := os.WriteFile(damaged, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range 3 * most {
		if p := make(i); string(p.Module) != fmt.Sprint("module ", i) {
			t.Errorf("%d: %q", i, p.Module)
		}
	}
}

// TestKeptNothing: nothing is kept of what could not be compiled.
func TestKeptNothing(t *testing.T) {
	folder, broken := t.TempDir(), errors.New("broken")
	if _, err := kept(folder, "a", func() (*Program, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

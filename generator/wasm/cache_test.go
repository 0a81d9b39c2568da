package wasm

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// counted returns what stands for compiling a module, and how often it was asked.
func counted(module string) (compile func() (*Program, error), times *int) {
	times = new(int)
	return func() (*Program, error) {
		*times++
		return &Program{Module: []byte(module), Glue: []byte("glue")}, nil
	}, times
}

// TestKept: a program is compiled once for each key, and its forms are those that
// were made then.
func TestKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	compile, times := counted("module")
	first, err := cached(folder, "a", compile)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b"} {
		p, err := cached(folder, key, compile)
		if err != nil || string(p.Module) != "module" || string(p.Glue) != "glue" || !bytes.Equal(p.Gzip, first.Gzip) || !bytes.Equal(p.Brotli, first.Brotli) {
			t.Errorf("%s: %q, %v", key, p, err)
		}
	}
	if *times != 2 {
		t.Errorf("compiled %d times", *times)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(first.Gzip))
	if err != nil {
		t.Fatal(err)
	}
	if content, err := io.ReadAll(unpacked); string(content) != "module" {
		t.Errorf("unpacked: %q, %v", content, err)
	}
}

// TestKeptFew: what is kept does not grow, and what an earlier version or a killed
// build left goes.
func TestKeptFew(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, cachePrefix+"a.STAGED"), []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, cachePrefix+"b", "play.wasm.gz"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range 3 * maxCached {
		compile, _ := counted(fmt.Sprint("module ", i))
		if p, err := cached(folder, fmt.Sprint(i), compile); err != nil || string(p.Module) != fmt.Sprint("module ", i) {
			t.Errorf("%d: %v, %v", i, p, err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != maxCached {
		t.Errorf("kept %v, %v", entries, err)
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			t.Errorf("kept %v", entry)
		}
	}
}

// TestKeptDamaged: with a byte of it flipped, cut short, in the place of another,
// or with something that is no plain file in its place, a program is compiled again
// and kept anew.
func TestKeptDamaged(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, cachePrefix+"a")
	compile, times := counted("module")
	first, err := cached(folder, "a", compile)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(content []byte) func() error {
		return func() error { return os.WriteFile(file, content, 0o644) }
	}
	damages := map[string]func() error{
		"empty":     write(nil),
		"cut short": write(whole[:len(whole)-1]),
		"longer":    write(append(bytes.Clone(whole), 0)),
		"10 GB":     func() error { return errors.Join(write(nil)(), os.Truncate(file, 10<<30)) },
		"another":   write(first.encode("b")),
		"a folder":  func() error { return os.MkdirAll(filepath.Join(file, "x"), 0o755) },
	}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1
		if p, _, err := decode(flipped); err == nil {
			t.Errorf("byte %d flipped: %v", i, p)
		}
		damages["a byte flipped"] = write(flipped)
	}
	maps.Copy(damages, damagesOnUnix(t, file, whole))
	for name, damage := range damages {
		if err := errors.Join(os.RemoveAll(file), damage()); err != nil {
			t.Fatal(err)
		}
		*times = 0
		for range 2 {
			p, err := cached(folder, "a", compile)
			if err != nil || string(p.Module) != "module" {
				t.Errorf("%s: %q, %v", name, p, err)
			}
		}
		if *times != 1 {
			t.Errorf("%s: compiled %d times", name, *times)
		}
		if content, err := os.ReadFile(file); err != nil || !bytes.Equal(content, whole) {
			t.Errorf("%s: not kept anew (%v)", name, err)
		}
	}
}

// TestKeptNothing: nothing is kept of what could not be compiled.
func TestKeptNothing(t *testing.T) {
	folder, broken := t.TempDir(), errors.New("broken")
	if _, err := cached(folder, "a", func() (*Program, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

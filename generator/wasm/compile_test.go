package wasm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// files writes a module whose worker is the given source.
func files(t *testing.T, name, worker string) string {
	t.Helper()
	folder := t.TempDir()
	for path, content := range map[string]string{
		"go.mod": "module " + name + "\n", "go.sum": "", "generator/wasm/worker/main.go": worker, "generator/play/play_test.go": "",
	} {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	return folder
}

// TestNotCompiled: a worker that can't be compiled is an error that says where.
func TestNotCompiled(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	files(t, "modelbook", "package main\n\nfunc main() { nothing() }\n")
	maker, err := Find(t.Context())
	if err != nil || maker == nil {
		t.Fatal(maker, err)
	}
	if p, err := maker.Program(); err == nil || !strings.Contains(err.Error(), "worker/main.go:3") {
		t.Errorf("%v, %v", p, err)
	}
}

// TestNoModule: without the module or without a go command there is no program
// but the one that is carried, which this test is not.
func TestNoModule(t *testing.T) {
	if entries, err := os.ReadDir("embedded"); err != nil || len(entries) > 1 {
		t.Skip("this program carries one", err)
	}
	files(t, "another", "package main\n")
	if maker, err := Find(t.Context()); maker != nil || err != nil {
		t.Errorf("in another module: %v, %v", maker, err)
	}
	files(t, "modelbook", "package main\n")
	t.Setenv("PATH", "")
	if maker, err := Find(t.Context()); maker != nil || err != nil {
		t.Errorf("without a go command: %v, %v", maker, err)
	}
}

// TestFingerprint: it changes with what is compiled, not with a test.
func TestFingerprint(t *testing.T) {
	folder := files(t, "modelbook", "package main\n")
	find := func() string {
		maker, err := Find(t.Context())
		if err != nil || maker == nil {
			t.Fatal(maker, err)
		}
		return maker.Fingerprint
	}
	write := func(path string) {
		if err := os.WriteFile(filepath.Join(folder, path), []byte("package other\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	first := find()
	if write("generator/play/play_test.go"); find() != first {
		t.Error("a test changes it")
	}
	if write("generator/play/play.go"); find() == first {
		t.Error("a file does not change it")
	}
}

// TestCarried: what was written to a folder is what a program reads from there.
func TestCarried(t *testing.T) {
	folder := t.TempDir()
	p := &Program{Module: []byte("module"), Glue: []byte("glue")}
	if err := p.compress(); err != nil {
		t.Fatal(err)
	}
	if err := p.write(folder); err != nil {
		t.Fatal(err)
	}
	maker, err := carriedIn(os.DirFS(folder))
	if err != nil || maker == nil {
		t.Fatal(maker, err)
	}
	if got, err := maker.Program(); err != nil || string(got.Module) != "module" || string(got.Glue) != "glue" {
		t.Errorf("%v, %v", got, err)
	}
}

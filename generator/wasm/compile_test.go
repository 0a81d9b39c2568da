package wasm

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// worker is sources whose worker is the given one.
func worker(source string) fstest.MapFS {
	return fstest.MapFS{"wasm/worker/main.go": {Data: []byte(source)}, "wasm/worker/main_test.go": {Data: []byte("package wrong")}, "play/play.go": {Data: []byte("package play")}}
}

// none is what a program carries that carries nothing.
var none = fstest.MapFS{}

// emptyCache makes the cache of programs an empty one, and leaves the go command its
// own, without which it would compile Go's packages anew.
func emptyCache(t *testing.T) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	folders := strings.Fields(string(out))
	t.Setenv("GOCACHE", folders[0])
	t.Setenv("GOMODCACHE", folders[1])
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

// TestNotCompiled: a worker that can't be compiled is an error that says where.
func TestNotCompiled(t *testing.T) {
	emptyCache(t)
	maker, err := find(t.Context(), worker("package main\n\nfunc main() { nothing() }\n"), none)
	if err != nil || maker == nil {
		t.Fatal(maker, err)
	}
	if p, err := maker.Program(); err == nil || !strings.Contains(err.Error(), "worker/main.go:3") {
		t.Errorf("%v, %v", p, err)
	}
}

// TestStrangersFolder: whatever module the working directory is in, its own
// sources are compiled, and no toolchain is asked for.
func TestStrangersFolder(t *testing.T) {
	emptyCache(t)
	asked := make(chan string, 100)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		http.NotFound(w, r)
	}))
	defer proxy.Close()
	for name, value := range map[string]string{"GOPROXY": proxy.URL, "GOTOOLCHAIN": "auto", "GONOSUMDB": "*", "GOENV": "off", "GOFLAGS": "", "GOWORK": ""} {
		t.Setenv(name, value)
	}
	folder := t.TempDir()
	for path, content := range map[string]string{
		"go.mod":                        "module modelbook\n\ngo 1.99\n\ntoolchain go1.99.9\n",
		"go.work":                       "go 1.99\n\nuse .\n",
		"generator/wasm/worker/main.go": "package main\n\nfunc main() { println(\"of a stranger\") }\n",
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
	maker, err := find(t.Context(), worker("package main\n\nfunc main() { println(\"of this program\") }\n"), none)
	if err != nil || maker == nil {
		t.Fatal(maker, err)
	}
	p, err := maker.Program()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(p.Module, []byte("of a stranger")) || !bytes.Contains(p.Module, []byte("of this program")) {
		t.Error("another worker was compiled than the program's own")
	}
	close(asked)
	for path := range asked {
		t.Error("the go command asked for", path)
	}
}

// TestNoGo: without a go command, or with one that is too old, there is no program
// but the one that is carried.
func TestNoGo(t *testing.T) {
	t.Setenv("PATH", "")
	if maker, err := find(t.Context(), worker("package main\n"), none); maker != nil || err != nil {
		t.Errorf("without a go command: %v, %v", maker, err)
	}
}

// TestCarried: what was embedded is what a program has, if it was compiled from its
// own sources.
func TestCarried(t *testing.T) {
	t.Setenv("PATH", "")
	own := worker("package main\n")
	s, err := readAll(own)
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{Module: []byte("module"), Glue: []byte("glue")}
	if err := p.compress(); err != nil {
		t.Fatal(err)
	}
	carried := fstest.MapFS{carriedFile: {Data: p.encode(s.key)}}
	maker, err := find(t.Context(), own, carried)
	if err != nil || maker == nil {
		t.Fatal(maker, err)
	}
	if got, err := maker.Program(); err != nil || string(got.Module) != "module" || string(got.Glue) != "glue" {
		t.Errorf("%v, %v", got, err)
	}
	if maker, err := find(t.Context(), nil, carried); maker == nil || err != nil {
		t.Errorf("without sources: %v, %v", maker, err)
	}
	if maker, err := find(t.Context(), worker("package main // changed\n"), carried); maker != nil || err != nil {
		t.Errorf("compiled from others: %v, %v", maker, err)
	}
	carried[carriedFile].Data[100] ^= 1
	if maker, err := find(t.Context(), own, carried); err == nil {
		t.Errorf("damaged: %v", maker)
	}
}

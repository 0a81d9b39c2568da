package wasm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// module is this program's module, and the go command that compiles it.
type module struct {
	GOMOD, GOROOT, GOVERSION string
}

const workerPackage = "modelbook/generator/wasm/worker"

// options are those of go build. Without inlining the program is a seventh
// smaller.
var options = []string{"-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w"}

// findModule gives the module that the working directory is in, nil if it is
// another one than this program's or there is no go command.
func findModule(ctx context.Context) *module {
	out, err := exec.CommandContext(ctx, "go", "env", "-json", "GOMOD", "GOROOT", "GOVERSION").Output()
	m := new(module)
	if err != nil || json.Unmarshal(out, m) != nil {
		return nil
	}
	content, err := os.ReadFile(m.GOMOD)
	if err != nil || !bytes.HasPrefix(content, []byte("module modelbook\n")) {
		return nil
	}
	return m
}

// fingerprint is a hash of all that the program is compiled from: more files
// than it needs, since which it needs takes the go command long to tell.
func (m *module) fingerprint() (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %q\n", m.GOVERSION, options)
	root := os.DirFS(filepath.Dir(m.GOMOD))
	add := func(path string) error {
		content, err := fs.ReadFile(root, path)
		fmt.Fprintf(sum, "%q %x\n", path, sha256.Sum256(content))
		return err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := add(name); err != nil {
			return "", err
		}
	}
	err := fs.WalkDir(root, "generator", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || path == "generator/wasm/embedded"):
			return fs.SkipDir
		case entry.IsDir() || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		return add(path)
	})
	return hex.EncodeToString(sum.Sum(nil)[:8]), err
}

// compile gives the program without its compressed forms.
func (m *module) compile(ctx context.Context) (*Program, error) {
	folder, err := os.MkdirTemp("", "modelbook-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "play.wasm")
	build := exec.CommandContext(ctx, filepath.Join(m.GOROOT, "bin", "go"), append(append([]string{"build"}, options...), "-o", file, workerPackage)...)
	build.Dir = filepath.Dir(m.GOMOD)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile the playground: %w\n%s", err, out)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p := new(Program)
	if p.Module, err = linked(content); err != nil {
		return nil, err
	}
	p.Glue, err = os.ReadFile(filepath.Join(m.GOROOT, "lib", "wasm", "wasm_exec.js"))
	return p, err
}

// linked gives a module of Go's linker with a bounded memory and few data segments.
func linked(module []byte) ([]byte, error) {
	module, err := revised(module, memorySection, bounded)
	if err != nil {
		return nil, err
	}
	return revised(module, dataSection, joined)
}

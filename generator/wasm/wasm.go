// Package wasm makes the program of the playground: package play, compiled for
// browsers, and its forms for hosts that send files compressed.
//
// It is compiled by the go command from the module that the working directory
// is in. A program that is handed to people without Go carries it: "go generate
// ./generator/wasm" before "go build" puts it into embedded/, which is never
// committed.
package wasm

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

//go:generate go run modelbook/generator/wasm/embed

// Program is what the playground loads.
type Program struct {
	Module       []byte // WebAssembly
	Gzip, Brotli []byte // the module, compressed
	Glue         []byte // Go's script that runs the module
}

// Fingerprint is a part of a hash of the module.
func (p *Program) Fingerprint() string {
	sum := sha256.Sum256(p.Module)
	return hex.EncodeToString(sum[:8])
}

// Source is that of the program's main package, the part of it that is not in
// the program that builds the site: a site is built again if it changed.
//
//go:embed worker/main.go
var Source string

//go:embed all:embedded
var embedded embed.FS

const workerPackage = "modelbook/generator/wasm/worker"

// Available reports whether Load can give a program.
func Available() bool {
	if _, err := fs.Stat(embedded, "embedded/"+gzipFile); err == nil {
		return true
	}
	return inModule()
}

// inModule reports whether the working directory is in this program's module and
// the go command is there.
func inModule() bool {
	out, err := exec.Command("go", "list", "-m").Output()
	return err == nil && strings.TrimSpace(string(out)) == "modelbook"
}

// Names of the files in embedded/ and among those that are kept.
const (
	gzipFile   = "play.wasm.gz"
	brotliFile = "play.wasm.br"
	glueFile   = "wasm_exec.js"
)

// Load gives the program: compiled, or as this program carries it.
func Load(ctx context.Context) (*Program, error) {
	if inModule() {
		return Compile(ctx)
	}
	return carried()
}

func carried() (*Program, error) {
	p := new(Program)
	for name, into := range map[string]*[]byte{gzipFile: &p.Gzip, brotliFile: &p.Brotli, glueFile: &p.Glue} {
		content, err := embedded.ReadFile("embedded/" + name)
		if err != nil {
			return nil, errors.New("the playground is not in this program, and there is no go command that could compile it here")
		}
		*into = content
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(p.Gzip))
	if err == nil {
		p.Module, err = io.ReadAll(unpacked)
	}
	return p, err
}

// Write puts the program into a folder, as Load finds it in embedded/.
func (p *Program) Write(folder string) error {
	var failed error
	for name, content := range map[string][]byte{gzipFile: p.Gzip, brotliFile: p.Brotli, glueFile: p.Glue} {
		failed = errors.Join(failed, os.WriteFile(filepath.Join(folder, name), content, 0o644))
	}
	return failed
}

// Compile runs the go command. What is compressed is kept in the user's cache,
// since that takes longer than all the rest of a build.
func Compile(ctx context.Context) (*Program, error) {
	folder, err := os.MkdirTemp("", "modelbook-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "play.wasm")
	// Without inlining the module is a seventh smaller.
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w", "-o", file, workerPackage)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile the playground: %w\n%s", err, out)
	}
	p := new(Program)
	if p.Module, err = os.ReadFile(file); err != nil {
		return nil, err
	}
	if p.Module, err = bounded(p.Module); err != nil {
		return nil, err
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	if p.Glue, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, err
	}
	return p, p.compress()
}

// compress fills in the compressed forms, from the cache if they are there.
func (p *Program) compress() error {
	folder := ""
	if cache, err := os.UserCacheDir(); err == nil {
		folder = filepath.Join(cache, "modelbook", "wasm-"+p.Fingerprint())
	}
	if known, err := os.ReadFile(filepath.Join(folder, gzipFile)); err == nil && folder != "" && unpacks(known, p.Module) {
		p.Gzip = known
		if p.Brotli, err = os.ReadFile(filepath.Join(folder, brotliFile)); err == nil {
			return nil
		}
	}
	var zipped, smaller bytes.Buffer
	toGzip, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err != nil {
		return err
	}
	toBrotli := brotli.NewWriterOptions(&smaller, brotli.WriterOptions{Quality: 9, LGWin: 24})
	for _, to := range []io.WriteCloser{toGzip, toBrotli} {
		if _, err := to.Write(p.Module); err != nil {
			return err
		}
		if err := to.Close(); err != nil {
			return err
		}
	}
	p.Gzip, p.Brotli = zipped.Bytes(), smaller.Bytes()
	if folder != "" {
		p.keep(folder)
	}
	return nil
}

// unpacks reports whether a compressed file is that of a module.
func unpacks(compressed, module []byte) bool {
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return false
	}
	content, err := io.ReadAll(reader)
	return err == nil && bytes.Equal(content, module)
}

// keep puts the compressed forms into the cache in place of older ones. What
// can't be kept is made again.
func (p *Program) keep(folder string) {
	older, err := filepath.Glob(filepath.Join(filepath.Dir(folder), "wasm-*"))
	if err != nil {
		return
	}
	for _, old := range older {
		_ = os.RemoveAll(old)
	}
	staged := folder + ".new"
	if os.MkdirAll(staged, 0o755) != nil || p.Write(staged) != nil || os.Rename(staged, folder) != nil {
		_ = os.RemoveAll(staged)
	}
}

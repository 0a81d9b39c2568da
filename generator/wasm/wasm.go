// Package wasm makes the program of the playground: package play, compiled for
// browsers, and its forms for hosts that send files compressed.
//
// It is compiled by the go command from the module that the working directory
// is in, once for each state of that module's files. A program that is handed to
// people without Go carries it: "go generate ./generator/wasm" before "go build"
// puts it into embedded/, which is never committed.
package wasm

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

//go:generate go run modelbook/generator/wasm/embed

// Program is what the playground loads.
type Program struct {
	Module       []byte // WebAssembly
	Gzip, Brotli []byte // the module, compressed
	Glue         []byte // Go's script that runs the module
}

// Fingerprint is a part of a hash of the module.
func (p *Program) Fingerprint() string { return fingerprint(p.Module) }

func fingerprint(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// Maker makes the program when it is asked for.
type Maker struct {
	// Fingerprint is a hash of all that the program is made of.
	Fingerprint string
	// Program gives the program, the same one each time.
	Program func() (*Program, error)
}

// Find gives what makes the program: the go command, if it is there and the
// working directory is in this program's module; else this program, if it
// carries one; else nothing, nil.
func Find(ctx context.Context) (*Maker, error) {
	m := findModule(ctx)
	if m == nil {
		files, err := fs.Sub(embedded, "embedded")
		if err != nil {
			return nil, err
		}
		return carriedIn(files)
	}
	key, err := m.fingerprint()
	if err != nil {
		return nil, err
	}
	return &Maker{key, sync.OnceValues(func() (*Program, error) {
		if folder, err := os.UserCacheDir(); err == nil {
			return kept(filepath.Join(folder, "modelbook"), key, func() (*Program, error) { return m.compile(ctx) })
		}
		p, err := m.compile(ctx)
		if err != nil {
			return nil, err
		}
		return p, p.compress()
	})}, nil
}

//go:embed all:embedded
var embedded embed.FS

// carriedIn gives what makes the program that a folder holds, nil if it holds
// none.
func carriedIn(files fs.FS) (*Maker, error) {
	zipped, err := fs.ReadFile(files, gzipFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return &Maker{fingerprint(zipped), sync.OnceValues(func() (*Program, error) { return read(files) })}, err
}

// Names of the files of a program in a folder.
const (
	gzipFile   = "play.wasm.gz"
	brotliFile = "play.wasm.br"
	glueFile   = "wasm_exec.js"
)

// read gives the program of a folder.
func read(folder fs.FS) (*Program, error) {
	p := new(Program)
	for name, into := range map[string]*[]byte{gzipFile: &p.Gzip, brotliFile: &p.Brotli, glueFile: &p.Glue} {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		*into = content
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(p.Gzip))
	if err != nil {
		return nil, err
	}
	p.Module, err = io.ReadAll(unpacked)
	return p, err
}

// write puts the program into a folder.
func (p *Program) write(folder string) error {
	var failed error
	for name, content := range map[string][]byte{gzipFile: p.Gzip, brotliFile: p.Brotli, glueFile: p.Glue} {
		failed = errors.Join(failed, os.WriteFile(filepath.Join(folder, name), content, 0o644))
	}
	return failed
}

// Embed puts the program into a folder, from which a program that is built
// afterwards carries it.
func Embed(ctx context.Context, folder string) error {
	m := findModule(ctx)
	if m == nil {
		return errors.New("this is not the module modelbook, or there is no go command")
	}
	p, err := m.compile(ctx)
	if err != nil {
		return err
	}
	if err := p.compress(); err != nil {
		return err
	}
	return p.write(folder)
}

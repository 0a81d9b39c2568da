// Package wasm makes the program of the playground: package play, compiled for
// browsers, and its forms for hosts that send files compressed.
//
// It is compiled by the go command from sources that are embedded in this
// program, once for each version of them: no file of the working directory is
// read, since that may be a stranger's. A program for people without Go embeds
// it: "go generate ./generator/wasm" before "go build" puts it into embedded/,
// which is never committed.
package wasm

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

//go:generate go run modelbook/generator/wasm/embed

// Program is the program that the playground loads.
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

// Maker makes the program on demand.
type Maker struct {
	// Fingerprint is a hash of the inputs of the program.
	Fingerprint string
	// Program returns the program, the same one each time.
	Program func() (*Program, error)
}

// Find returns a Maker for the program of the sources, which are relative to the
// folder generator/ of this module. It uses the embedded program, if that was
// compiled from these sources, or else the go command. The Maker is nil if there
// is neither. If sources is nil, because they were not embedded, any embedded
// program is used.
func Find(ctx context.Context, sources fs.FS) (*Maker, error) {
	files, err := fs.Sub(embedded, "embedded")
	if err != nil {
		return nil, err
	}
	return find(ctx, sources, files)
}

//go:embed all:embedded
var embedded embed.FS

// carriedFile is the program in the embedded folder, written by encode.
const carriedFile = "play"

func find(ctx context.Context, from, carried fs.FS) (*Maker, error) {
	var s *sources
	var err error
	if from != nil {
		if s, err = readAll(from); err != nil {
			return nil, err
		}
	}
	content, err := fs.ReadFile(carried, carriedFile)
	switch {
	case err == nil:
		p, key, err := decode(content)
		if err != nil {
			return nil, err
		}
		if s == nil || s.key == key {
			return &Maker{fingerprint(content), func() (*Program, error) { return p, nil }}, nil
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	compiler := findGo(ctx)
	if s == nil || compiler == nil {
		return nil, nil
	}
	key := fingerprint([]byte(compiler.GOVERSION + " " + s.key))
	return &Maker{key, sync.OnceValues(func() (*Program, error) {
		compile := func() (*Program, error) { return s.compile(ctx, compiler) }
		if folder, err := os.UserCacheDir(); err == nil {
			return cached(filepath.Join(folder, "modelbook"), key, compile)
		}
		p, err := compile()
		if err != nil {
			return nil, err
		}
		return p, p.compress()
	})}, nil
}

// Embed compiles the sources, which are files of this module's folder generator/, and
// writes the program into a folder that later builds of this program embed.
func Embed(ctx context.Context, from fs.FS, names []string, folder string) error {
	s, err := readSources(from, names)
	if err != nil {
		return err
	}
	compiler := findGo(ctx)
	if compiler == nil {
		return errors.New("there is no go command that is new enough")
	}
	p, err := s.compile(ctx, compiler)
	if err != nil {
		return err
	}
	if err := p.compress(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, carriedFile), p.encode(s.key), 0o644)
}

package wasm

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The go.mod and go.sum with which the worker is compiled: the lines for modules
// that it imports, from this module's files, which can't be embedded from here. A
// test writes them.
var (
	//go:embed worker.mod
	workerMod []byte
	//go:embed worker.sum
	workerSum []byte
)

// sources are the files that the program is compiled from.
type sources struct {
	files map[string][]byte // by their paths in the module
	key   string            // a hash of all inputs of the compiler except the Go version
}

// readSources reads files of the folder generator/, without tests: those that the worker
// is compiled from, which are its own, those of the packages that it imports, and what
// they embed. The program embeds the same, by the lines in generator/playground.go, which
// a test writes.
func readSources(folder fs.FS, names []string) (*sources, error) {
	s := &sources{files: map[string][]byte{"go.mod": workerMod, "go.sum": workerSum}}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %x %x\n", options, sha256.Sum256(workerMod), sha256.Sum256(workerSum))
	for _, name := range slices.Sorted(slices.Values(names)) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		s.files["generator/"+name] = content
		fmt.Fprintf(sum, "%q %x\n", name, sha256.Sum256(content))
	}
	s.key = hex.EncodeToString(sum.Sum(nil)[:16])
	return s, nil
}

// readAll is readSources of all files that there are.
func readAll(folder fs.FS) (*sources, error) {
	var names []string
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return readSources(folder, names)
}

// write writes the files into a folder.
func (s *sources) write(folder string) error {
	for name, content := range s.files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

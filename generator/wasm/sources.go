package wasm

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// patterns name the files that the worker is compiled from, below generator/: its
// own files, those of the packages of this module that it imports, and the files
// that they embed. The program embeds the same ones, in generator/playground.go.
var patterns = []string{
	"code/*.go", "code/layout/*.go", "code/shell/*.go", "cost/*.go", "diag/*.go", "ejson/*.go", "example/*.go", "figure/*.go", "guide/*.go", "invisible/*.go",
	"memdb/*.go", "memdb/internal/catalog/*.go", "memdb/internal/collation/*.go", "memdb/internal/collation/elements.txt", "memdb/internal/command/*.go", "memdb/internal/date/*.go", "memdb/internal/engine/*.go", "memdb/internal/errcode/*.go", "memdb/internal/explain/*.go",
	"memdb/internal/expr/*.go", "memdb/internal/idl/*.go", "memdb/internal/match/*.go", "memdb/internal/peer/*.go", "memdb/internal/pipeline/*.go", "memdb/internal/plan/*.go", "memdb/internal/project/*.go", "memdb/internal/query/*.go",
	"memdb/internal/regex/*.go", "memdb/internal/storage/*.go", "memdb/internal/support/*.go", "memdb/internal/support/evidence.json", "memdb/internal/timeseries/*.go",
	"memdb/internal/update/*.go", "memdb/internal/value/*.go", "play/*.go", "render/*.go", "run/*.go", "shell/*.go", "wasm/worker/*.go",
}

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

// readSources reads the files below a folder that patterns name, without tests.
func readSources(folder fs.FS) (*sources, error) {
	s := &sources{files: map[string][]byte{"go.mod": workerMod, "go.sum": workerSum}}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %x %x\n", options, sha256.Sum256(workerMod), sha256.Sum256(workerSum))
	for _, pattern := range patterns {
		names, err := fs.Glob(folder, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
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
	}
	s.key = hex.EncodeToString(sum.Sum(nil)[:16])
	return s, nil
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

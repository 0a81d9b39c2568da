package wasm

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"

	"modelbook/generator/owner"
)

const (
	// cachePrefix begins the name of each cached file.
	cachePrefix = "wasm-"
	// maxCached is the number of programs in the cache, of about 6 MB each.
	maxCached = 4
	// maxBytes is the greatest size of a file of the cache that is read.
	maxBytes = 64 << 20
)

var errNotOurs = errors.New("not a plain file or folder of this user's own")

// cached returns the program of a key from the cache in a folder, or else
// compiles and compresses it and adds it to the cache. A damaged file is
// replaced; a program that can't be cached is compiled each time.
func cached(folder, key string, compile func() (*Program, error)) (*Program, error) {
	store, err := openStore(folder)
	if err == nil {
		defer store.Close()
		if p, _ := store.read(cachePrefix+key, key); p != nil {
			return p, nil
		}
	}
	p, failed := compile()
	if failed != nil {
		return nil, failed
	}
	if err != nil {
		return p, p.compress()
	}
	others := store.youngest()
	if !store.copyCompressed(others, p) {
		if err := p.compress(); err != nil {
			return nil, err
		}
	}
	store.write(cachePrefix+key, p.encode(key))
	for i, name := range store.youngest() {
		if i >= maxCached {
			_ = store.RemoveAll(name)
		}
	}
	return p, nil
}

// store is the folder of the cache.
type store struct{ *os.Root }

// openStore opens a folder, which is made if it is missing. A link, or a folder
// that others may write to, is refused, because files in it are published.
func openStore(folder string) (*store, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	// A folder that was opened through a link is not the same file as the link.
	if opened, err := root.Stat("."); err != nil || !os.SameFile(info, opened) || !owner.IsUserAlone(opened) {
		root.Close()
		return nil, errNotOurs
	}
	return &store{root}, nil
}

// read returns the program of a file that was cached for a key.
func (s *store) read(name, key string) (*Program, error) {
	// Looked at before it is opened: that of a pipe would wait for a writer.
	info, err := s.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxBytes || !owner.IsUserAlone(info) {
		return nil, errNotOurs
	}
	file, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxBytes))
	if err != nil {
		return nil, err
	}
	p, of, err := decode(content)
	if err != nil {
		return nil, err
	}
	if of != key {
		return nil, errDamaged
	}
	return p, nil
}

// write adds a file to the folder atomically. If it fails, the next build
// compiles again.
func (s *store) write(name string, content []byte) {
	staged := name + "." + rand.Text()
	file, err := s.OpenFile(staged, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		if info, there := s.Lstat(name); there == nil && info.IsDir() {
			_ = s.RemoveAll(name)
		}
		err = s.Rename(staged, name)
	}
	if err != nil {
		_ = s.Remove(staged)
	}
}

// youngest returns the names of the cached files and of the remains of killed
// builds, the last written first.
func (s *store) youngest() []string {
	entries, err := fs.ReadDir(s.FS(), ".")
	if err != nil {
		return nil
	}
	var names []string
	written := map[string]int64{}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && strings.HasPrefix(entry.Name(), cachePrefix) {
			names = append(names, entry.Name())
			written[entry.Name()] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(written[b], written[a]) })
	return names
}

// copyCompressed copies the compressed forms of the same module from one of the
// files, if one has it: not every change of the sources changes it, and to
// compress it takes longer than all the rest of a build.
func (s *store) copyCompressed(names []string, p *Program) bool {
	for _, name := range names {
		other, err := s.read(name, strings.TrimPrefix(name, cachePrefix))
		if err == nil && bytes.Equal(other.Module, p.Module) {
			p.Gzip, p.Brotli = other.Gzip, other.Brotli
			return true
		}
	}
	return false
}

// compress fills in the compressed forms.
func (p *Program) compress() error {
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
	return nil
}

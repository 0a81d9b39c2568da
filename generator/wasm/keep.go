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
	// keptPrefix begins the name of each file that is kept.
	keptPrefix = "wasm-"
	// mostKept is how many programs are kept, of about 6 MB each.
	mostKept = 4
	// mostBytes is how large a file of the cache may be that is read.
	mostBytes = 64 << 20
)

var errNotOurs = errors.New("not a plain file or folder of this user's own")

// kept returns the program of a key: the one that a folder keeps, else a new one,
// compressed, which is kept from then on. What is damaged is replaced; what can't
// be kept is made again.
func kept(folder, key string, compile func() (*Program, error)) (*Program, error) {
	store, err := openStore(folder)
	if err == nil {
		defer store.Close()
		if p, _ := store.read(keptPrefix+key, key); p != nil {
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
	if !store.compressedLike(others, p) {
		if err := p.compress(); err != nil {
			return nil, err
		}
	}
	store.write(keptPrefix+key, p.encode(key))
	for i, name := range store.youngest() {
		if i >= mostKept {
			_ = store.RemoveAll(name)
		}
	}
	return p, nil
}

// store is the folder of the cache.
type store struct{ *os.Root }

// openStore opens a folder, which is made if it is not there. One that is a link or
// that others may write to is refused: what lies in it is published.
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
	// What was opened through a link is another file than the link.
	if opened, err := root.Stat("."); err != nil || !os.SameFile(info, opened) || !owner.IsUserAlone(opened) {
		root.Close()
		return nil, errNotOurs
	}
	return &store{root}, nil
}

// read returns the program of a file that was kept for a key.
func (s *store) read(name, key string) (*Program, error) {
	// Looked at before it is opened: that of a pipe would wait for a writer.
	info, err := s.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostBytes || !owner.IsUserAlone(info) {
		return nil, errNotOurs
	}
	file, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, mostBytes))
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

// write puts a file into the folder whole or not at all: if it can't, the next
// build compiles again.
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

// youngest returns the names of what is kept, and of what killed builds left of
// it, the one written last first.
func (s *store) youngest() []string {
	entries, err := fs.ReadDir(s.FS(), ".")
	if err != nil {
		return nil
	}
	var names []string
	written := map[string]int64{}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && strings.HasPrefix(entry.Name(), keptPrefix) {
			names = append(names, entry.Name())
			written[entry.Name()] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(written[b], written[a]) })
	return names
}

// compressedLike takes over the compressed forms of the same module, if one of
// the files has it: not every change of the sources changes it, and to compress
// it takes longer than all the rest of a build.
func (s *store) compressedLike(names []string, p *Program) bool {
	for _, name := range names {
		other, err := s.read(name, strings.TrimPrefix(name, keptPrefix))
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

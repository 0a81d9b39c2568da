package wasm

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/andybalholm/brotli"
)

// most is how many programs are kept, of about 6 MB each.
const most = 4

// kept gives the program of a fingerprint: the one that a folder keeps, else a
// new one, compressed, which is kept from then on. What can't be kept is made
// again.
func kept(folder, fingerprint string, compile func() (*Program, error)) (*Program, error) {
	const prefix = "wasm-"
	kept := filepath.Join(folder, prefix+fingerprint)
	if p, err := read(os.DirFS(kept)); err == nil {
		return p, nil
	}
	p, err := compile()
	if err != nil {
		return nil, err
	}
	others := youngest(filepath.Join(folder, prefix+"*"))
	if !p.compressedLike(others) {
		if err := p.compress(); err != nil {
			return nil, err
		}
	}
	for len(others) >= most {
		_ = os.RemoveAll(others[len(others)-1])
		others = others[:len(others)-1]
	}
	if os.MkdirAll(folder, 0o755) != nil {
		return p, nil
	}
	staged, err := os.MkdirTemp(folder, prefix)
	if err != nil {
		return p, nil
	}
	if p.write(staged) != nil || os.Rename(staged, kept) != nil {
		_ = os.RemoveAll(staged)
	}
	return p, nil
}

// youngest gives the folders that a pattern matches, the one written last first.
func youngest(pattern string) []string {
	folders, err := filepath.Glob(pattern)
	if err != nil {
		return nil
	}
	written := map[string]int64{}
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil {
			written[folder] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(folders, func(a, b string) int { return cmp.Compare(written[b], written[a]) })
	return folders
}

// compressedLike takes over the compressed forms of the same module, if one of
// the folders has it: not every change of the module's files changes it, and to
// compress it takes longer than all the rest of a build.
func (p *Program) compressedLike(folders []string) bool {
	for _, folder := range folders {
		if other, err := read(os.DirFS(folder)); err == nil && bytes.Equal(other.Module, p.Module) {
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

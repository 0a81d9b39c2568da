package output

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
)

// Current reports whether the target was built from the same inputs, by
// their hash, and still has the files that were built, by their contents. An
// empty hash is of no inputs.
func (f *Folder) Current(inputs string) bool {
	last := f.records.last()
	if inputs == "" || last.Inputs != inputs || !f.isOurs(f.name) {
		return false
	}
	target, err := f.parent.OpenRoot(f.name)
	if err != nil {
		return false
	}
	defer target.Close()
	files, err := list(target)
	if err != nil {
		return false
	}
	// Files that were not touched since need not be read again.
	if stamps := stampsOf(files); stamps != "" && stamps == last.Stamps {
		return true
	}
	contents, err := contentsOf(target, files)
	return err == nil && contents == last.Files
}

// list returns the files of a folder but its marker.
func list(folder *os.Root) (map[string]fs.FileInfo, error) {
	files := map[string]fs.FileInfo{}
	err := fs.WalkDir(folder.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == marker {
			return err
		}
		files[name], err = entry.Info()
		return err
	})
	return files, err
}

// stampsOf returns a hash that changes with each touch of a file; "" if the
// system does not record enough for that.
func stampsOf(files map[string]fs.FileInfo) string {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		stamp := stampOf(files[name])
		if stamp == "" {
			return ""
		}
		fmt.Fprintf(hash, "%q %d %s\n", name, files[name].Size(), stamp)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// contents returns the hash of the staged files.
func (f *Folder) contents() string {
	sums := make(map[string][sha256.Size]byte, len(f.files))
	for name, file := range f.files {
		sums[name] = file.sum
	}
	return hashOf(sums)
}

// contentsOf reads files that may be anyone's.
func contentsOf(folder *os.Root, files map[string]fs.FileInfo) (string, error) {
	sums := make(map[string][sha256.Size]byte, len(files))
	for name, info := range files {
		if !info.Mode().IsRegular() {
			return "", fs.ErrInvalid
		}
		hash := sha256.New()
		file, err := folder.Open(name)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(hash, file)
		file.Close()
		if err != nil {
			return "", err
		}
		sums[name] = [sha256.Size]byte(hash.Sum(nil))
	}
	return hashOf(sums), nil
}

func hashOf(sums map[string][sha256.Size]byte) string {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(hash, "%q %x\n", name, sums[name])
	}
	return hex.EncodeToString(hash.Sum(nil))
}

package build

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
)

// fingerprint is a hash of all that a page can depend on: the source, this
// program with its theme, and the server that answered.
func fingerprint(source *Source, verified *Verified) string {
	inputs := sha256.New()
	for _, file := range slices.Sorted(maps.Keys(source.hashes)) {
		fmt.Fprintf(inputs, "%q %x\n", file, source.hashes[file])
	}
	fmt.Fprintf(inputs, "%q\n", verified.Server)
	if errors.Join(hashProgram(inputs), source.theme.hash(inputs)) != nil {
		// A program that can't read itself never takes a site for current.
		return ""
	}
	return hex.EncodeToString(inputs.Sum(nil))
}

func (t themeFiles) hash(w io.Writer) error {
	return fs.WalkDir(t, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "public" {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(t, name)
		fmt.Fprintf(w, "%q %d\n", name, len(content))
		w.Write(content)
		return err
	})
}

func hashProgram(w io.Writer) error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(w, file)
	return err
}

package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// fingerprint returns a hash of all inputs of a page: the files of the source,
// this program with its built-in theme, and the server that answered. It is ""
// if the program can't be hashed.
func fingerprint(source *Source, verified *Verified) string {
	inputs := sha256.New()
	for _, file := range slices.Sorted(maps.Keys(source.hashes)) {
		fmt.Fprintf(inputs, "%q %x\n", file, source.hashes[file])
	}
	fmt.Fprintf(inputs, "%q\n", verified.Server)
	if source.playground != nil {
		fmt.Fprintf(inputs, "%q\n", source.playground.Fingerprint)
	}
	if hashProgram(inputs) != nil {
		// A program that can't read itself never takes a site for current.
		return ""
	}
	return hex.EncodeToString(inputs.Sum(nil))
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

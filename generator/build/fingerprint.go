package build

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
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

// programID matches the build ID that Go's linker writes near the beginning of a
// program, as an ELF note or before its code (cmd/internal/buildid): hashes of all
// that it was built from and of what came out.
var programID = regexp.MustCompile(`(?:\x04(?:\x00\x00\x00)?Go\x00\x00|Go build ID: ")([\w-]{20}(?:/[\w-]{20})+)`)

// hashProgram writes to w what differs between any two programs: the build ID, or
// all bytes of one that was linked without it.
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
	return hashExecutable(w, file)
}

func hashExecutable(w io.Writer, program io.Reader) error {
	var head bytes.Buffer
	if _, err := io.CopyN(&head, program, 32<<10); err != nil && err != io.EOF {
		return err
	}
	if id := programID.FindSubmatch(head.Bytes()); id != nil {
		_, err := w.Write(id[1])
		return err
	}
	_, err := io.Copy(w, io.MultiReader(&head, program))
	return err
}

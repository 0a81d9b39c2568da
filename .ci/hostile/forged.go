package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"modelbook/.ci/smallbook"
)

// forged are sites that a commit brings, with all that a build leaves beside one: a
// page of theirs must not outlive the next build.
func forged() []input {
	const page, evil = "site/public/en/ferries.html", "<script src=\"https://evil.example/x.js\"></script>"
	forge := func(b *book) error { return b.write(page, evil) }
	return []input{
		{name: "a page", change: forge},
		{name: "a page and its record, computed", change: func(b *book) error {
			return errors.Join(forge(b), b.computeRecord())
		}},
	}
}

// computeRecord writes into the lock's file the record of a build of the site
// that is there. It keeps the last build's entries about its inputs, if they can
// be read there.
func (b *book) computeRecord() error {
	target := b.path("site/public")
	sums := map[string][sha256.Size]byte{}
	err := filepath.WalkDir(target, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == ".modelbook.json" {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(target, path)
		sums[filepath.ToSlash(name)] = sha256.Sum256(content)
		return err
	})
	if err != nil {
		return err
	}
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(hash, "%q %x\n", name, sums[name])
	}
	record := map[string]string{"inputs": "1", "stamps": ""}
	if text, err := os.ReadFile(b.path("site/.public-lock")); err == nil {
		_ = json.Unmarshal(text, &record)
	}
	record["target"], record["files"] = target, fmt.Sprintf("%x", hash.Sum(nil))
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return smallbook.Write(b.dir, map[string]string{"site/.public-lock": string(text)})
}

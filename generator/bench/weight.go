package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
)

// maxPage is the limit for a page with its styles and scripts, compressed, in
// bytes: the same that .ci/browser/links.mjs checks.
const maxPage = 30_000

var asset = regexp.MustCompile(`<(?:link rel="stylesheet" href|script src)="([^":]+)"`)

// checkWeight fails if a page of a site is heavier than any may be. The one that
// holds the index of the search is not weighed: it names all pages.
func checkWeight(w io.Writer, site string) error {
	s := scale{site: site, assets: map[string]int{}}
	pages, heaviest, most := 0, "", 0
	err := fs.WalkDir(os.DirFS(site), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".html" || path.Base(name) == "search.html" {
			return err
		}
		weight, err := s.page(name)
		pages++
		if weight > most {
			heaviest, most = name, weight
		}
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "the heaviest of %d pages is %s: %d bytes compressed\n", pages, heaviest, most)
	if pages == 0 || most > maxPage {
		return fmt.Errorf("a page weighs at most %d bytes", maxPage)
	}
	return nil
}

// scale weighs the pages of a site, and the files that they share once.
type scale struct {
	site   string
	assets map[string]int
}

func (s scale) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(s.site, filepath.FromSlash(name)))
}

func (s scale) page(name string) (int, error) {
	content, err := s.read(name)
	if err != nil {
		return 0, err
	}
	sum, err := compressed(content)
	for _, found := range asset.FindAllSubmatch(content, -1) {
		weight, failed := s.asset(path.Join(path.Dir(name), string(found[1])))
		sum, err = sum+weight, errors.Join(err, failed)
	}
	return sum, err
}

func (s scale) asset(name string) (int, error) {
	if weight, known := s.assets[name]; known {
		return weight, nil
	}
	content, err := s.read(name)
	if err != nil {
		return 0, err
	}
	s.assets[name], err = compressed(content)
	return s.assets[name], err
}

func compressed(content []byte) (int, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	if _, err := w.Write(content); err != nil {
		return 0, err
	}
	err = w.Close()
	return out.Len(), err
}

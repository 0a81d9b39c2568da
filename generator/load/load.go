// Package load reads and writes the source folder: the pages under
// content/<lang>/, their images in content/images/ and content/<lang>/images/, the
// site's settings in content/site.yaml, the examples under examples/, and a theme of
// the source's own under site/.
//
// It returns names and, one file at a time, bytes, and has checked both: names are
// lower-case slugs that mean the same file on every system, contents other than
// images and fonts are UTF-8 of a bounded size without invisible characters. Only
// plain files inside the folder are read or written, and links out of it are not
// followed. Later stages interpret the bytes.
package load

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"modelbook/generator/diag"
)

// Source is a source folder. Its files are read on demand, so it is small even
// if the site is large.
type Source struct {
	root *os.Root

	mu      sync.Mutex
	folders map[string]*os.Root // that files were read of, nil for one that can't be opened
}

// Open opens a folder by its path. The error says why it can't be read.
func Open(dir string) (*Source, error) {
	if dir == "" {
		return nil, errors.New("--source names no folder; leave it out, or write a point for this one")
	}
	root, err := openFolder(dir)
	if err != nil {
		return nil, fmt.Errorf("the source folder %s can't be read: %w", shown(dir), reason(err))
	}
	return &Source{root: root, folders: map[string]*os.Root{}}, nil
}

// Make opens a folder that is made if it is not there.
func Make(dir string) (*Source, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("the folder %s can't be made: %w", shown(dir), reason(err))
	}
	return Open(dir)
}

// Close closes the folder.
func (s *Source) Close() error {
	for _, folder := range s.folders {
		if folder != nil {
			folder.Close()
		}
	}
	return s.root.Close()
}

// MustHavePages returns an error for a folder without pages, which is probably
// the wrong one.
func (s *Source) MustHavePages() error { return s.mustHave(contentFolder) }

// MustHaveExamples returns an error for a folder without examples.
func (s *Source) MustHaveExamples() error { return s.mustHave(examplesFolder) }

func (s *Source) mustHave(folder string) error {
	if s.Has(folder) {
		return nil
	}
	return fmt.Errorf("%s holds no folder %s; name the folder that does with --source, or begin a handbook with modelbook init", shown(s.root.Name()), folder)
}

// Files lists the files of a source folder, each list sorted by path.
type Files struct {
	Site     string // content/site.yaml
	Pages    []Page
	Bases    []Page // texts that the translations among Pages were made from
	Examples []Example
	Images   []string
}

// Page is the file of one page in one language.
type Page struct {
	Lang string // the folder's name: "pt-BR"
	Slug string // "one-to-one", "index", "part-relationships", "404"
	File string // "content/pt-BR/one-to-one.md"
}

// Example is the file of one example.
type Example struct {
	Name string // "one-to-one-embedded"
	File string // "examples/one-to-one-embedded.json"
	// Record is the file with the recorded answers of a server that builds do
	// not have, or "".
	Record string
}

// Files lists the folder. Files that a site has no use for are errors, so that
// none is silently ignored, except those that IsPassedOver excludes.
func (s *Source) Files() (Files, diag.List) {
	l := lister{source: s, files: Files{Site: SettingsFile}}
	l.content()
	l.examples()
	return l.files, l.messages
}

// Examples lists the examples alone.
func (s *Source) Examples() ([]Example, diag.List) {
	l := lister{source: s}
	l.examples()
	return l.files.Examples, l.messages
}

// Inside returns the path of a file relative to a source folder, with slashes;
// false if it is outside. Both may be reached through links.
func Inside(dir, file string) (name string, ok bool) {
	if name, ok := within(dir, file); ok {
		return name, true
	}
	from, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", false
	}
	return within(from, withoutLinks(file))
}

// withoutLinks follows the links on the way to a file, which need not be there,
// but not the file itself if it is one.
func withoutLinks(file string) string {
	for at, rest := filepath.Dir(file), filepath.Base(file); ; at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return file
		}
	}
}

func within(dir, file string) (name string, ok bool) {
	from, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return "", false
	}
	name, err = filepath.Rel(from, to)
	return filepath.ToSlash(name), err == nil && filepath.IsLocal(name)
}

// IsRead reports whether a file or folder of a source folder, by its path from
// there with slashes, is read, or is inside or around a folder that is.
func IsRead(name string) bool {
	return slices.ContainsFunc(readFolders(), func(folder string) bool {
		return name == folder || strings.HasPrefix(name, folder+"/") || strings.HasPrefix(folder, name+"/")
	})
}

// readFolders are the folders that are read.
func readFolders() []string {
	folders := []string{contentFolder, examplesFolder}
	for _, folder := range themeFolders {
		folders = append(folders, path.Join(themeFolder, folder))
	}
	return folders
}

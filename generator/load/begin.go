package load

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Beginning is a folder in which something new is written: all of it or nothing.
type Beginning struct {
	*Source
	files []string
	// made are the parent folders of the source folder that did not exist, inside
	// the folders in it that did not, each before its subfolders.
	made, inside []string
}

// Begin opens a folder for new files, none of which may exist, and makes it if it
// is missing. Git's own folder is refused.
func Begin(dir string, files []string) (*Beginning, error) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	real, _ := filepath.EvalSymlinks(at)
	if isGits(withoutLinks(at)) || isGits(real) {
		return nil, fmt.Errorf("the folder %s is Git's own; name another", shown(dir))
	}
	b := &Beginning{files: files}
	for {
		if _, err := os.Lstat(at); !errors.Is(err, os.ErrNotExist) {
			break
		}
		b.made = slices.Insert(b.made, 0, at)
		at = filepath.Dir(at)
	}
	if b.Source, err = Make(dir); err != nil {
		b.Undo()
		return nil, err
	}
	for _, file := range files {
		if b.Has(file) {
			err := fmt.Errorf("%s is there already; a handbook begins in a folder without it", shown(path.Join(filepath.ToSlash(dir), file)))
			b.files = nil
			b.Undo()
			b.Close()
			return nil, err
		}
		b.missing(path.Dir(file))
	}
	return b, nil
}

// missing notes the folders on the way to a file that are not there.
func (b *Beginning) missing(folder string) {
	if folder == "." || b.Has(folder) || slices.Contains(b.inside, folder) {
		return
	}
	b.missing(path.Dir(folder))
	b.inside = append(b.inside, folder)
}

// Undo removes the files and every folder that did not exist before. Files that
// others have added are kept.
func (b *Beginning) Undo() {
	if b.Source != nil {
		for _, name := range slices.Concat(b.files, reversed(b.inside)) {
			b.root.Remove(name)
		}
	}
	for _, folder := range reversed(b.made) {
		os.Remove(folder)
	}
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// isGits reports whether a path is inside a .git folder, in upper or lower case.
func isGits(name string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(name), "/"), func(part string) bool { return strings.EqualFold(part, ".git") })
}

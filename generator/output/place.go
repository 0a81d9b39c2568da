package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// place opens the parent folder of a target, and makes it if it is missing.
// name is the target's name in it.
func place(o Options) (parent *os.Root, name string, err error) {
	target, err := filepath.Abs(o.Target)
	if err != nil {
		return nil, "", err
	}
	if slices.Contains(strings.Split(target, string(filepath.Separator)), ".git") {
		return nil, "", errors.New("git keeps its own files there; name another folder with --output")
	}
	folder, name := filepath.Dir(target), filepath.Base(target)
	if folder == target {
		return nil, "", errors.New("a site can't take the place of a whole disk; name a folder on it")
	}
	if o.Untrusted == "" {
		return makeParent(folder, name)
	}
	within, err := filepath.Abs(o.Untrusted)
	if err != nil {
		return nil, "", err
	}
	if inside, err := filepath.Rel(target, within); err == nil && filepath.IsLocal(inside) {
		return nil, "", errors.New("it holds the source; name another folder with --output")
	}
	below, err := filepath.Rel(within, folder)
	if err != nil || !filepath.IsLocal(below) {
		return makeParent(folder, name)
	}
	parent, err = descend(within, below)
	return parent, name, err
}

func makeParent(folder, name string) (*os.Root, string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, "", err
	}
	parent, err := os.OpenRoot(folder)
	return parent, name, err
}

// descend opens a folder below another one, link by link.
func descend(from, below string) (*os.Root, error) {
	at, err := os.OpenRoot(from)
	if err != nil || below == "." {
		return at, err
	}
	for _, name := range strings.Split(below, string(filepath.Separator)) {
		next, err := enter(at, name)
		at.Close()
		if err != nil {
			return nil, err
		}
		at = next
	}
	return at, nil
}

// enter opens a folder, and makes it if it is missing.
func enter(parent *os.Root, name string) (*os.Root, error) {
	err := parent.Mkdir(name, 0o755)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	info, err := parent.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%s on the way to it is a symbolic link; a site is not built through one that lies in its source", name)
	case !info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOTDIR}
	}
	return parent.OpenRoot(name)
}

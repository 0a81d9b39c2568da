package output

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// written is a file that was staged.
type written struct {
	size int64
	sum  [sha256.Size]byte
}

// Write stages a file. The name is a path with slashes inside the target;
// each may be written once. It may be called from several goroutines.
func (f *Folder) Write(name string, content []byte) error {
	if !fs.ValidPath(name) || name == "." || name == marker {
		return fmt.Errorf("not a name for a file of the site: %q", name)
	}
	staging, err := f.enter(name, written{int64(len(content)), sha256.Sum256(content)})
	if err != nil {
		return advise(f.shown, err)
	}
	err = create(staging, name, content)
	if errors.Is(err, fs.ErrNotExist) {
		if err = staging.MkdirAll(path.Dir(name), 0o755); err == nil {
			err = create(staging, name, content)
		}
	}
	return advise(f.shown, err)
}

// enter notes a file and gives the folder to write it to.
func (f *Folder) enter(name string, file written) (*os.Root, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, twice := f.files[name]; twice {
		return nil, fmt.Errorf("%s is written twice", name)
	}
	f.files[name] = file
	if f.staging != nil {
		return f.staging, nil
	}
	if err := f.parent.Mkdir(f.stagingName(), 0o755); err != nil {
		return nil, err
	}
	staging, err := f.parent.OpenRoot(f.stagingName())
	if err != nil {
		return nil, err
	}
	f.staging = staging
	// It comes first: by it the next build knows what this one left if it dies.
	content, err := manifest{Made: made}.encode()
	if err != nil {
		return nil, err
	}
	return staging, create(staging, marker, content)
}

func create(folder *os.Root, name string, content []byte) error {
	file, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// drop removes what was staged.
func (f *Folder) drop() error {
	if f.staging != nil {
		f.staging.Close()
		f.staging = nil
	}
	return f.remove(f.stagingName())
}

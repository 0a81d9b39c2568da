package output

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
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
	staging, err := f.enter(name, written{int64(len(content)), sha256.Sum256(content)})
	if err != nil {
		return advise(f.shown, err)
	}
	file, err := f.create(staging, name)
	if err != nil {
		return advise(f.shown, err)
	}
	_, err = file.Write(content)
	return advise(f.shown, errors.Join(err, file.Close()))
}

// create makes a file of the site in its folder, which is opened once: a root
// opens each folder on the way to a file.
func (f *Folder) create(staging *os.Root, name string) (*os.File, error) {
	folder, err := f.inside(staging, path.Dir(name))
	if err != nil {
		return nil, err
	}
	return folder.OpenFile(path.Base(name), alone, 0o644)
}

// inside returns a folder of the site, and makes it if it is missing.
func (f *Folder) inside(staging *os.Root, name string) (*os.Root, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if folder := f.folders[name]; folder != nil {
		return folder, nil
	}
	if err := staging.MkdirAll(name, 0o755); err != nil {
		return nil, err
	}
	folder, err := staging.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	f.folders[name] = folder
	return folder, nil
}

// Stream stages a file piece by piece, which is never in memory as a whole.
func (f *Folder) Stream(name string, write func(io.Writer) error) error {
	staging, err := f.enter(name, written{})
	if err != nil {
		return advise(f.shown, err)
	}
	file, err := f.create(staging, name)
	if err != nil {
		return advise(f.shown, err)
	}
	hash := sha256.New()
	pieces := bufio.NewWriter(io.MultiWriter(file, hash))
	err = errors.Join(write(pieces), pieces.Flush())
	size, failed := file.Seek(0, io.SeekCurrent)
	if err = errors.Join(err, failed, file.Close()); err != nil {
		return advise(f.shown, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files[name] = written{size, [sha256.Size]byte(hash.Sum(nil))}
	return nil
}

// Read returns a file that was staged, as it was when it was written.
func (f *Folder) Read(name string) ([]byte, error) {
	f.mu.Lock()
	staging, file := f.staging, f.files[name]
	f.mu.Unlock()
	if staging == nil {
		return nil, fs.ErrNotExist
	}
	content, err := staging.ReadFile(name)
	if err == nil && sha256.Sum256(content) != file.sum {
		err = errTakenAway
	}
	return content, advise(f.shown, err)
}

// enter registers a file and returns the folder to write it to.
func (f *Folder) enter(name string, file written) (*os.Root, error) {
	if !fs.ValidPath(name) || name == "." || name == marker {
		return nil, fmt.Errorf("not a name for a file of the site: %q", name)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, twice := f.files[name]; twice {
		return nil, fmt.Errorf("%s is written twice", name)
	}
	f.files[name] = file
	if f.staging != nil {
		return f.staging, nil
	}
	var err error
	f.staging, err = f.stage()
	return f.staging, err
}

// stage makes the folder to write to. Its marker comes first: by it the next build
// recognizes the folder if this one dies.
func (f *Folder) stage() (*os.Root, error) {
	if err := f.parent.Mkdir(f.stagingName(), 0o755); err != nil {
		return nil, err
	}
	staging, err := f.parent.OpenRoot(f.stagingName())
	if err != nil {
		return nil, err
	}
	content, err := manifest{Made: made}.encode()
	if err == nil {
		err = fill(staging, marker, content)
	}
	if err != nil {
		staging.Close()
		return nil, errors.Join(err, f.remove(f.stagingName()))
	}
	return staging, nil
}

// alone makes a file that was not there before.
const alone = os.O_WRONLY | os.O_CREATE | os.O_EXCL

// fill makes a file with this content.
func fill(folder *os.Root, name string, content []byte) error {
	file, err := folder.OpenFile(name, alone, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// leaveFolders closes the folders of the site: some systems move no folder in
// which one is open.
func (f *Folder) leaveFolders() {
	for _, folder := range f.folders {
		folder.Close()
	}
	clear(f.folders)
}

// drop removes the staged files.
func (f *Folder) drop() error {
	if f.staging != nil {
		f.leaveFolders()
		f.staging.Close()
		f.staging = nil
	}
	return f.remove(f.stagingName())
}

// Package output writes the site. The output folder has either all of the files
// that were written or, if the build failed or was killed, the previous site.
//
// Files are staged in a sibling of the target, which is then swapped with it:
// in one step where the system has one, else by two renames, and Open repairs
// the result of a build that died between them. Builds into one target take
// turns. No folder without a marker of ours is replaced or removed, and nothing
// is reached through a symbolic link. A marker only says that a folder may be
// replaced: whether it is up to date is decided by a record that no commit can
// contain.
package output

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// Options say where a site goes.
type Options struct {
	Target string
	// Untrusted is a folder whose content is not to be trusted: a target in it is
	// not reached through links in it. "" if there is none.
	Untrusted string
	// Cache is a folder of this user's for a record of the build, by which the next
	// one can tell that nothing changed. "" if there is none. It is not used if a
	// commit could write to it.
	Cache string
	// Waiting, if set, is called once if another build has to end first.
	Waiting func()
}

// Folder is a target that is open for one build.
type Folder struct {
	shown   string   // the target as messages name it
	parent  *os.Root // the parent folder of the target
	name    string   // of the target in it
	lock    *lock
	records records

	mu      sync.Mutex
	staging *os.Root            // nil before the first file
	folders map[string]*os.Root // in it, by path
	files   map[string]written
}

// Open waits for another build of the same target to end, completes or undoes
// the swap of a killed one, and fails if the target holds anything but a site
// of ours.
func Open(ctx context.Context, o Options) (*Folder, error) {
	parent, name, err := place(o)
	if err != nil {
		return nil, advise(o.Target, err)
	}
	f := &Folder{shown: o.Target, parent: parent, name: name, folders: map[string]*os.Root{}, files: map[string]written{}}
	// Not even a lock is written beside a folder that is not ours.
	if err = f.refuse(); err == nil {
		f.lock, err = takeLock(ctx, parent, f.sibling("lock"), o.Waiting)
	}
	if err == nil {
		err = f.repair()
	}
	if err == nil {
		err = f.refuse() // repair may have moved the last site back
	}
	if err == nil {
		f.records = openRecords(o)
	}
	if err != nil {
		f.release()
		return nil, advise(o.Target, err)
	}
	return f, nil
}

// sibling returns a name beside the target, so that renames stay on one disk.
func (f *Folder) sibling(kind string) string { return "." + f.name + "-" + kind }

func (f *Folder) stagingName() string { return f.sibling("staging") }

// lastName is the name of the last site between two renames.
func (f *Folder) lastName() string { return f.sibling("last") }

// refuse returns an error if the target exists and is not ours.
func (f *Folder) refuse() error {
	switch info, err := f.parent.Lstat(f.name); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return errors.New("it is a symbolic link; name the folder that it leads to")
	case !info.IsDir():
		return errors.New("it is a file; name a folder")
	}
	if empty, err := f.isEmpty(f.name); empty || err != nil {
		return err
	}
	if !f.isOurs(f.name) {
		return errors.New("it holds files that were not built by modelbook; name another folder or empty it")
	}
	return nil
}

// repair cleans up after a killed build: a target that was moved away and not
// yet replaced is moved back, everything else is removed.
func (f *Folder) repair() error {
	_, err := f.parent.Lstat(f.name)
	if errors.Is(err, fs.ErrNotExist) && f.isOurs(f.lastName()) {
		if err := f.parent.Rename(f.lastName(), f.name); err != nil {
			return err
		}
	}
	if err := f.remove(f.lastName()); err != nil {
		return err
	}
	return f.remove(f.stagingName())
}

// remove removes a sibling that a build left. Any other file of that name is an
// error.
func (f *Folder) remove(sibling string) error {
	info, err := f.parent.Lstat(sibling)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.IsDir() {
		begun, err := f.isBegun(sibling)
		if err != nil {
			return err
		}
		if begun || f.isOurs(sibling) {
			return f.removeOurs(sibling)
		}
	}
	return fmt.Errorf("%s beside it is in the way and was not made by modelbook; move it away", sibling)
}

// removeOurs removes a folder, and its marker last: if it is killed meanwhile, the
// folder is still recognized as ours.
func (f *Folder) removeOurs(name string) error {
	folder, err := f.parent.OpenRoot(name)
	if err != nil {
		return err
	}
	defer folder.Close()
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == marker {
			continue
		}
		if err := folder.RemoveAll(entry.Name()); err != nil {
			return err
		}
	}
	return f.parent.RemoveAll(name)
}

// isBegun reports whether a folder was left by a build that ended before it had
// written the marker: it has no other file, and of the marker only the
// beginning.
func (f *Folder) isBegun(name string) (bool, error) {
	if empty, err := f.isEmpty(name); empty || err != nil {
		return empty, err
	}
	folder, err := f.parent.OpenRoot(name)
	if err != nil {
		return false, err
	}
	defer folder.Close()
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil || len(entries) != 1 || entries[0].Name() != marker || !entries[0].Type().IsRegular() {
		return false, err
	}
	written, err := readSmall(folder, marker)
	if err != nil {
		return false, err
	}
	whole, err := manifest{Made: made}.encode()
	return bytes.HasPrefix(whole, written), err
}

func (f *Folder) isEmpty(name string) (bool, error) {
	folder, err := f.parent.Open(name)
	if err != nil {
		return false, err
	}
	defer folder.Close()
	names, err := folder.Readdirnames(1)
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	return len(names) == 0, err
}

// Close removes staged files that were not committed, and releases the lock.
func (f *Folder) Close() error {
	err := f.drop()
	f.release()
	return err
}

func (f *Folder) release() {
	if f.lock != nil {
		f.lock.release()
	}
	f.records.close()
	f.parent.Close()
}

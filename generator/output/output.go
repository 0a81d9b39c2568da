// Package output writes the site. It takes files by name and gives a folder
// in which either all of them stand or, if the build failed or was killed,
// the site that stood there before.
//
// Files are staged in a sibling of the target, which then changes places with
// it: in one step where the system has one, else by two renames, and a build
// that died between the two is repaired when the folder is opened again.
// Builds into one target take turns. No folder without a marker of ours is
// replaced or removed, and nothing is reached through a symbolic link. A marker
// says no more than that a folder may be replaced: whether it is built anew is
// decided by a record that no commit can contain.
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
	// Within is a folder whose content is not to be trusted: a target in it is
	// not reached through links that lie in it. "" if there is none.
	Within string
	// Cache is a folder of this user's in which a record of the build is kept, by which
	// the next one knows that nothing changed. "" if there is none. One that a commit
	// can reach keeps none.
	Cache string
	// Waiting, if set, is called once if another build has to end first.
	Waiting func()
}

// Folder is a target that is open for one build.
type Folder struct {
	shown   string   // the target as it is called in messages
	parent  *os.Root // the folder that the target lies in
	name    string   // of the target in it
	lock    *lock
	records records

	mu      sync.Mutex
	staging *os.Root            // nil before the first file
	folders map[string]*os.Root // in it, by path
	files   map[string]written
}

// Open waits for another build of the same target to end, puts back what a
// killed one left half swapped, and fails if the target holds something that
// is not a site of ours.
func Open(ctx context.Context, o Options) (*Folder, error) {
	parent, name, err := place(o)
	if err != nil {
		return nil, advise(o.Target, err)
	}
	f := &Folder{shown: o.Target, parent: parent, name: name, folders: map[string]*os.Root{}, files: map[string]written{}}
	// Beside a folder that is somebody's not even a lock is left.
	if err = f.refuse(); err == nil {
		f.lock, err = takeLock(ctx, parent, f.sibling("lock"), o.Waiting)
	}
	if err == nil {
		err = f.prepare()
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

// lastName is where the last site stands between two renames.
func (f *Folder) lastName() string { return f.sibling("last") }

func (f *Folder) prepare() error {
	if err := f.repair(); err != nil {
		return err
	}
	return f.refuse()
}

// refuse returns an error if what stands in the place of the target is not ours.
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

// repair undoes what a killed build left: a target that was moved away and
// not yet replaced comes back, everything else goes.
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

// remove removes a sibling that a build left, or says that it is in the way.
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

// removeOurs removes a folder, and its marker last: who is killed meanwhile leaves
// one that is still known to be ours.
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

// isBegun reports whether a folder holds what a build leaves that ends before it
// has written the marker: nothing else, and of the marker the beginning.
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

// Close drops what was staged and not committed, and lets the next build in.
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

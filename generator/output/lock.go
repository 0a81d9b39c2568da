package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"
)

// lock is a file beside the target. The build that holds it may write. The file
// is kept after the build.
type lock struct{ file *os.File }

// retry is how long to rest before asking for a lock again.
const retry = 50 * time.Millisecond

// takeLock waits until the lock is free or the context ends.
func takeLock(ctx context.Context, parent *os.Root, name string, waiting func()) (*lock, error) {
	for waited := false; ; {
		l, err := tryLock(parent, name)
		if l != nil || err != nil {
			return l, err
		}
		if !waited && waiting != nil {
			waiting()
		}
		waited = true
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(retry):
		}
	}
}

// tryLock returns nil if another has the lock.
func tryLock(parent *os.Root, name string) (*lock, error) {
	file, err := parent.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		if info, failed := parent.Lstat(name); failed == nil && !info.Mode().IsRegular() {
			return nil, errors.New(name + notPlain)
		}
		return nil, err
	}
	got, err := lockFile(file)
	if err == nil && got {
		err = stillThere(parent, name, file)
	}
	if err != nil || !got {
		file.Close()
		return nil, err
	}
	return &lock{file}, nil
}

const notPlain = " beside it is not a plain file; remove it"

// stillThere makes sure that the file that was locked is the one that others
// will find, and a plain one.
func stillThere(parent *os.Root, name string, file *os.File) error {
	opened, err := file.Stat()
	if err != nil {
		return err
	}
	there, err := parent.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(opened, there):
		return errors.New(name + " beside it is not a plain file, or was taken away; remove it")
	case err == nil && !opened.Mode().IsRegular():
		return errors.New(name + notPlain)
	}
	return err
}

// release closes the file, which releases the lock.
func (l *lock) release() { l.file.Close() }

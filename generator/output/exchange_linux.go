//go:build !killpoint

package output

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// exchange swaps two folders atomically. It returns false if the file system
// can't.
func exchange(parent *os.Root, a, b string) (bool, error) {
	folder, err := parent.Open(".")
	if err != nil {
		return false, err
	}
	defer folder.Close()
	at := int(folder.Fd())
	err = unix.Renameat2(at, a, at, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTSUP) {
		return false, nil
	}
	return err == nil, err
}

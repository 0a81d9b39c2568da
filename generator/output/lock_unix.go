//go:build unix

package output

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile reports whether it got the lock; it does not wait.
func lockFile(file *os.File) (bool, error) {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

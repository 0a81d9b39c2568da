package output

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// advice maps errors of the system to advice for the user.
var advice = []struct {
	is   error
	says string
}{
	{fs.ErrPermission, "this user may not write there; name another folder with --output"},
	{syscall.EROFS, "nothing can be written on that disk; name another folder with --output"},
	{syscall.ENOSPC, "the disk is full; make room and build again"},
	{syscall.EDQUOT, "the quota is used up; make room and build again"},
	{syscall.ENAMETOOLONG, "the name is too long; name another folder with --output"},
	{syscall.ENOTDIR, "a file stands where a folder has to be; name another folder with --output"},
	{syscall.EBUSY, "a disk is mounted there; name a folder on it with --output"},
	{fs.ErrNotExist, "nothing can be made there; name another folder with --output"},
	{syscall.ELOOP, "links lead round in a circle; name another folder with --output"},
}

// advise adds the target and advice to an error.
func advise(target string, err error) error {
	if err == nil {
		return nil
	}
	for _, a := range advice {
		if errors.Is(err, a.is) {
			return fmt.Errorf("the output folder %s: %s (%w)", target, a.says, err)
		}
	}
	return fmt.Errorf("the output folder %s: %w", target, err)
}

//go:build unix

package output

import (
	"io/fs"
	"os"
	"syscall"
)

// isPrivate reports whether a folder is this user's, and others can't write in it.
func isPrivate(folder fs.FileInfo) bool {
	stat, ok := folder.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && folder.Mode().Perm()&0o022 == 0
}

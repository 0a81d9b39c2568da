//go:build unix

package verify

import (
	"io/fs"
	"os"
	"syscall"
)

// belongsToUser reports whether a file belongs to the user who runs this program.
func belongsToUser(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

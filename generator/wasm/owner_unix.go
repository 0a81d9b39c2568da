//go:build unix

package wasm

import (
	"io/fs"
	"os"
	"syscall"
)

// isOurs reports whether a file belongs to the user who runs this program and no
// other may write to it.
func isOurs(info fs.FileInfo) bool {
	const byOthers = 0o022
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&byOthers == 0
}

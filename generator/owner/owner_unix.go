//go:build unix

// Package owner checks who owns a file: in a folder that several users share,
// another user's file may have the name that this program expects for its own.
package owner

import (
	"io/fs"
	"os"
	"syscall"
)

// IsUser reports whether a file belongs to the user who runs this program.
func IsUser(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// IsUserAlone reports whether moreover no other may write to it.
func IsUserAlone(info fs.FileInfo) bool {
	const byOthers = 0o022
	return IsUser(info) && info.Mode().Perm()&byOthers == 0
}

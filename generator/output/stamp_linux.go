package output

import (
	"fmt"
	"io/fs"
	"syscall"
)

// stampOf returns a text that changes when a file is written or renamed or its
// times are set: only the system can set the time of the last change of status.
func stampOf(info fs.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprint(stat.Dev, stat.Ino, stat.Ctim.Sec, stat.Ctim.Nsec)
}

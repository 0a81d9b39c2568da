package output

import (
	"fmt"
	"io/fs"
	"syscall"
)

// stampOf tells a file from what it was before it was last written, renamed or
// given other times: nobody but the system sets the time of its last change.
func stampOf(info fs.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprint(stat.Dev, stat.Ino, stat.Ctim.Sec, stat.Ctim.Nsec)
}

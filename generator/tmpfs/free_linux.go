package tmpfs

import "syscall"

// shared is where Linux has a file system in memory for all users.
const shared = "/dev/shm"

// free returns how many bytes a file system in memory has left; 0 if there is none.
func free(path string) uint64 {
	const magic = 0x01021994 // TMPFS_MAGIC, statfs(2)
	var fs syscall.Statfs_t
	if syscall.Statfs(path, &fs) != nil || fs.Type != magic {
		return 0
	}
	return fs.Bavail * uint64(fs.Bsize)
}

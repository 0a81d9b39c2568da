// Package tmpfs makes folders in memory for tests that write thousands of files: to
// make one on a disk can take longer than to write what is in it.
package tmpfs

import (
	"os"
	"testing"
)

// room is how much memory must be free before a test takes of it, in bytes.
const room = 1 << 30

// TempDir returns a folder that is removed when the test has ended, in memory if the
// system has a file system there with room, or else where t.TempDir has its own.
func TempDir(t testing.TB) string {
	t.Helper()
	if free(shared) < room {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(shared, "modelbook-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

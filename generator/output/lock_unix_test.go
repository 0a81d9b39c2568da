//go:build unix

package output

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestLockThatIsAPipe(t *testing.T) {
	target := filepath.Join(t.TempDir(), "public")
	if err := syscall.Mkfifo(filepath.Join(filepath.Dir(target), ".public-lock"), 0o666); err != nil {
		t.Fatal(err)
	}
	refused(t, Options{Target: target}, ".public-lock beside it is not a plain file")
}

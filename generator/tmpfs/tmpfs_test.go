package tmpfs

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTempDir holds that the folder is the test's alone and gone when it has ended.
func TestTempDir(t *testing.T) {
	t.Parallel()
	var dir string
	t.Run("a test", func(t *testing.T) {
		dir = TempDir(t)
		if other := TempDir(t); other == dir {
			t.Errorf("%s is made twice", dir)
		}
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", dir, err)
	}
}

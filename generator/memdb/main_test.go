package memdb

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage as rarely as the program does, which takes a fifth of the
// tests' time otherwise.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(512 << 20)
	os.Exit(m.Run())
}

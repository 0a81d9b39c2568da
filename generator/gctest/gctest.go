// Package gctest lets the tests of a package collect garbage as rarely as the program
// does: at the default of Go it takes a fifth of the time of those that build, draw or
// run much.
package gctest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package.
func Main(m *testing.M) {
	CollectRarely()
	os.Exit(m.Run())
}

// CollectRarely is for a package whose TestMain does more. $GOGC overrides it.
func CollectRarely() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	debug.SetMemoryLimit(512 << 20)
}

//go:build killpoint

package output

import (
	"os"
	"time"
)

// between waits between two renames for as long as MODELBOOK_BETWEEN says, so
// that a test can kill the build there.
func between() {
	if wait, err := time.ParseDuration(os.Getenv("MODELBOOK_BETWEEN")); err == nil {
		time.Sleep(wait)
	}
}

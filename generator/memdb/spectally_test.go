package memdb

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// specTally counts what of a suite of the drivers' specifications is run.
type specTally struct {
	files, ran, passed int
	left               map[string]int // tests that are not run, by the reason
}

// leave counts a test that is not run.
func (s *specTally) leave(why string) {
	if s.left == nil {
		s.left = map[string]int{}
	}
	s.left[why]++
}

// run runs a test as one of t.
func (s *specTally) run(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	s.ran++
	if t.Run(name, test) {
		s.passed++
	}
}

// log prints the counts, and fails if not so many tests ran.
func (s *specTally) log(t *testing.T, folder string, want int) {
	t.Helper()
	t.Logf("%s: %d files, %d tests ran, %d of them passed", folder, s.files, s.ran, s.passed)
	for _, why := range slices.Sorted(maps.Keys(s.left)) {
		t.Logf("%s: %d left out: %s", folder, s.left[why], why)
	}
	if s.ran != want {
		t.Errorf("%d tests ran, want %d", s.ran, want)
	}
}

// elsewhereRead are the folders that other tests than TestSessionSpecifications read.
var elsewhereRead = []string{"change-streams", "crud/unified", "sessions"}

// unreadFolders are those that none reads, with the reason.
var unreadFolders = map[string]string{
	"retryable-writes/unified": needsError,
	"transactions/unified":     needsError + "; or several routers",
}

// TestSpecificationsAreRead: no folder of the suites about what a server does is
// forgotten.
func TestSpecificationsAreRead(t *testing.T) {
	root := filepath.Dir(filepath.Dir(specFiles(t, "change-streams")[0]))
	listed := slices.Concat(elsewhereRead, slices.Collect(maps.Keys(unreadFolders)))
	for _, s := range suites {
		listed = append(listed, s.folder)
	}
	var found []string
	for _, suite := range []string{"change-streams", "convenient-transactions", "crud", "retryable-reads", "retryable-writes", "sessions", "transactions"} {
		err := fs.WalkDir(os.DirFS(root), suite, func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".json") {
				found = append(found, filepath.ToSlash(filepath.Dir(path)))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found = slices.Compact(found)
	slices.Sort(listed)
	if !slices.Equal(found, listed) {
		t.Errorf("there are\n  %q\nlisted are\n  %q", found, listed)
	}
	for folder, why := range unreadFolders {
		t.Logf("%s: %d files left out: %s", folder, len(specFiles(t, folder)), why)
	}
}

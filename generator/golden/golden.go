// Package golden compares results of tests with files that are read in review.
// With -update, go test PACKAGE writes them anew, to be read with git diff.
package golden

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

var update = flag.Bool("update", false, "write what the tests get into the files that they are held to")

// File compares a result with a file.
func File(t testing.TB, file string, got []byte) {
	t.Helper()
	if *update {
		write(t, file, got)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the test gets; -update writes it anew\n%s", file, diff.Diff("want", want, "got", got))
	}
}

func write(t testing.TB, file string, content []byte) {
	t.Helper()
	if err := os.WriteFile(file, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

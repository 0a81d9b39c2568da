package regex

import (
	"os"
	"os/exec"
	"testing"

	"modelbook/generator/required"
)

// TestVectorsArePerls: the vectors of regular expressions are those that Perl prints.
func TestVectorsArePerls(t *testing.T) {
	perl, err := exec.LookPath("perl")
	if err != nil {
		required.Missing(t, "perl", "perl is not installed")
	}
	got, err := exec.Command(perl, "testdata/vectors.pl").Output()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("testdata/vectors.txt is not what testdata/vectors.pl prints")
	}
}

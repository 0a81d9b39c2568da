package value

import (
	"os"
	"os/exec"
	"testing"

	"modelbook/generator/required"
)

// TestVectorsArePythons: the vectors of decimals are those that Python's decimal
// prints.
func TestVectorsArePythons(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		required.Missing(t, "python", "python3 is not installed")
	}
	got, err := exec.Command(python, "testdata/vectors.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/decimal.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("testdata/decimal.txt is not what testdata/vectors.py prints")
	}
}

package build

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"modelbook/generator/tmpfs"
)

// A list of nothing is written as one, for programs that go through it.
func TestListedExampleThatIsShownNowhere(t *testing.T) {
	source, output := handbook(t), filepath.Join(tmpfs.TempDir(t), "site")
	content, err := os.ReadFile(filepath.Join(source, "examples/one-to-one-embedded.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(source, "examples/spare.json"), content, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, messages, err := Build(t.Context(), Options{Source: source, Output: output}); err != nil || messages.Failed() {
		t.Fatal(err, messages)
	}
	list, err := os.ReadFile(filepath.Join(output, "examples/index.json"))
	if err != nil || !bytes.Contains(list, []byte(`"spare"`)) || bytes.Contains(list, []byte("null")) {
		t.Errorf("%v\n%s", err, list)
	}
}

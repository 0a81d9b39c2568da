package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	source, dir := folder(t, map[string]string{"examples/a.json": "old"})
	path := filepath.Join(dir, "examples/a.json")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := source.Write("examples/a.json", []byte("new")); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil || string(content) != "new" {
		t.Errorf("%q, %v", content, err)
	}
	after, err := os.Stat(path)
	if err != nil || after.Mode() != before.Mode() {
		t.Errorf("the mode is %v, was %v", after.Mode(), before.Mode())
	}
	if os.SameFile(before, after) {
		t.Error("it was written in place: who reads it meanwhile sees a half of it")
	}
	onlyFile(t, filepath.Dir(path), "a.json")
}

// onlyFile fails if a folder has more than one file.
func onlyFile(t *testing.T, folder, name string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 || entries[0].Name() != name {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// What is not there is made, with the usual permissions and its folders.
func TestWriteMakesFiles(t *testing.T) {
	source, dir := folder(t, map[string]string{"content/en/one.md": ""})
	if err := source.Write("content/en/.base/one.md", []byte("new")); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "content/en/.base/one.md")
	content, err := os.ReadFile(name)
	if err != nil || string(content) != "new" {
		t.Errorf("%q, %v", content, err)
	}
	like := filepath.Join(dir, "content/en/one.md")
	if got, usual := modeOf(t, name), modeOf(t, like); got != usual {
		t.Errorf("the mode is %v, not %v", got, usual)
	}
	onlyFile(t, filepath.Dir(name), "one.md")
}

func modeOf(t *testing.T, name string) os.FileMode {
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

// Links are not followed, whether they lead out of the folder or stay in it.
func TestWriteFollowsNoLink(t *testing.T) {
	source, dir := folder(t, map[string]string{"content/en/one.md": "kept", "elsewhere/a.json": "kept"})
	outside := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(outside, []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"examples": "elsewhere", "content/en/in.json": "one.md", "content/en/out.json": outside} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	for _, test := range []struct{ file, reason string }{
		{"examples/a.json", "examples is a symbolic link"},
		{"content/en/in.json", "content/en/in.json is a symbolic link"},
		{"content/en/out.json", "content/en/out.json is a symbolic link"},
		{"content/en", "it is not a plain file"},
		{"content/gone/../../../secret.json", "it leads out of the source folder"},
	} {
		if err := source.Write(test.file, []byte("changed")); err == nil || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v, want %q", test.file, err, test.reason)
		}
	}
	for _, file := range []string{outside, filepath.Join(dir, "content/en/one.md"), filepath.Join(dir, "elsewhere/a.json")} {
		if content, err := os.ReadFile(file); err != nil || string(content) != "kept" {
			t.Errorf("%s: %q, %v", file, content, err)
		}
	}
	onlyFile(t, filepath.Join(dir, "elsewhere"), "a.json")
}

func TestWriteKeepsTheFileIfItCannotBeWhole(t *testing.T) {
	source, dir := folder(t, map[string]string{"examples/a.json": "kept"})
	if err := source.Write("examples/a.json", make([]byte, maxFile+1)); err == nil {
		t.Error("a file that could not be read again was written")
	}
	if content, err := os.ReadFile(filepath.Join(dir, "examples/a.json")); err != nil || string(content) != "kept" {
		t.Errorf("%q, %v", content, err)
	}
	onlyFile(t, filepath.Join(dir, "examples"), "a.json")
}

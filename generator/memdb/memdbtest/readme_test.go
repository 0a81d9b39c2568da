package memdbtest_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeFromOutside runs the Go test of memdb's README as a program of its own, in
// a module outside of this one. It must pass, and fail where memdb refuses.
func TestReadmeFromOutside(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(package .*?)```").FindAllStringSubmatch(string(readme), -1)
	if len(blocks) != 1 {
		t.Fatalf("%d programs in Go, want 1", len(blocks))
	}
	program := blocks[0][1]
	refused := strings.NewReplacer(
		"func TestDeepPorts(", "func TestRefused(",
		`bson.M{"depth": bson.M{"$gt": 10}}`, `bson.M{"$where": "this.depth > 10"}`,
	).Replace(program)
	module := outsideModule(t)
	write(t, filepath.Join(module, "ports_test.go"), program)
	write(t, filepath.Join(module, "refused_test.go"), refused)
	// Both are linked once, which is most of what they take.
	if output, err := goIn(module, "test", "-c", "-o", "ports.test"); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	run := func(test string) (output string, err error) {
		printed, err := exec.Command(filepath.Join(module, "ports.test"), "-test.run=^"+test+"$").CombinedOutput()
		return string(printed), err
	}
	if output, err := run("TestDeepPorts"); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	output, err := run("TestRefused")
	if want := "memdb refused the command find on test.ports: $where is not implemented by memdb"; err == nil || !strings.Contains(output, want) {
		t.Errorf("with $where: %v\n%s", err, output)
	}
}

// outsideModule makes a module that replaces this one by its folder. It has the
// versions of this one's go.mod, which the go command then need not look for.
func outsideModule(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	_, versions, _ := strings.Cut(string(manifest), "\nrequire (")
	folder := t.TempDir()
	write(t, filepath.Join(folder, "go.sum"), string(sums))
	write(t, filepath.Join(folder, "go.mod"), fmt.Sprintf(
		"module outside\n\ngo 1.26.0\n\nrequire modelbook v0.0.0\n\nreplace modelbook => %s\n\nrequire (%s", root, versions))
	return folder
}

// goIn runs the go command in a module, of which it looks for nothing elsewhere.
func goIn(module string, arguments ...string) (output string, err error) {
	command := exec.Command("go", arguments...)
	command.Dir = module
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	printed, err := command.CombinedOutput()
	return string(printed), err
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

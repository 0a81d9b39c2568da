package wasm

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/golden"
)

// listed is a package as "go list -json" prints it.
type listed struct {
	Dir, ImportPath string
	GoFiles         []string
	EmbedFiles      []string
	Module          *struct{ Path, Version string }
}

// imported are the packages that the worker is compiled from, but for Go's own.
func imported(t *testing.T) []listed {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-json=Dir,ImportPath,GoFiles,EmbedFiles,Module", workerPackage)
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=readonly")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil {
			all = append(all, p)
		}
	}
}

// TestSources: the sources are the files that the go command compiles the worker
// from, each of them and no folder more.
func TestSources(t *testing.T) {
	s, err := readSources(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	needed := map[string]bool{}
	for _, p := range imported(t) {
		folder, ours := strings.CutPrefix(p.ImportPath, "modelbook/")
		if !ours {
			continue
		}
		needed[folder] = true
		for _, name := range slices.Concat(p.GoFiles, p.EmbedFiles) {
			file := path.Join(folder, name)
			want, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil || string(s.files[file]) != string(want) {
				t.Errorf("%s is not among the sources: name it in generator/wasm/sources.go and generator/playground.go (%v)", file, err)
			}
		}
	}
	for name := range s.files {
		if folder := path.Dir(name); folder != "." && !needed[folder] {
			t.Errorf("the worker does not import %s", folder)
		}
	}
}

// TestEmbeddedSources: the program embeds what is compiled.
func TestEmbeddedSources(t *testing.T) {
	content, err := os.ReadFile("../playground.go")
	if err != nil {
		t.Fatal(err)
	}
	var embeds []string
	for _, match := range regexp.MustCompile(`(?m)^//go:embed (.*)$`).FindAllStringSubmatch(string(content), -1) {
		embeds = append(embeds, strings.Fields(match[1])...)
	}
	if !slices.Equal(embeds, patterns) {
		t.Errorf("generator/playground.go embeds %v, compiled are %v", embeds, patterns)
	}
}

// TestModules holds worker.mod and worker.sum to the go.mod and go.sum of this
// module; -update writes them.
func TestModules(t *testing.T) {
	versions := map[string]string{}
	for _, p := range imported(t) {
		if p.Module.Path != "modelbook" {
			versions[p.Module.Path] = p.Module.Version
		}
	}
	mod := "module modelbook\n\n" + goLine(t) + "\n\nrequire (\n"
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		mod += "\t" + name + " " + versions[name] + "\n"
	}
	golden.File(t, "worker.mod", []byte(mod+")\n"))
	content, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	var sum strings.Builder
	for line := range strings.Lines(string(content)) {
		fields := strings.Fields(line)
		if version := versions[fields[0]]; version != "" && (fields[1] == version || fields[1] == version+"/go.mod") {
			sum.WriteString(line)
		}
	}
	golden.File(t, "worker.sum", []byte(sum.String()))
}

// goLine is the line of go.mod with the version of the language.
func goLine(t *testing.T) string {
	content, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?m)^go \S+$`).FindString(string(content))
}

// TestKey: it changes with what is compiled, not with a test.
func TestKey(t *testing.T) {
	key := func(files map[string]string) string {
		folder := worker("package main\n")
		for name, content := range files {
			folder[name].Data = []byte(content)
		}
		s, err := readSources(folder)
		if err != nil {
			t.Fatal(err)
		}
		return s.key
	}
	first := key(nil)
	if key(map[string]string{"wasm/worker/main_test.go": "package other\n"}) != first {
		t.Error("a test changes it")
	}
	if key(map[string]string{"play/play.go": "package other\n"}) == first {
		t.Error("a file does not change it")
	}
}

package wasm

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/golden"
)

// listed is a package as "go list -json" prints it.
type listed struct {
	ImportPath string
	EmbedFiles []string
	Module     *struct{ Path, Version string }
}

// imported are the packages that the worker is compiled from, but for Go's own.
func imported(t *testing.T) []listed {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-json=ImportPath,EmbedFiles,Module", workerPackage)
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

// TestEmbeddedSources holds the lines in generator/playground.go, by which the program
// embeds its sources, to the files from which the go command compiles the worker: none is
// missing, and no package too many is there. After a change to what the worker imports,
// -update writes them.
func TestEmbeddedSources(t *testing.T) {
	const file = "../playground.go"
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^//go:embed .*\n`)
	first := lines.FindStringIndex(string(content))
	if first == nil {
		t.Fatalf("%s embeds nothing", file)
	}
	var embeds []string
	for _, p := range imported(t) {
		folder, isOurs := strings.CutPrefix(p.ImportPath, "modelbook/generator/")
		if !isOurs {
			continue
		}
		line := "//go:embed " + folder + "/*.go"
		for _, name := range p.EmbedFiles {
			line += " " + path.Join(folder, name)
		}
		embeds = append(embeds, line+"\n")
	}
	slices.Sort(embeds)
	rest := lines.ReplaceAllString(string(content), "")
	golden.File(t, file, []byte(rest[:first[0]]+strings.Join(embeds, "")+rest[first[0]:]))
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
		s, err := readAll(folder)
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

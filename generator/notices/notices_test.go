package notices

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the notices of what is linked now")

// ours are those of what lies in this repository and is not its own.
const (
	font    = "site/fonts/sofia-sans-license.txt"
	letters = "generator/memdb/internal/collation/icu-license.txt"
)

// TestNotices holds the files to what is linked: go test ./generator/notices -update
// writes them.
func TestNotices(t *testing.T) {
	for file, c := range map[string]struct {
		have    []byte
		of      string
		systems []string
		ours    []string
	}{
		"program.txt":    {Program, "modelbook/generator", []string{"linux/amd64", "darwin/arm64", "windows/amd64"}, []string{font, letters}},
		"playground.txt": {Playground, "modelbook/generator/wasm/worker", []string{"js/wasm"}, []string{letters}},
	} {
		want, err := gather(c.of, c.systems, c.ours)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if !bytes.Equal(c.have, want) {
			t.Errorf("%s is not of what is linked; go test ./generator/notices -update writes it", file)
		}
	}
}

func TestNoticesOfKnown(t *testing.T) {
	for _, known := range []string{"Go Authors", "github.com/yuin/goldmark ", "github.com/inconshreveable/mousetrap ", "Snowball", "SIL OPEN FONT LICENSE", "International Business Machines"} {
		if !bytes.Contains(Program, []byte(known)) {
			t.Errorf("the program's have no %q", known)
		}
	}
	if bytes.Contains(Playground, []byte("goldmark")) || !bytes.Contains(Playground, []byte("go.mongodb.org/mongo-driver/v2 ")) {
		t.Error("the playground's are not of what it links")
	}
}

// linked is a package as go list tells of it.
type linked struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// gather returns what a program's parts are called, each with the licenses that lie
// beside its packages and above them in its module.
func gather(program string, systems, ours []string) ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	goroot := strings.TrimSpace(string(root))
	found := map[string]map[string]bool{} // the files of each part
	for _, system := range systems {
		command := exec.Command("go", "list", "-deps", "-json=Dir,Module", program)
		goos, goarch, _ := strings.Cut(system, "/")
		command.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0", "GOFLAGS=")
		listed, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for packages := json.NewDecoder(bytes.NewReader(listed)); ; {
			var p linked
			if err := packages.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			part := p.Module.Path + " " + p.Module.Version
			if found[part] == nil {
				found[part] = map[string]bool{}
			}
			for dir := p.Dir; len(dir) >= len(p.Module.Dir); dir = filepath.Dir(dir) {
				if err := addLicenses(found[part], dir); err != nil {
					return nil, err
				}
			}
		}
	}
	var out bytes.Buffer
	write := func(part string, files []string) error {
		if len(files) == 0 {
			return fmt.Errorf("%s has no license", part)
		}
		fmt.Fprintf(&out, "==== %s\n\n", part)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			out.WriteString(strings.Trim(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n") + "\n\n")
		}
		return nil
	}
	if err := write("Go, its library and wasm_exec.js", []string{filepath.Join(goroot, "LICENSE"), filepath.Join(goroot, "PATENTS")}); err != nil {
		return nil, err
	}
	for _, part := range slices.Sorted(maps.Keys(found)) {
		if err := write(part, slices.Sorted(maps.Keys(found[part]))); err != nil {
			return nil, err
		}
	}
	for _, file := range ours {
		if err := write(strings.TrimSuffix(filepath.Base(file), "-license.txt"), []string{filepath.Join("../..", file)}); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

var license = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|third-party-notices)([.-].*)?$`)

func addLicenses(files map[string]bool, dir string) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if license.MatchString(entry.Name()) && entry.Type().IsRegular() && filepath.Ext(entry.Name()) != ".go" {
			files[filepath.Join(dir, entry.Name())] = true
		}
	}
	return err
}

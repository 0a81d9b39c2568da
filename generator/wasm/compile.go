package wasm

import (
	"context"
	"encoding/json"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

const workerPackage = "modelbook/generator/wasm/worker"

// options are the options of go build. Without inlining the program is a
// seventh smaller.
var options = []string{"-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w"}

// goCommand is the go command that compiles the program.
type goCommand struct {
	GOROOT, GOVERSION string
}

// findGo returns the go command of the PATH, nil if there is none or its language
// is older than the one that this program is written in. No toolchain is
// downloaded, even if the go.mod or go.work of the working directory requires
// one.
func findGo(ctx context.Context) *goCommand {
	command := exec.CommandContext(ctx, "go", "env", "-json", "GOROOT", "GOVERSION")
	// Outside of modules: it looks for no go.mod.
	command.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOWORK=off", "GO111MODULE=off", "GOFLAGS=-trimpath")
	out, err := command.Output()
	g := new(goCommand)
	if err != nil || json.Unmarshal(out, g) != nil {
		return nil
	}
	number, _, _ := strings.Cut(g.GOVERSION, " ") // experiments may follow
	if version.Compare(number, version.Lang(runtime.Version())) < 0 {
		return nil
	}
	return g
}

// compile returns the program without its compressed forms.
func (s *sources) compile(ctx context.Context, g *goCommand) (*Program, error) {
	folder, err := os.MkdirTemp("", "modelbook-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := s.write(folder); err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "play.wasm")
	build := exec.CommandContext(ctx, filepath.Join(g.GOROOT, "bin", "go"), append(append([]string{"build"}, options...), "-o", file, workerPackage)...)
	build.Dir = folder
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOTOOLCHAIN=local", "GOWORK=off", "GO111MODULE=on", "GOFLAGS=-mod=readonly")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile the playground: %w\n%s", err, out)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p := new(Program)
	if p.Module, err = linked(content); err != nil {
		return nil, err
	}
	p.Glue, err = os.ReadFile(filepath.Join(g.GOROOT, "lib", "wasm", "wasm_exec.js"))
	return p, err
}

// linked returns a module of Go's linker with a bounded memory and few data segments.
func linked(module []byte) ([]byte, error) {
	module, err := revised(module, memorySection, bounded)
	if err != nil {
		return nil, err
	}
	return revised(module, dataSection, joined)
}

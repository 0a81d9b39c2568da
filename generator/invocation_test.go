package main

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// Commands in messages are typed as the program was, and where it was.
func TestTypedCommands(t *testing.T) {
	root := newRoot()
	for _, test := range []struct{ program, source, text, want string }{
		{"modelbook", ".", "run modelbook fmt", "run modelbook fmt"},
		{"modelbook", "./", "run modelbook fmt", "run modelbook fmt"},
		{"modelbook", "book", "run modelbook fmt", "run modelbook fmt --source book"},
		{"../modelbook", "", "run modelbook fmt", "run ../modelbook fmt"},
		{"go run ./generator", "my book", "modelbook verify --update huts writes what it returned", "go run ./generator verify --source 'my book' --update huts writes what it returned"},
		{"modelbook", "it's", "is there; modelbook i18n update it huts brings it up", `is there; modelbook i18n update --source 'it'\''s' it huts brings it up`},
		{"mb", "none", "name it with --source, or begin a handbook with modelbook init", "name it with --source, or begin a handbook with mb init"},
		{"mb", "book", "see modelbook --help", "see mb --help"},
		{"mb", "book", "modelbook is a program; a modelbook_verify is not", "modelbook is a program; a modelbook_verify is not"},
	} {
		if runtime.GOOS == "windows" && strings.Contains(test.want, "'") {
			continue
		}
		if got := (invocation{root, test.program, test.source}).typed(test.text); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}

func TestProgramName(t *testing.T) {
	here, name := t.TempDir(), "modelbook"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	program := filepath.Join(here, name)
	if err := os.WriteFile(program, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", here)
	t.Chdir("..")
	for arg, want := range map[string]string{
		"modelbook":                                 "modelbook",
		program:                                     "modelbook",
		"./modelbook":                               "./modelbook", // another one
		"/tmp/go-build12/b001/exe/generator":        "go run ./generator",
		"/tmp/my tools/modelbook":                   "'/tmp/my tools/modelbook'",
		"/tmp/release/modelbook-linux-amd64":        "/tmp/release/modelbook-linux-amd64",
		"/home/x/.cache/go-build/ab/cd-d/generator": "go run ./generator",
	} {
		if runtime.GOOS == "windows" && strings.Contains(want, "'") {
			continue
		}
		if got := programName(arg); got != want {
			t.Errorf("%s: %s, want %s", arg, got, want)
		}
	}
	t.Chdir("content")
	if got, want := programName("/tmp/go-build12/b001/exe/generator"), "go run modelbook/generator"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestNamedCommands holds the commands that texts name, anywhere in the program,
// to those that there are.
func TestNamedCommands(t *testing.T) {
	root, found := newRoot(), 0
	for _, file := range sources(t) {
		ast.Inspect(file.File, func(n ast.Node) bool {
			literal, is := n.(*ast.BasicLit)
			if !is || literal.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(literal.Value)
			for _, match := range printedCommand.FindAllStringSubmatch(text, -1) {
				words := strings.Fields(match[1])
				if strings.HasPrefix(words[0], "--") {
					words = nil
				}
				cmd, _, err := root.Find(words)
				if len(words) > 0 && (err != nil || cmd == root) {
					t.Errorf("%s: there is no command %s", file.path, match[0])
				}
				found++
			}
			return true
		})
	}
	if found < 60 {
		t.Errorf("%d commands", found)
	}
}

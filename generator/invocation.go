package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
)

// invocation is how the program is run here. Messages name commands as the
// manual does, "modelbook fmt"; typed replaces them by commands that can be
// typed here.
type invocation struct {
	root    *cobra.Command
	program string // quoted for a shell
	source  string // the folder of --source; "." or "" is the default
}

// printedCommand is a command in a text: the program's name, and the following
// words up to the end of the first command or flag.
var printedCommand = regexp.MustCompile(`\bmodelbook( --[a-z]+|(?: [a-z0-9]+)+)`)

// typed returns a text with its commands as they are typed here: with the name
// by which the program was called, and with its --source.
func (i invocation) typed(text string) string {
	return printedCommand.ReplaceAllStringFunc(text, func(found string) string {
		words := strings.Fields(found)[1:]
		if strings.HasPrefix(words[0], "--") {
			return i.program + " " + words[0]
		}
		cmd, rest, err := i.root.Find(words)
		if err != nil || cmd == i.root {
			return found
		}
		named := append([]string{i.program}, words[:len(words)-len(rest)]...)
		if cmd.Flags().Lookup("source") != nil && i.source != "" && filepath.Clean(i.source) != "." {
			named = append(named, "--source", shellWord(i.source))
		}
		return strings.Join(append(named, rest...), " ")
	})
}

// programName returns the command that runs the program that was started as
// arg: a name that is found on the PATH, a path, or a call of go run.
func programName(arg string) string {
	name := strings.TrimSuffix(filepath.Base(arg), ".exe")
	if strings.Contains(filepath.ToSlash(arg), "/go-build") {
		if _, err := os.Stat(filepath.Join("generator", "main.go")); err == nil {
			return "go run ./generator"
		}
		return "go run modelbook/generator" // its import path holds everywhere in the module
	}
	if found, err := exec.LookPath(name); err == nil && isSameFile(found, arg) || name == arg {
		return name
	}
	return shellWord(arg)
}

func isSameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

var plainWord = regexp.MustCompile(`^[\pL\pN_@%+=:,./-]+$`)

// shellWord quotes a word if a shell would not read it as one.
func shellWord(word string) string {
	switch {
	case plainWord.MatchString(word):
		return word
	case runtime.GOOS == "windows":
		return `"` + word + `"` // no path has such a sign
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

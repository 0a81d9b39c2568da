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
// manual does, "modelbook fmt"; typed gives them as they can be typed again.
type invocation struct {
	root    *cobra.Command
	program string // as a shell takes it
	source  string // the folder of --source; "." or "" is where commands run anyhow
}

// printedCommand is a command in a text: the program's name, and what stands behind it
// up to where the first command or flag ends.
var printedCommand = regexp.MustCompile(`\bmodelbook( --[a-z]+|(?: [a-z0-9]+)+)`)

// typed gives a text with its commands as they are typed here: by the name that
// the program was called by, and with the folder that it was given.
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

// programName gives what to type to run the program that was started as arg: a
// name that is found on the PATH, a path, or what go run was asked for.
func programName(arg string) string {
	name := strings.TrimSuffix(filepath.Base(arg), ".exe")
	if strings.Contains(filepath.ToSlash(arg), "/go-build") {
		if _, err := os.Stat(filepath.Join("generator", "main.go")); err == nil {
			return "go run ./generator"
		}
		return "go run modelbook/generator" // its import path holds everywhere in the module
	}
	if found, err := exec.LookPath(name); err == nil && sameFile(found, arg) || name == arg {
		return name
	}
	return shellWord(arg)
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

var plainWord = regexp.MustCompile(`^[\pL\pN_@%+=:,./-]+$`)

// shellWord quotes what a shell would not take for one word.
func shellWord(word string) string {
	switch {
	case plainWord.MatchString(word):
		return word
	case runtime.GOOS == "windows":
		return `"` + word + `"` // no path has such a sign
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

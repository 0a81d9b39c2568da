// Command embed puts the playground's program beside package wasm, so that a
// program that is built afterwards carries it. It is run by go generate, in the
// folder of package wasm.
package main

import (
	"context"
	"os"
	"os/exec"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/wasm"
)

func main() {
	names, err := sources()
	if err == nil {
		err = wasm.Embed(context.Background(), os.DirFS(".."), names, "embedded")
	}
	if err != nil {
		diag.NewTerminal(os.Stderr).Printf("%v\n", err)
		os.Exit(1)
	}
}

// sources are the files that a program without the playground embeds to compile it.
func sources() ([]string, error) {
	list := exec.Command("go", "list", "-f", `{{join .EmbedFiles "\n"}}`, "modelbook/generator")
	list.Stderr = os.Stderr
	out, err := list.Output()
	return strings.Fields(string(out)), err
}

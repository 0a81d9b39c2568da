// Command embed puts the playground's program beside package wasm, so that a
// program that is built afterwards carries it. It is run by go generate, in the
// folder of package wasm.
package main

import (
	"context"
	"os"

	"modelbook/generator/diag"
	"modelbook/generator/wasm"
)

func main() {
	if err := wasm.Embed(context.Background(), os.DirFS(".."), "embedded"); err != nil {
		diag.NewTerminal(os.Stderr).Printf("%v\n", err)
		os.Exit(1)
	}
}

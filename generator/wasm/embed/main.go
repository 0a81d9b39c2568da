// Command embed puts the playground's program beside package wasm, so that a
// program that is built afterwards carries it. It is run by go generate.
package main

import (
	"context"
	"os"

	"modelbook/generator/diag"
	"modelbook/generator/wasm"
)

func main() {
	if err := embed(); err != nil {
		diag.NewTerminal(os.Stderr).Printf("%v\n", err)
		os.Exit(1)
	}
}

func embed() error {
	p, err := wasm.Compile(context.Background())
	if err != nil {
		return err
	}
	return p.Write("embedded")
}

// Command embed puts the playground's program beside package wasm, so that a
// program that is built afterwards carries it. It is run by go generate.
package main

import (
	"context"
	"log"

	"modelbook/generator/wasm"
)

func main() {
	p, err := wasm.Compile(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	if err := p.Write("embedded"); err != nil {
		log.Fatal(err)
	}
}

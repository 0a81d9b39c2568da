// Package notices holds the licenses of all that travels with this program and with
// the playground's: both are to be handed on with their notices.
package notices

import _ "embed"

// Program is of this program, on any system: of Go, the modules, fonts and data.
//
//go:embed program.txt
var Program []byte

// Playground is of the program that a site with a playground publishes.
//
//go:embed playground.txt
var Playground []byte

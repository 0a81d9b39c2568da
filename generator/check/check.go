// Package check compares files with each other: the order of pages, links between
// them, and the figures and numbers that guides take from examples. It takes the
// values that the other stages made of the files and returns messages; it changes
// nothing.
package check

import (
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// sourceLine returns the line of a guide that pos points into, or "".
func sourceLine(g *guide.Guide, pos diag.Pos) string {
	for _, block := range g.Blocks {
		lines := strings.Split(block.Source, "\n")
		if i := pos.Line - block.Pos.Line; i >= 0 && i < len(lines) {
			return lines[i]
		}
	}
	return ""
}

package example

import (
	"strings"

	"modelbook/generator/diag"
)

// printed gives each message as position: text (hint), in order.
func printed(list diag.List) string {
	record(list)
	var lines []string
	for _, m := range list.Sorted() {
		line := m.Pos.String() + ": " + m.Text
		if m.Hint != "" {
			line += " (" + m.Hint + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

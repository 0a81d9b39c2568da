package render

import (
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// counter is the variable that counts how often a step was sent.
const counter = "i"

// countsIn reports whether code uses the counter.
func countsIn(lines []figure.Line) bool {
	return slices.ContainsFunc(lines, func(line figure.Line) bool {
		return slices.ContainsFunc(line.Tokens, func(t figure.Token) bool { return t.Text == counter || strings.HasPrefix(t.Text, counter+" + ") })
	})
}

// placeholder gives the piece for {$$saved: …} and {$$index: …} in an operation;
// false if n is something else.
func (d *Dialect) placeholder(n ejson.Node) (piece, bool) {
	if len(n.Fields) != 1 {
		return piece{}, false
	}
	argument := n.Fields[0].Value.Text
	switch n.Fields[0].Key {
	case example.PlaceSaved:
		return piece{scalar: one(figure.Plain, d.saved(argument))}, true
	case example.PlaceIndex:
		if argument == "0" {
			return piece{scalar: one(figure.Plain, counter)}, true
		}
		return piece{scalar: append(one(figure.Plain, counter+" + "), one(figure.Number, argument)...)}, true
	}
	return piece{}, false
}

// variablePath writes hut.0.version as hut[0].version.
func variablePath(path string) string {
	parts := strings.Split(path, ".")
	written := named(parts[0])
	for _, part := range parts[1:] {
		switch _, err := strconv.ParseUint(part, 10, 31); {
		case err == nil:
			written += "[" + part + "]"
		case isIdentifier(part):
			written += "." + part
		default:
			written += "[" + quote(part) + "]"
		}
	}
	return written
}

package render

import (
	"strconv"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// counter is the variable that counts how often a step was sent.
const counter = "i"

// placeholder gives the piece for {$$saved: …} and {$$index: …} in an operation;
// false if n is something else.
func placeholder(n ejson.Node) (piece, bool) {
	if len(n.Fields) != 1 {
		return piece{}, false
	}
	argument := n.Fields[0].Value.Text
	switch n.Fields[0].Key {
	case example.PlaceSaved:
		return piece{scalar: one(figure.Plain, variablePath(argument))}, true
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
	written := parts[0]
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

// assigned puts what a call gives into a variable. A cursor gives it as an
// array.
func (c chain) assigned(name string, returns example.Returns) chain {
	to := append(one(figure.Keyword, "const"), one(figure.Plain, " "+name+" = ")...)
	c.receiver = append(to, c.receiver...)
	if returns == example.ReturnsDocuments {
		c.methods = append(c.methods, method{name: "toArray"})
	}
	return c
}

// loop writes code that is run several times.
func loop(code figure.Code, times int) figure.Code {
	head := append(one(figure.Keyword, "for"), punctuation(" (")...)
	head = append(head, one(figure.Keyword, "let")...)
	head = append(head, one(figure.Plain, " "+counter+" = ")...)
	head = append(head, one(figure.Number, "0")...)
	head = append(head, one(figure.Plain, "; "+counter+" < ")...)
	head = append(head, one(figure.Number, strconv.Itoa(times))...)
	head = append(head, one(figure.Plain, "; "+counter+"++")...)
	lines := append([]figure.Line{{Tokens: append(head, punctuation(") {")...)}}, indented(code).Lines...)
	code.Lines = append(lines, figure.Line{Tokens: punctuation("}")})
	code.Width = widest(code.Lines)
	return code
}

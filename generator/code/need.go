package code

import (
	"strconv"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Need is the part of a step's saved result that later steps use, without which a program
// must not go on.
type Need struct {
	IsDocument bool // the result is a document, or none is found
	Least      int  // number of documents in a list
}

// IsNeeded reports whether later steps need anything.
func (n Need) IsNeeded() bool { return n.IsDocument || n.Least > 0 }

// needOf returns the need that later steps have of the first one.
func needOf(steps []example.Step) Need {
	var n Need
	first := &steps[0]
	if first.Save == "" {
		return n
	}
	of, _ := example.Describe(first.Operation.Name)
	for _, s := range steps[1:] {
		arguments, err := ejson.Open(s.Operation.Arguments)
		if err != nil {
			continue
		}
		savedPaths(arguments, func(path string) {
			name, rest, _ := strings.Cut(path, ".")
			index, _, _ := strings.Cut(rest, ".")
			switch at, err := strconv.Atoi(index); {
			case name != first.Save:
			case of.Returns == example.ReturnsDocument:
				n.IsDocument = true
			case of.Returns == example.ReturnsDocuments && err == nil:
				n.Least = max(n.Least, at+1)
			}
		})
	}
	return n
}

// savedPaths calls visit with each path to a saved value in a value's placeholders.
func savedPaths(n ejson.Node, visit func(path string)) {
	for _, f := range n.Fields {
		if f.Key == example.PlaceSaved {
			visit(f.Value.Text)
		}
		savedPaths(f.Value, visit)
	}
}

// lacking returns the end of the message that begins with the variable.
func (n Need) lacking() string {
	switch {
	case n.IsDocument:
		return " is missing"
	case n.Least == 1:
		return " is empty"
	}
	return " is too short"
}

package code

import (
	"strconv"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Need is what later steps take of what one saves, so that code must not go on
// without it.
type Need struct {
	IsDocument bool // it is one, which there may not be
	Least      int  // documents of a list
}

// IsNeeded reports whether there is something to look for.
func (n Need) IsNeeded() bool { return n.IsDocument || n.Least > 0 }

// needOf returns what steps need of the first of them.
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

// savedPaths visits the paths in a value that stand for what earlier steps saved.
func savedPaths(n ejson.Node, visit func(path string)) {
	for _, f := range n.Fields {
		if f.Key == example.PlaceSaved {
			visit(f.Value.Text)
		}
		savedPaths(f.Value, visit)
	}
}

// lacking says what there is not, behind the variable.
func (n Need) lacking() string {
	switch {
	case n.IsDocument:
		return " is missing"
	case n.Least == 1:
		return " is empty"
	}
	return " is too short"
}

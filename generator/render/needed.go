package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// needed is what later steps take of what one keeps, so that code must not go on
// without it.
type needed struct {
	document bool // it is one, which there may not be
	least    int  // documents of a list
}

func (n needed) isNeeded() bool { return n.document || n.least > 0 }

// neededOf gives what steps need of the first of them.
func neededOf(steps []example.Step) needed {
	var n needed
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
				n.document = true
			case of.Returns == example.ReturnsDocuments && err == nil:
				n.least = max(n.least, at+1)
			}
		})
	}
	return n
}

// savedPaths gives the paths in a value that stand for what earlier steps saved.
func savedPaths(n ejson.Node, visit func(path string)) {
	for _, f := range n.Fields {
		if f.Key == example.PlaceSaved {
			visit(f.Value.Text)
		}
		savedPaths(f.Value, visit)
	}
}

// lacking says what there is not.
func (s *sent) lacking() string {
	switch {
	case s.document:
		return s.variable + " is missing"
	case s.least == 1:
		return s.variable + " is empty"
	}
	return s.variable + " is too short"
}

// conditions are how a language says that there is no document, that a list is empty,
// and that it is shorter than a number.
type conditions struct{ none, empty, shorter string }

// lacks writes that what is needed is not there.
func (c conditions) lacks(s *sent) []figure.Token {
	switch {
	case s.document:
		return one(figure.Plain, fmt.Sprintf(c.none, s.variable))
	case s.least == 1:
		return one(figure.Plain, fmt.Sprintf(c.empty, s.variable))
	}
	return append(one(figure.Plain, fmt.Sprintf(c.shorter, s.variable)), one(figure.Number, strconv.Itoa(s.least))...)
}

func guardInJavaScript(s *sent) []figure.Line {
	head := slices.Concat(one(figure.Keyword, "if"), punctuation(" ("), conditions{"!%s", "!%s.length", "%s.length < "}.lacks(s), punctuation(") "))
	thrown := throwing(quote(s.lacking()))
	if line := slices.Concat(head, thrown); s.show || columns(line) <= Columns {
		return []figure.Line{{Tokens: line}}
	}
	return braced(head, shellStep, thrown)
}

func guardInPython(s *sent) []figure.Line {
	head := slices.Concat(one(figure.Keyword, "if"), one(figure.Plain, " "), conditions{"%s is None", "not %s", "len(%s) < "}.lacks(s), punctuation(":"))
	return []figure.Line{{Tokens: head}, indented([]figure.Line{{Tokens: raising("LookupError", s.lacking())}}, 4)[0]}
}

func guardInJava(s *sent) []figure.Line {
	head := slices.Concat(one(figure.Keyword, "if"), punctuation(" ("), conditions{"%s == null", "%s.isEmpty()", "%s.size() < "}.lacks(s), punctuation(") "))
	return braced(head, 4, throwingInJava("IllegalStateException", s.lacking()))
}

func guardInGo(s *sent) []figure.Line {
	if s.document {
		return nil // the driver gives an error where there is none
	}
	condition := figure.Line{Tokens: conditions{empty: "len(%s) == 0", shorter: "len(%s) < "}.lacks(s)}.Text()
	return enclosed("if "+condition+" {", []figure.Line{lineInGo("return errors.New(" + quoteDouble(s.lacking()) + ")")})
}

// braced puts a statement into braces behind the head of a condition.
func braced(head []figure.Token, step int, statement []figure.Token) []figure.Line {
	body := indented([]figure.Line{{Tokens: statement}}, step)
	return slices.Concat([]figure.Line{{Tokens: append(slices.Clip(head), punctuation("{")...)}}, body, []figure.Line{{Tokens: punctuation("}")}})
}

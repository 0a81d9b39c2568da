package parse

import (
	"fmt"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// sketch reads a mapping of stops of a path to the sizes that follow from them.
func (s *settings) sketch(n ast.Node) []guide.SketchSizes {
	var all []guide.SketchSizes
	stops := map[string]diag.Pos{}
	for _, entry := range s.entries(n, "one: {parts: 1}") {
		stop := s.key(entry, stops)
		if stop == "" {
			continue
		}
		of := guide.SketchSizes{Stop: stop, Pos: stops[stop]}
		names := map[string]diag.Pos{}
		for _, size := range s.entries(entry.Value, "parts: 1") {
			name := s.key(size, names)
			known := weigh.DefaultSketch.Sizes()
			i := slices.IndexFunc(known, func(k weigh.SketchSize) bool { return k.Name == name })
			switch value := s.amount(size.Value); {
			case name == "":
			case i < 0:
				s.fail(size.Key, fmt.Sprintf("a sketch has no size %s", name), diag.Suggest(name, "sizes", sketchSizeNames(known)))
			case value < known[i].Low || value > known[i].High:
				s.fail(size.Value, fmt.Sprintf("readers enter %s from %g to %g", name, known[i].Low, known[i].High), "")
			default:
				of.Sizes = append(of.Sizes, guide.SketchSize{Name: name, Value: value, Pos: names[name]})
			}
		}
		all = append(all, of)
	}
	return all
}

func sketchSizeNames(sizes []weigh.SketchSize) []string {
	names := make([]string, len(sizes))
	for i, size := range sizes {
		names[i] = size.Name
	}
	return names
}

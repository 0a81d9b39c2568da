package show

import (
	"fmt"
	"slices"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// inset is how many columns a box takes from what is inside.
const inset = 3

func (b boxes) array(n ejson.Node, depth int, path string) (*figure.Box, error) {
	box := &figure.Box{Kind: figure.Array, Depth: depth, Count: len(n.Fields)}
	shown := n.Fields
	if len(shown) > longArray {
		shown = shown[:shownOfLong]
	}
	rows, err := b.elements(shown, depth, path)
	if err != nil {
		return nil, err
	}
	box.Rows = rows
	box.Rows[len(rows)-1].More = len(n.Fields) - len(shown)
	return finish(box, closingOf(n)), nil
}

// closingOf gives an array's closing bracket, with a space where the opening
// one has one.
func closingOf(n ejson.Node) string {
	if slices.ContainsFunc(n.Fields, func(f ejson.Field) bool { return isBox(f.Value) }) {
		return " ]"
	}
	return "]"
}

// elements draws a row for each box and rows filled with what is between.
func (b boxes) elements(fields []ejson.Field, depth int, path string) ([]figure.Row, error) {
	var rows []figure.Row
	var line []figure.Token
	flush := func() {
		if line != nil {
			rows = append(rows, figure.Row{Before: line})
		}
		line = nil
	}
	for i, field := range fields {
		if isBox(field.Value) {
			flush()
			row, err := b.row(field.Value, depth, path, nil)
			if err != nil {
				return nil, fmt.Errorf("%d: %w", i, err)
			}
			rows = append(rows, row)
			continue
		}
		tokens, err := b.value(field.Value, path)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
		if columns(line)+columns(tokens)+len(", ,") > Columns-inset*depth {
			flush()
		}
		line = append(separated(line, i == 0), tokens...)
	}
	flush()
	return rows, nil
}

// separated gives a line with what stands before a further element.
func separated(line []figure.Token, first bool) []figure.Token {
	switch {
	case first:
		return punctuation("[")
	case line == nil:
		return one(figure.Plain, " ")
	}
	return append(line, punctuation(", ")...)
}

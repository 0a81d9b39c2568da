package render

import (
	"fmt"

	"modelbook/generator/code/layout"
	"modelbook/generator/code/shell"
	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// inset is the number of columns that a box takes from its contents.
const inset = 3

func (b boxes) array(n ejson.Node, depth int, path string) (*figure.Box, error) {
	count, shown := len(n.Fields)+n.More, n.Fields
	box := &figure.Box{Kind: figure.Array, Depth: depth, Count: count}
	most, few := shell.LongArray, shell.ShownOfLong
	if b.isGenerated && isBox(shown[0].Value) {
		most, few = figure.MostOpen, figure.FewOpened // one is like the other
	}
	if count > most {
		shown = shown[:min(len(shown), few)]
	}
	rows, err := b.elements(shown, depth, path)
	if err != nil {
		return nil, err
	}
	box.Rows = rows
	box.Rows[len(rows)-1].More = count - len(shown)
	return finish(box, ""), nil
}

// elements draws a row for each box, and fills rows with the values between boxes.
func (b boxes) elements(fields []ejson.Field, depth int, path string) ([]figure.Row, error) {
	r := filledRows{width: Columns - inset*depth, refers: b.references[path]}
	for i, field := range fields {
		var row figure.Row
		var tokens []figure.Token
		var err error
		if isBox(field.Value) {
			row, err = b.row(field.Value, depth, path, nil)
		} else {
			tokens, err = b.value(field.Value, path)
		}
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
		r.add(row, tokens)
	}
	r.flush()
	return r.rows, nil
}

// filledRows are the rows of an array.
type filledRows struct {
	width  int
	refers string // the collection that their references point at
	rows   []figure.Row
	line   []figure.Token // the row that is being filled
}

// add adds a box or, if value is not nil, a value.
func (r *filledRows) add(box figure.Row, value []figure.Token) {
	if value == nil {
		r.flush()
		r.rows = append(r.rows, box)
		return
	}
	if layout.Columns(r.line)+layout.Columns(value)+len(", ,") > r.width {
		r.flush()
	}
	if r.line != nil {
		r.line = append(r.line, punctuation(", ")...)
	}
	r.line = append(r.line, value...)
}

func (r *filledRows) flush() {
	if r.line != nil {
		r.rows = append(r.rows, figure.Row{Before: r.line, Refers: r.refers})
	}
	r.line = nil
}

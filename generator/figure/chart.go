package figure

import "slices"

// Charts are charts of curves, one for each of several lists in a row.
type Charts []Chart

// Chart is a picture of curves, one a model, and their numbers.
type Chart struct {
	Title   Phrase
	Picture Picture
	Remarks []Phrase
	Rows    []ChartRow // with increasing sizes
}

// ChartRow is the values of all models at a size.
type ChartRow struct {
	Size   int64
	Values []Value
}

// join joins charts, which are shown side by side.
func (c Charts) join(next Element) (Element, bool) {
	other, ok := next.(Charts)
	return slices.Concat(c, other), ok
}

package play

import (
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/render"
)

// Change describes the documents of a collection that a statement changed in one
// way: those it added, removed or replaced.
type Change struct {
	Collection string            `json:"collection"`
	Kind       render.ChangeKind `json:"kind"`
	Count      int               `json:"count"`
	// Sheets show the first of the documents.
	Sheets []Sheet `json:"sheets"`
}

// Sheet is a document with its added and removed lines, and its bytes before and
// after, 0 if it did not exist.
type Sheet struct {
	Lines  []Line `json:"lines"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

var signs = map[figure.Change]string{figure.Added: "+", figure.Removed: "-"}

func drawChanges(changed []example.Change) ([]Change, error) {
	drawn, err := render.Changes(changed)
	var all []Change
	for _, d := range drawn {
		c := Change{Collection: d.Collection, Kind: d.Kind, Count: d.Total}
		for _, sheet := range d.Sheets {
			c.Sheets = append(c.Sheets, Sheet{Lines: signed(sheet.Lines), Before: sheet.Before, After: sheet.After})
		}
		all = append(all, c)
	}
	return all, err
}

func signed(drawn []figure.Line) []Line {
	all := lines(figure.Code{Lines: drawn})
	for i := range all {
		all[i].Sign, all[i].LeftOut = signs[drawn[i].Change], drawn[i].LeftOut
	}
	return all
}

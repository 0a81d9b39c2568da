package play

import (
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/render"
)

// Change is what a statement did to the documents of a collection in one way.
type Change struct {
	Collection string            `json:"collection"`
	Kind       render.ChangeKind `json:"kind"`
	Count      int               `json:"count"`
	// Sheets are the first of them.
	Sheets []Sheet `json:"sheets"`
}

// Sheet is a document with what became of its lines, and its bytes before and
// after; 0 where there is none.
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

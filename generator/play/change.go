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

// changes compares two snapshots, and draws what became of documents as a guide
// does.
func changes(before, after snapshot) ([]Change, error) {
	var changed []example.Change
	for _, name := range names(before, after) {
		then, now := before.in(name), after.in(name)
		for _, id := range then.order {
			if old, new := then.documents[id], now.documents[id]; new == nil || !same(old, new) {
				changed = append(changed, example.Change{Collection: name, Before: old, After: new})
			}
		}
		for _, id := range now.order {
			if then.documents[id] == nil {
				changed = append(changed, example.Change{Collection: name, After: now.documents[id]})
			}
		}
	}
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

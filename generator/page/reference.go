package page

import "modelbook/generator/figure"

// document is one of a collection, by its _id as a row has it.
type document struct{ collection, id string }

// link returns an id to each document of a block that references of the block point
// at, so that they lead to it.
func (w *writer) link(figures []figure.Figure) map[document]string {
	linked := map[document]string{}
	for _, d := range documentsOf(figures) {
		for _, box := range d.Boxes {
			eachReference(box, func(to document) { linked[to] = "" })
		}
	}
	for _, d := range documentsOf(figures) {
		for _, box := range d.Boxes {
			key := document{d.Collection, box.ID}
			if id, wanted := linked[key]; wanted && id == "" && box.ID != "" {
				linked[key] = w.id()
			}
		}
	}
	return linked
}

func documentsOf(figures []figure.Figure) []figure.Documents {
	var found []figure.Documents
	for i := range figures {
		for j := range figures[i].Panes {
			for _, element := range figures[i].Panes[j].Elements {
				if d, ok := element.(figure.Documents); ok {
					found = append(found, d)
				}
			}
		}
	}
	return found
}

// eachReference calls do for each document that a box points at.
func eachReference(box *figure.Box, do func(to document)) {
	for i := range box.Rows {
		row := &box.Rows[i]
		if row.Refers != "" {
			for _, token := range row.Before {
				if token.Class == figure.Reference {
					do(document{row.Refers, token.Text})
				}
			}
		}
		if row.Inside != nil {
			eachReference(row.Inside, do)
		}
	}
}

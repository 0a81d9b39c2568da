package render

import (
	"fmt"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// dataKind is a figure of the documents of a collection.
var dataKind = Kind{
	[]guide.Pattern{{Fragment: "data/<collection>", Place: guide.Alone}},
	func(of Models, t guide.Target) (figure.Figure, error) {
		return drawn(dataOf(of.Results[0].Example, t.Collection, of.Choice))
	},
}

// Data holds the documents of a collection before the first step.
type Data struct {
	Collection string
	Total      int // documents in all
	Documents  []*figure.Box
}

// Figure draws the documents as sheets.
func (d Data) Figure() figure.Figure {
	shown := figure.Figure{Stored: true, Lines: 2, Names: []string{d.Collection}}
	for _, document := range d.Documents {
		shown.Lines += 1 + document.Lines()
	}
	var said figure.Phrase = figure.Plural{Key: "documents", Count: d.Total}
	if n := len(d.Documents); n < d.Total {
		said = figure.Plural{Key: "shown-of", Count: d.Total, With: []figure.Argument{{Name: "shown", Phrase: figure.Integer(n)}}}
	}
	shown.Panes = onePane(
		figure.Label{Word: figure.Words{Key: "data"}, Name: d.Collection, Said: said, Caption: true},
		figure.Documents{Collection: d.Collection, Boxes: d.Documents, Total: d.Total},
	)
	return shown
}

// ShownGenerated is the number of generated documents that are shown of a
// collection.
const ShownGenerated = 2

// openedOfDocument is the number of values that are read of a document, which may
// have a million.
const openedOfDocument = 20_000

// DataOf returns the documents of a collection before the first step: all that are
// written in the file, and the first few of the generated ones.
func DataOf(e *example.Example, collection string) (Data, error) {
	return dataOf(e, collection, nil)
}

// dataOf is DataOf beside steps. Of the generated documents it has those that were
// chosen for them.
func dataOf(e *example.Example, collection string, choice *Choice) (Data, error) {
	c := e.Collection(collection)
	if c == nil {
		return Data{}, fmt.Errorf("the example %s has no collection %s", e.Name, collection)
	}
	stored := e.Data(e.FirstSize())
	data := Data{Collection: collection, Total: stored.Count(collection)}
	b := boxes{references: referencesFrom(e, collection), copies: copies{}}
	chosen := choice.generated(collection)
	room := ShownGenerated - len(chosen)
	var shown []example.Document
	var nodes []ejson.Node
	seen := 0
	for document := range stored.Documents(collection) {
		hidden := document.Generated && !chosen[document.Key()]
		if hidden && room > 0 {
			hidden, room = false, room-1
		}
		if seen++; seen > sampled {
			b.copies = nil
		}
		if hidden && len(b.copies) == 0 {
			if len(chosen) == 0 {
				break
			}
			continue
		}
		node, err := ejson.OpenFirst(document.Raw, openedOfDocument)
		if err != nil {
			return data, fmt.Errorf("%s: %w", document.Pos, err)
		}
		b.copies.count(node, "")
		if !hidden {
			delete(chosen, document.Key())
			shown, nodes = append(shown, document), append(nodes, node)
		}
	}
	for i, node := range nodes {
		b.isGenerated = shown[i].Generated
		box, err := b.document(node)
		if err != nil {
			return data, fmt.Errorf("%s: %w", shown[i].Pos, err)
		}
		box.Touched = choice.touchedBy(collection, shown[i].Key())
		data.Documents = append(data.Documents, box)
	}
	return data, nil
}

// DocumentBox draws a document of a collection, whatever step it comes after.
func DocumentBox[BSON ~[]byte](e *example.Example, collection string, document BSON) (*figure.Box, error) {
	node, err := ejson.OpenFirst(document, openedOfDocument)
	if err != nil {
		return nil, err
	}
	return boxes{references: referencesFrom(e, collection)}.document(node)
}

// referencesFrom returns the declared references of a collection: by the path that
// holds it, the collection to whose _id it points, "" if it points at another field.
func referencesFrom(e *example.Example, collection string) map[string]string {
	paths := map[string]string{}
	for _, reference := range e.References {
		if reference.FromCollection != collection || paths[reference.FromPath] != "" {
			continue
		}
		paths[reference.FromPath] = ""
		if reference.ToPath == "_id" {
			paths[reference.FromPath] = reference.ToCollection
		}
	}
	return paths
}

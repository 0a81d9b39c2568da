package render

import (
	"fmt"
	"slices"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// DataKind is the documents of a collection.
var DataKind = Kind[figure.Data]{
	[]guide.Pattern{{Fragment: "data/<collection>", Place: guide.Alone}},
	func(results []*example.Result, t guide.Target) (figure.Data, error) {
		return Data(results[0].Example, t.Collection)
	},
}

// shownGenerated is how many generated documents are shown of a collection.
const shownGenerated = 2

// Data gives the documents of a collection before the first step: all that
// are written in the file, and the first few that are generated.
func Data(e *example.Example, collection string) (figure.Data, error) {
	c := e.Collection(collection)
	if c == nil {
		return figure.Data{}, fmt.Errorf("the example %s has no collection %s", e.Name, collection)
	}
	stored := e.Data(e.FirstSize())
	data := figure.Data{Collection: collection, Total: stored.Count(collection)}
	b := boxes{references: referencesFrom(e, collection)}
	generated := 0
	for document := range stored.Documents(collection) {
		if document.Generated {
			if generated++; generated > shownGenerated {
				break
			}
		}
		node, err := ejson.Open(document.Raw)
		if err != nil {
			return data, fmt.Errorf("%s: %w", document.Pos, err)
		}
		box, err := b.document(node)
		if err != nil {
			return data, fmt.Errorf("%s: %w", document.Pos, err)
		}
		data.Documents = append(data.Documents, box)
	}
	return data, nil
}

// referencesFrom gives the paths of a collection that are declared to hold
// references.
func referencesFrom(e *example.Example, collection string) []string {
	var paths []string
	for _, reference := range e.References {
		if reference.FromCollection == collection && !slices.Contains(paths, reference.FromPath) {
			paths = append(paths, reference.FromPath)
		}
	}
	return paths
}

package render

import (
	"reflect"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// copies are what is embedded in the documents of a collection and has an _id, by
// its place and _id. Equal values alone may be chance: two patients with the same
// allergy are not copies of one.
type copies map[string]*copied

type copied struct {
	figure.Copies
	first  ejson.Node
	differ bool // others with this _id have other values
}

// of returns what is known of those that an embedded document may be one of, nil if it
// can be no copy.
func (c copies) of(n ejson.Node, path string) *copied {
	id := fieldOf(n, "_id")
	if c == nil || n.Type != "object" || path == "" || id.Type == "" || isBox(id) {
		return nil
	}
	key := path + " " + id.Type + " " + id.Text
	if c[key] == nil {
		c[key] = &copied{first: n}
	}
	return c[key]
}

// count counts what is embedded in a document, or in a value of it.
func (c copies) count(n ejson.Node, path string) {
	if found := c.of(n, path); found != nil {
		found.Count++
		found.differ = found.differ || !reflect.DeepEqual(n, found.first)
	}
	for _, field := range n.Fields {
		at := path
		if n.Type != "array" {
			at = join(path, field.Key)
		}
		c.count(field.Value, at)
	}
}

// at returns those that an embedded document is one of, nil if it is the only one.
func (c copies) at(n ejson.Node, path string) *figure.Copies {
	if found := c.of(n, path); found != nil && found.Count > 1 && !found.differ {
		return &found.Copies
	}
	return nil
}

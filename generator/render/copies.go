package render

import (
	"reflect"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// copies are the embedded documents of a collection that have an _id, by their path
// and _id. Values that are equal may be so by chance: two patients with the same
// allergy are not copies of one.
type copies map[string]*copied

type copied struct {
	figure.Copies
	first       ejson.Node
	isDifferent bool // others with this _id have other values
}

// of returns the entry of an embedded document, and adds it if it is new; nil if the
// document can be no copy.
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

// count adds the documents that are embedded in a value, and the value itself if it
// is one.
func (c copies) count(n ejson.Node, path string) {
	if found := c.of(n, path); found != nil {
		found.Count++
		found.isDifferent = found.isDifferent || !reflect.DeepEqual(n, found.first)
	}
	for _, field := range n.Fields {
		at := path
		if n.Type != "array" {
			at = join(path, field.Key)
		}
		c.count(field.Value, at)
	}
}

// at returns the copies of an embedded document, nil if it has none or if they
// differ.
func (c copies) at(n ejson.Node, path string) *figure.Copies {
	if found := c.of(n, path); found != nil && found.Count > 1 && !found.isDifferent {
		return &found.Copies
	}
	return nil
}

package example

import (
	"fmt"
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// TreeNode is a document of a tree, by its collection and its _id.
type TreeNode struct{ collection, id string }

// snapshot holds the documents of an example at one moment.
type snapshot struct {
	order []TreeNode
	raw   map[TreeNode]bson.Raw
}

func nodeOf(collection string, document bson.Raw) TreeNode {
	return TreeNode{collection, keyOf(document.Lookup("_id"))}
}

// storedAt returns the documents before the first step.
func storedAt(e *Example, size int) *snapshot {
	d, data := &snapshot{raw: map[TreeNode]bson.Raw{}}, e.Data(max(size, e.FirstSize()))
	for _, c := range e.Collections {
		for document := range data.Documents(c.Name) {
			d.apply(Change{Collection: c.Name, After: document.Raw})
		}
	}
	return d
}

func (d *snapshot) apply(c Change) {
	if c.After == nil {
		n := nodeOf(c.Collection, c.Before)
		delete(d.raw, n)
		d.order = slices.DeleteFunc(d.order, func(other TreeNode) bool { return other == n })
		return
	}
	n := nodeOf(c.Collection, c.After)
	if _, known := d.raw[n]; !known {
		d.order = append(d.order, n)
	}
	d.raw[n] = c.After
}

func (d *snapshot) clone() *snapshot {
	return &snapshot{slices.Clone(d.order), maps.Clone(d.raw)}
}

// of returns the documents of a collection, in order.
func (d *snapshot) of(collection string) []TreeNode {
	return slices.DeleteFunc(slices.Clone(d.order), func(n TreeNode) bool { return n.collection != collection })
}

// IDText is the _id of a document as texts have it.
func (n TreeNode) IDText() string {
	of, err := ejson.Open(bson.RawValue{Type: bson.Type(n.id[0]), Value: []byte(n.id[1:])})
	if err != nil {
		return "?"
	}
	return of.Text
}

// String names the document in a message.
func (n TreeNode) String() string { return n.collection + " " + n.IDText() }

// Parents is the tree of some documents: what each is below.
type Parents map[TreeNode]TreeNode

// treeOf returns the tree of some documents, of which all encodings of the model say the
// same.
func treeOf(encodings []encoding, d *snapshot) (Parents, error) {
	tree, err := encodings[0].tree(d)
	if err != nil {
		return nil, err
	}
	for _, c := range encodings[1:] {
		other, err := c.tree(d)
		if err != nil {
			return nil, err
		}
		if n, differs := tree.differs(other, d.order); differs {
			return nil, fmt.Errorf("%s and %s say different trees: %s is below %s, and below %s", encodings[0].fields[0], c.fields[0], n, tree.above(n), other.above(n))
		}
	}
	return tree, tree.check(nodesOf(encodings, d))
}

// nodesOf returns the documents that a tree is made of.
func nodesOf(encodings []encoding, d *snapshot) []TreeNode {
	return slices.DeleteFunc(slices.Clone(d.order), func(n TreeNode) bool {
		return !slices.ContainsFunc(encodings, func(c encoding) bool { return n.collection == c.collection || n.collection == c.to })
	})
}

// differs returns the first document that another tree has elsewhere.
func (p Parents) differs(other Parents, order []TreeNode) (n TreeNode, differs bool) {
	i := slices.IndexFunc(order, func(n TreeNode) bool { return p[n] != other[n] })
	if i < 0 {
		return TreeNode{}, false
	}
	return order[i], true
}

// above names a document's parent in a message.
func (p Parents) above(n TreeNode) string {
	if parent, ok := p[n]; ok {
		return parent.IDText()
	}
	return "nothing"
}

// check returns an error unless everything is below one root, or below the documents of
// another collection.
func (p Parents) check(nodes []TreeNode) error {
	var root *TreeNode
	isOneCollection := !slices.ContainsFunc(nodes, func(n TreeNode) bool { return n.collection != nodes[0].collection })
	for _, n := range nodes {
		steps := 0
		for at, isBelow := p[n]; isBelow; at, isBelow = p[at] {
			if steps++; steps > len(nodes) {
				return fmt.Errorf("%s is below itself", at)
			}
		}
		if _, isBelow := p[n]; isBelow {
			continue
		}
		if root != nil && isOneCollection {
			return fmt.Errorf("nothing is above %s, nor above %s: the documents are no tree", root, n)
		}
		root = &n
	}
	return nil
}

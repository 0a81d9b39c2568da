package example

import (
	"fmt"
	"math"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

const (
	// maxBelow is how many levels a tree may have below its root: as deep as
	// BSON may be by the manual.
	maxBelow = 100
	// maxChildren is how many children a node may have.
	maxChildren = 10_000
)

// tree is the shape of documents that are the nodes of one tree. They come in
// the order of a walk that visits a node before those below it.
type tree struct {
	below []amount // by level: how many children a node has
	first int32    // the _id of the root; the next node has the next one
}

// node is one of them, by indexes that count from 0.
type node struct {
	index     int
	level     int
	ancestors []int // from the root down
	place     int   // among the children of its parent, from 1
	children  []int
	size      int // of nodes, itself and all below it
}

// tree reads {"tree": [2, 3, 5]} of "generate": a root with two children, each
// of which has three, and these have five.
func (r *reader) tree(v *ejson.Value) *tree {
	t := &tree{}
	for _, item := range r.array(v, `"tree"`) {
		below, ok := r.amount(item, 1, maxGenerated)
		if key := firstKey(item); key != "" && key != "$$size" {
			r.errorf(item.Start, `write an integer or { "$$size": 1 }`, `"tree" is left to chance`)
			return nil
		}
		if !ok {
			return nil
		}
		t.below = append(t.below, below)
	}
	if len(t.below) > maxBelow {
		r.errorf(v.Start, "", "the tree has more than %d levels below its root", maxBelow)
		return nil
	}
	for _, size := range r.example.RunSizes() {
		if what := t.tooMany(&making{data: &Data{size: size}}); what != "" {
			r.errorf(v.Start, "", "%s", what)
			return nil
		}
	}
	return t
}

// tooMany describes the limit that the tree exceeds at a size; "" if none.
func (t *tree) tooMany(m *making) string {
	for _, below := range t.below {
		if below(m) > maxChildren {
			return fmt.Sprintf("a node of the tree has more than %d children", maxChildren)
		}
	}
	if t.count(m) > maxGenerated {
		return fmt.Sprintf("the tree has more than %d nodes", maxGenerated)
	}
	return ""
}

// sizes returns, by level, the number of nodes of the subtree below a node of
// that level, the node included.
func (t *tree) sizes(m *making) []int {
	sizes := make([]int, len(t.below)+1)
	sizes[len(t.below)] = 1
	for level := len(t.below) - 1; level >= 0; level-- {
		// At most maxChildren times maxGenerated, which is no overflow.
		sizes[level] = min(1+t.below[level](m)*sizes[level+1], maxGenerated+1)
	}
	return sizes
}

func (t *tree) count(m *making) int { return t.sizes(m)[0] }

// node finds a node by its index.
func (t *tree) node(m *making, index int) node {
	sizes, n := t.sizes(m), node{index: index, place: 1}
	at := 0
	for at < index {
		n.ancestors = append(n.ancestors, at)
		n.level++
		below := sizes[n.level]
		n.place = (index-at-1)/below + 1
		at += 1 + (n.place-1)*below
	}
	n.size = sizes[n.level]
	if n.level < len(t.below) {
		for i := range t.below[n.level](m) {
			n.children = append(n.children, index+1+i*sizes[n.level+1])
		}
	}
	return n
}

// nodeValues are the values that {"$$node": …} may ask for.
var nodeValues = map[string]func(t *tree, n node, out []byte) (bson.Type, []byte){
	"ancestors": func(t *tree, n node, out []byte) (bson.Type, []byte) { return t.appendIDs(out, n.ancestors) },
	"children":  func(t *tree, n node, out []byte) (bson.Type, []byte) { return t.appendIDs(out, n.children) },
	"left":      func(_ *tree, n node, out []byte) (bson.Type, []byte) { return appendInt32(out, n.left()) },
	"parent":    (*tree).appendParent,
	"path":      (*tree).appendPath,
	"place":     func(_ *tree, n node, out []byte) (bson.Type, []byte) { return appendInt32(out, int32(n.place)) },
	"right": func(_ *tree, n node, out []byte) (bson.Type, []byte) {
		return appendInt32(out, n.left()+int32(2*n.size-1))
	},
}

// left is when a walk around the tree that counts from 1 enters the node: all
// nodes before it are entered, and all of them but its ancestors left.
func (n node) left() int32 { return int32(2*n.index - n.level + 1) }

func (t *tree) id(index int) int32 { return t.first + int32(index) }

func (t *tree) appendIDs(out []byte, indexes []int) (bson.Type, []byte) {
	array := begin(out)
	for i, index := range indexes {
		array.add(strconv.Itoa(i), nil, func(_ *making, out []byte) (bson.Type, []byte) { return appendInt32(out, t.id(index)) })
	}
	return array.end(bson.TypeArray)
}

func (t *tree) appendParent(n node, out []byte) (bson.Type, []byte) {
	if n.level == 0 {
		return bson.TypeNull, out
	}
	return appendInt32(out, t.id(n.ancestors[n.level-1]))
}

func (t *tree) appendPath(n node, out []byte) (bson.Type, []byte) {
	path := "/"
	for _, index := range append(n.ancestors, n.index) {
		path += fmt.Sprintf("%d/", t.id(index))
	}
	return appendString(out, path)
}

// nodeMaker reads {"$$node": "parent"}: a value that the document has as a node
// of the tree, its parent's _id for one.
func (r *reader) nodeMaker(v *ejson.Value) template {
	name := r.string(v, `"$$node"`)
	give := nodeValues[name]
	if give == nil && name != "" {
		r.errorf(v.Start, unknownHint(name, sortedKeys(nodeValues)), "a node has no %q", name)
	}
	t := r.inTree(v, `"$$node"`)
	if give == nil || t == nil {
		return nothing
	}
	return func(m *making, out []byte) (bson.Type, []byte) { return give(t, t.node(m, m.document), out) }
}

// levelMaker reads {"$$level": [a, b, c]}: a for the root, b for its children, c
// for theirs.
func (r *reader) levelMaker(v *ejson.Value) template {
	items := r.templates(r.array(v, `"$$level"`))
	t := r.inTree(v, `"$$level"`)
	switch {
	case t == nil:
		return nothing
	case len(items) != len(t.below)+1:
		r.errorf(v.Start, "", "there are %d values for %d levels", len(items), len(t.below)+1)
		return nothing
	}
	return func(m *making, out []byte) (bson.Type, []byte) {
		return items[t.node(m, m.document).level](m, out)
	}
}

func (r *reader) inTree(v *ejson.Value, what string) *tree {
	if r.shape == nil {
		r.errorf(v.Start, `write "tree": [2, 3, 5] in place of "count"`, "%s is for the nodes of a tree", what)
	}
	return r.shape
}

// firstNode reads the _id of the first node, from which those of all others follow.
func (r *reader) firstNode(t *tree, document *ejson.Value) {
	id := document.Members[0].Value
	if firstKey(id) != "$$index" {
		r.errorf(id.Start, `write "_id": { "$$index": 1 }`, `the _id of a node is no "$$index"`)
		return
	}
	first, _ := r.integer(id.Members[0].Value, `"$$index"`, 0, math.MaxInt32-maxGenerated)
	t.first = int32(first)
}

package example

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// encoding is a way to store a tree: fields of a collection that say what is below what.
type encoding struct {
	kind       encodingKind
	collection string
	fields     []string
	to         string // the collection of the other end
}

type encodingKind uint8

// In the order in which a model is better known by them.
const (
	byParent encodingKind = iota
	byChildren
	byAncestors
	byPath
	byNumbers // of nested sets
)

// encodingsOf finds out how a model stores a tree, of the fields that a move changes: by
// the references that are declared, or by their values.
func encodingsOf(e *Example, d *snapshot, changed map[string][]string) ([]encoding, error) {
	var found []encoding
	for _, collection := range slices.Sorted(maps.Keys(changed)) {
		fields, targets := changed[collection], referencesFromFields(e, collection, changed[collection])
		if len(targets) > 0 {
			fields = slices.Sorted(maps.Keys(targets))
		} else if numbers := nestedFields(d, collection, fields); numbers != nil {
			found = append(found, encoding{byNumbers, collection, numbers, collection})
			fields = slices.DeleteFunc(slices.Clone(fields), func(f string) bool { return slices.Contains(numbers, f) })
		}
		for _, field := range fields {
			to := cmp.Or(targets[field], collection)
			if kind, ok := kindOf(d, collection, field, to); ok {
				found = append(found, encoding{kind, collection, []string{field}, to})
			}
		}
	}
	if found == nil {
		return nil, errors.New("no field that changes says what is below what: an _id, an array of them, a path or the two numbers of nested sets")
	}
	return found, nil
}

// referencesFromFields returns those of some fields that are declared to refer to an _id,
// with the collection of that. Beside them no other field is taken for one: a position may
// happen to be an _id.
func referencesFromFields(e *Example, collection string, fields []string) map[string]string {
	targets := map[string]string{}
	for _, r := range e.References {
		if r.FromCollection == collection && r.ToPath == "_id" && slices.Contains(fields, r.FromPath) {
			targets[r.FromPath] = r.ToCollection
		}
	}
	return targets
}

// kindOf returns how a field stores a tree, if it does.
func kindOf(d *snapshot, collection, field, to string) (encodingKind, bool) {
	targets := map[string]bool{}
	for _, n := range d.of(to) {
		targets[n.id] = true
	}
	hits := 0
	isArray, isPath := false, false
	for _, n := range d.of(collection) {
		value := d.raw[n].Lookup(field)
		switch value.Type {
		case bson.TypeArray:
			isArray = true
			for _, item := range ejson.Elements(value) {
				if targets[keyOf(item)] {
					hits++
				}
			}
		case bson.TypeString:
			steps := pathSteps(value.StringValue())
			isPath = isPath || len(steps) > 1 && steps[len(steps)-1] == n.IDText()
			fallthrough
		default:
			if targets[keyOf(value)] {
				hits++
			}
		}
	}
	switch {
	case isPath:
		return byPath, true
	case hits == 0:
		return 0, false
	case !isArray:
		return byParent, true
	case to == collection && d.beginAtRoot(collection, field):
		return byAncestors, true
	}
	return byChildren, true
}

// beginAtRoot reports whether several arrays that are not empty begin with the same _id,
// as those of ancestors do.
func (d *snapshot) beginAtRoot(collection, field string) bool {
	root, arrays := "", 0
	for _, n := range d.of(collection) {
		items := ejson.Elements(d.raw[n].Lookup(field))
		if len(items) == 0 {
			continue
		}
		if root != "" && keyOf(items[0]) != root {
			return false
		}
		root, arrays = keyOf(items[0]), arrays+1
	}
	return arrays > 1
}

// nestedFields returns the two fields with the numbers of nested sets, nil if there are
// none: in each document the first is less, and in no two the same.
func nestedFields(d *snapshot, collection string, fields []string) []string {
	for i, left := range fields {
		for _, right := range fields[i+1:] {
			if isNested(d, collection, left, right) {
				return []string{left, right}
			}
			if isNested(d, collection, right, left) {
				return []string{right, left}
			}
		}
	}
	return nil
}

func isNested(d *snapshot, collection, left, right string) bool {
	all, seen := d.of(collection), map[int64]bool{}
	for _, n := range all {
		l, isNumber := d.raw[n].Lookup(left).AsInt64OK()
		r, alsoNumber := d.raw[n].Lookup(right).AsInt64OK()
		if !isNumber || !alsoNumber || l >= r || seen[l] {
			return false
		}
		seen[l] = true
	}
	return len(all) > 0
}

// tree returns the tree that an encoding says of some documents.
func (c encoding) tree(d *snapshot) (Parents, error) {
	switch c.kind {
	case byChildren:
		return c.ofChildren(d)
	case byNumbers:
		return c.ofNumbers(d)
	}
	tree, ids := Parents{}, map[string]TreeNode{}
	if c.kind == byPath {
		for _, n := range d.of(c.to) {
			ids[n.IDText()] = n
		}
	}
	for _, n := range d.of(c.collection) {
		above, err := c.above(d, n, ids)
		if err != nil {
			return nil, err
		}
		if above == nil {
			continue
		}
		if d.raw[*above] == nil {
			return nil, c.orphan(n, above.IDText())
		}
		tree[n] = *above
	}
	return tree, nil
}

func (c encoding) orphan(n TreeNode, above string) error {
	return fmt.Errorf("%s is an orphan: its %s has %s, which is not there", n, c.fields[0], above)
}

// above returns the parent that a document itself names, nil for none. A path names
// documents by their ids as text.
func (c encoding) above(d *snapshot, n TreeNode, ids map[string]TreeNode) (*TreeNode, error) {
	value := d.raw[n].Lookup(c.fields[0])
	switch c.kind {
	case byAncestors:
		items := ejson.Elements(value)
		if len(items) == 0 {
			return nil, nil
		}
		parent := TreeNode{c.to, keyOf(items[len(items)-1])}
		if above := ejson.Elements(d.raw[parent].Lookup(c.fields[0])); d.raw[parent] != nil && !slices.EqualFunc(above, items[:len(items)-1], bson.RawValue.Equal) {
			return nil, fmt.Errorf("%s of %s don't continue those of %s", c.fields[0], n, parent)
		}
		return &parent, nil
	case byPath:
		return c.abovePath(d, n, ids)
	}
	if value.IsZero() || value.Type == bson.TypeNull {
		return nil, nil
	}
	return &TreeNode{c.to, keyOf(value)}, nil
}

func (c encoding) abovePath(d *snapshot, n TreeNode, ids map[string]TreeNode) (*TreeNode, error) {
	path, _ := d.raw[n].Lookup(c.fields[0]).StringValueOK()
	steps := pathSteps(path)
	last := len(steps) - 1
	switch {
	case last < 0 || steps[last] != n.IDText():
		return nil, fmt.Errorf("the %s %q of %s does not end in its _id", c.fields[0], path, n)
	case last == 0:
		return nil, nil
	}
	parent, known := ids[steps[last-1]]
	if !known {
		return nil, c.orphan(n, steps[last-1])
	}
	if above, _ := d.raw[parent].Lookup(c.fields[0]).StringValueOK(); !slices.Equal(pathSteps(above), steps[:last]) {
		return nil, fmt.Errorf("the %s %q of %s doesn't continue that of %s", c.fields[0], path, n, parent)
	}
	return &parent, nil
}

// pathSteps returns the ids in a path, which a mark divides.
func pathSteps(path string) []string {
	mark := pathMark(path)
	if mark == "" {
		return []string{path}
	}
	return strings.FieldsFunc(path, func(r rune) bool { return string(r) == mark })
}

// pathMark returns what divides the ids in a path, "" if nothing does.
func pathMark(path string) string {
	i := strings.IndexFunc(path, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if i < 0 {
		return ""
	}
	for _, r := range path[i:] {
		return string(r)
	}
	return ""
}

func (c encoding) ofChildren(d *snapshot) (Parents, error) {
	tree := Parents{}
	for _, n := range d.of(c.collection) {
		for _, item := range ejson.Elements(d.raw[n].Lookup(c.fields[0])) {
			child := TreeNode{c.to, keyOf(item)}
			if d.raw[child] == nil {
				return nil, fmt.Errorf("%s of %s name %s, which is not there", c.fields[0], n, child.IDText())
			}
			if other, known := tree[child]; known {
				return nil, fmt.Errorf("%s is below two: %s and %s", child, other, n)
			}
			tree[child] = n
		}
	}
	return tree, nil
}

func (c encoding) ofNumbers(d *snapshot) (Parents, error) {
	tree, all := Parents{}, d.of(c.collection)
	number := func(n TreeNode, field string) int64 {
		value, _ := d.raw[n].Lookup(field).AsInt64OK()
		return value
	}
	slices.SortStableFunc(all, func(a, b TreeNode) int { return int(number(a, c.fields[0]) - number(b, c.fields[0])) })
	var open []TreeNode
	for _, n := range all {
		for len(open) > 0 && number(open[len(open)-1], c.fields[1]) < number(n, c.fields[0]) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			parent := open[len(open)-1]
			if number(parent, c.fields[0]) == number(n, c.fields[0]) || number(parent, c.fields[1]) <= number(n, c.fields[1]) {
				return nil, fmt.Errorf("the numbers of %s and %s overlap", parent, n)
			}
			tree[n] = parent
		}
		open = append(open, n)
	}
	return tree, nil
}

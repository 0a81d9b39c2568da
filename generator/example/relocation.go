package example

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// Relocation is a move as a model makes it.
type Relocation struct {
	encodings      []encoding
	before, after  *snapshot
	Tree           Parents // before the move
	moved          Parents // after it
	Written        map[TreeNode]bool
	Root, From, To TreeNode
}

// Relocation applies what the steps of an example change, and finds the subtree that
// moves.
func (r *Result) Relocation(subject string, size int) (*Relocation, error) {
	m := &Relocation{Written: map[TreeNode]bool{}}
	state, what := storedAt(r.Example, size), fmt.Sprintf("%s of the example %s", subject, r.Example.Name)
	changed := map[string][]string{}
	for i, result := range r.At(size).Steps {
		step := &r.Example.Steps[i]
		isOfMove := step.ID == subject || step.Answers != nil && step.Answers.ID == subject
		if isOfMove {
			if m.before == nil {
				m.before = state.clone()
			}
			if n, known := result.Cost.DocumentsWritten.Number(); known && int(n) != len(result.Changes) {
				return nil, fmt.Errorf("the step %s of %s writes %d documents, and how each changes is known of %d: a tree is drawn of at most %s that no transaction and no chance changes", step.ID, what, n, len(result.Changes), "2,000 documents")
			}
			for _, c := range result.Changes {
				if c.Before == nil || c.After == nil {
					return nil, fmt.Errorf("%s adds or deletes a document: it is no move", what)
				}
				m.Written[nodeOf(c.Collection, c.After)] = true
				changed[c.Collection] = withChanged(changed[c.Collection], c)
			}
		}
		for _, c := range result.Changes {
			state.apply(c)
		}
		if isOfMove {
			m.after = state.clone()
		}
	}
	if len(m.Written) == 0 {
		return nil, fmt.Errorf("%s rewrites nothing: it is no move", what)
	}
	var err error
	if m.encodings, err = encodingsOf(r.Example, m.before, changed); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if m.Tree, err = treeOf(m.encodings, m.before); err != nil {
		return nil, fmt.Errorf("before %s: %w", what, err)
	}
	if m.moved, err = treeOf(m.encodings, m.after); err != nil {
		return nil, fmt.Errorf("after %s: %w", what, err)
	}
	return m, m.find(what)
}

// withChanged adds the names of the fields that a change gives another value.
func withChanged(fields []string, c Change) []string {
	elements, _ := c.After.Elements() // it came from the database
	for _, e := range elements {
		if key := e.Key(); !slices.Contains(fields, key) && !c.Before.Lookup(key).Equal(e.Value()) {
			fields = append(fields, key)
		}
	}
	return fields
}

// find finds the one document that has another parent after the move.
func (m *Relocation) find(what string) error {
	found := 0
	for _, n := range m.before.order {
		from, to := m.Tree[n], m.moved[n]
		if from == to {
			continue
		}
		if found++; found > 1 {
			return fmt.Errorf("%s moves %s and %s: a drawing shows one move", what, m.Root, n)
		}
		m.Root, m.From, m.To = n, from, to
	}
	switch {
	case found == 0:
		return fmt.Errorf("%s moves nothing: each document is below the same as before", what)
	case m.From == TreeNode{} || m.To == TreeNode{}:
		return fmt.Errorf("%s moves %s from or to the root, where nothing is above it", what, m.Root)
	}
	return nil
}

// ComparedWith returns an error if another model has another tree, or moves another
// subtree.
func (m *Relocation) ComparedWith(first *Result, subject string, size int) error {
	other, err := first.Relocation(subject, size)
	if err != nil {
		return nil // reported at its own link
	}
	order := slices.Concat(m.before.order, other.before.order)
	if n, differs := m.Tree.differs(other.Tree, order); differs {
		return fmt.Errorf("another tree than that of %s: %s is below %s, and there below %s", first.Example.Name, n, m.Tree.above(n), other.Tree.above(n))
	}
	if m.Root != other.Root || m.To != other.To {
		return fmt.Errorf("another move than that of %s: %s to %s, and there %s to %s", first.Example.Name, m.Root, m.To.IDText(), other.Root, other.To.IDText())
	}
	return nil
}

// NameOf returns the first text that a document holds beside its place in the tree.
func (m *Relocation) NameOf(n TreeNode) (field, name string) {
	elements, _ := m.before.raw[n].Elements() // it came from the database
	for _, e := range elements {
		isPlace := slices.ContainsFunc(m.encodings, func(c encoding) bool { return slices.Contains(c.fields, e.Key()) })
		if text, ok := e.Value().StringValueOK(); ok && !isPlace && e.Key() != "_id" {
			return e.Key(), text
		}
	}
	return "", ""
}

// IsMoved reports whether a document is in the subtree that moves.
func (m *Relocation) IsMoved(n TreeNode) bool {
	for above, ok := n, true; ok; above, ok = m.Tree[above] {
		if above == m.Root {
			return true
		}
	}
	return false
}

// TreeText is what a document stores in a field of its tree, before a move and after it: a
// list, or a value.
type TreeText struct {
	Open, Separator, Close string
	Before, After          []string
}

// Stored returns the fields by which a model is best known, and what a document stores in
// them.
func (m *Relocation) Stored(n TreeNode) []TreeText {
	c := m.stored()
	before, after := m.before.raw[n], m.after.raw[n]
	var all []TreeText
	if n.collection != c.collection {
		return nil
	}
	for _, field := range c.fields {
		text := TreeText{Before: textsOf(before, field), After: textsOf(after, field)}
		value := before.Lookup(field)
		switch {
		case value.Type == bson.TypeArray:
			text.Open, text.Separator, text.Close = "[", ",", "]"
		case c.kind == byPath:
			path, _ := value.StringValueOK()
			text.Separator, text.Before = pathMark(path), pathSteps(path)
			path, _ = after.Lookup(field).StringValueOK()
			text.After = pathSteps(path)
			if strings.HasPrefix(path, text.Separator) {
				text.Open = text.Separator
			}
			if strings.HasSuffix(path, text.Separator) {
				text.Close = text.Separator
			}
		}
		all = append(all, text)
	}
	return all
}

func (m *Relocation) stored() encoding {
	return slices.MaxFunc(m.encodings, func(a, b encoding) int { return cmp.Compare(a.kind, b.kind) })
}

// Fields are the fields by which the model is best known.
func (m *Relocation) Fields() []string { return m.stored().fields }

// Nodes are the documents of the tree.
func (m *Relocation) Nodes() []TreeNode { return nodesOf(m.encodings, m.before) }

// textsOf returns a value, or the elements of an array, as text.
func textsOf(document bson.Raw, field string) []string {
	value := document.Lookup(field)
	all := []bson.RawValue{value}
	if value.Type == bson.TypeArray {
		all = ejson.Elements(value)
	}
	var texts []string
	for _, item := range all {
		of, err := ejson.Open(item)
		if err != nil || of.Type == "null" {
			texts = append(texts, "null")
			continue
		}
		texts = append(texts, of.Text)
	}
	return texts
}

package code

import (
	"fmt"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

const (
	// maxStored is the most bytes of documents that a script inserts. Generated documents
	// may have a thousand times as many, and would be printed for each driver and language.
	maxStored = 128 << 10
	// maxValues is how many values they have at most: a method of Java holds 64 KiB of
	// code (JVM specification 4.7.3), about 15 bytes for each.
	maxValues = 4200
)

// Stored has the documents that scripts insert before the first step of an example, at
// its first size: all of them, or none if they are too large.
type Stored struct {
	example   *example.Example
	documents map[string]ejson.Node // arrays, by collection
	isLeftOut bool
}

// StoredOf makes the documents of an example.
func StoredOf(e *example.Example) (*Stored, error) {
	stored := &Stored{example: e, documents: map[string]ejson.Node{}}
	data, bytes, values := e.Data(e.FirstSize()), 0, 0
	for _, c := range e.Collections {
		documents := ejson.Node{Type: "array"}
		for document := range data.Documents(c.Name) {
			if bytes += len(document.Raw); bytes > maxStored {
				return &Stored{example: e, isLeftOut: true}, nil
			}
			node, err := ejson.Open(document.Raw)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", document.Pos, err)
			}
			if values += valuesOf(node); values > maxValues {
				return &Stored{example: e, isLeftOut: true}, nil
			}
			documents.Fields = append(documents.Fields, ejson.Field{Value: node})
		}
		stored.documents[c.Name] = documents
	}
	return stored, nil
}

// valuesOf counts the values of a document that have none inside.
func valuesOf(n ejson.Node) int {
	if len(n.Fields) == 0 {
		return 1
	}
	values := 0
	for _, f := range n.Fields {
		values += valuesOf(f.Value)
	}
	return values
}

// LeftOut returns how many documents scripts leave out: all of them, or none.
func (s *Stored) LeftOut() int {
	if s.isLeftOut {
		return s.count()
	}
	return 0
}

// count returns the number of documents.
func (s *Stored) count() int {
	documents, data := 0, s.example.Data(s.example.FirstSize())
	for _, c := range s.example.Collections {
		documents += data.Count(c.Name)
	}
	return documents
}

// holds checks that each collection holds the documents that a script leaves out. Such a
// script runs on a database that has them, and doesn't empty it.
func (s *Stored) holds() Block {
	data := s.example.Data(s.example.FirstSize())
	tree := Block{&Gap{}}
	for _, c := range s.example.Collections {
		if count := data.Count(c.Name); count > 0 {
			tree = append(tree, &Holds{Collection: c.Name, Count: count})
		}
	}
	return tree
}

package render

import (
	"fmt"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// maxStored is how many bytes of documents a script puts in. What is generated may be
// a thousand times as much, and would be printed for each driver and language.
const maxStored = 128 << 10

// Stored is what the collections of an example hold before its first step, at its
// first size, as scripts put it in: all of it, or nothing where it is too much.
type Stored struct {
	example   *example.Example
	documents map[string]ejson.Node // arrays, by collection
	leftOut   bool
}

// StoredOf makes the documents of an example.
func StoredOf(e *example.Example) (*Stored, error) {
	stored := &Stored{example: e, documents: map[string]ejson.Node{}}
	data, bytes := e.Data(e.FirstSize()), 0
	for _, c := range e.Collections {
		documents := ejson.Node{Type: "array"}
		for document := range data.Documents(c.Name) {
			if bytes += len(document.Raw); bytes > maxStored {
				return &Stored{example: e, leftOut: true}, nil
			}
			node, err := ejson.Open(document.Raw)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", document.Pos, err)
			}
			documents.Fields = append(documents.Fields, ejson.Field{Value: node})
		}
		stored.documents[c.Name] = documents
	}
	return stored, nil
}

// LeftOut returns how many documents scripts leave out: all of them, or none.
func (s *Stored) LeftOut() int {
	documents := 0
	if s.leftOut {
		data := s.example.Data(s.example.FirstSize())
		for _, c := range s.example.Collections {
			documents += data.Count(c.Name)
		}
	}
	return documents
}

// holds writes for each collection what ends a script where it does not hold the
// documents that the script leaves out. The database is then one that has them, and
// is not emptied.
func (s *script) holds(e *example.Example) {
	data := e.Data(e.FirstSize())
	s.write("")
	for _, c := range e.Collections {
		if count := data.Count(c.Name); count > 0 {
			receiver := figure.Line{Tokens: s.dialect.receiver(c.Name)}.Text()
			s.write(s.dialect.holds(receiver, count, fmt.Sprintf("%s does not hold %d documents", c.Name, count))...)
		}
	}
	s.names = append(s.names, s.dialect.holding...)
}

// throwingUnless writes in JavaScript what ends a script where a collection does not
// hold so many documents.
func throwingUnless(receiver string, count int, message string) []string {
	return []string{
		fmt.Sprintf("if (%s.countDocuments() !== %d) {", receiver, count),
		"  throw new Error(" + quote(message) + ");",
		"}",
	}
}

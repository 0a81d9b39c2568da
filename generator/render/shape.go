package render

import (
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// shape is what a diagram shows of a field, or of a collection.
type shape struct {
	name, path string
	array      bool
	fields     []*shape // of what is embedded; none of a scalar
	refers     *reference
	target     bool // a reference points at it
}

// reference is a declared one, with how many refer to how many in the data.
type reference struct {
	example.Reference
	fromMany, toMany bool
}

// looked is how many documents of a collection are looked at for its shape.
const looked = 2000

// shapes returns the collections of an example with their fields: those of the
// data, then those of the schema that no document has.
func shapes(e *example.Example) ([]*shape, error) {
	data := e.Data(e.FirstSize())
	var all []*shape
	references := make([]reference, len(e.References))
	for i, r := range e.References {
		references[i].Reference = r
	}
	for i := range e.Collections {
		c := &e.Collections[i]
		s := &shape{name: c.Name}
		seen := 0
		for document := range data.Documents(c.Name) {
			if seen++; seen > looked {
				break
			}
			node, err := ejson.Open(document.Raw)
			if err != nil {
				return nil, err
			}
			s.merge(node)
		}
		if c.Validator != nil {
			validator, err := ejson.Open(c.Validator)
			if err != nil {
				return nil, err
			}
			s.mergeSchema(fieldOf(validator, "$jsonSchema"))
		}
		all = append(all, s)
	}
	for i := range references {
		if err := references[i].count(data); err != nil {
			return nil, err
		}
		place(all, &references[i])
	}
	return all, nil
}

// place notes a reference at the fields that it leads from and to.
func place(all []*shape, r *reference) {
	for _, s := range all {
		if s.name == r.FromCollection {
			if from := s.at(r.FromPath); from != nil {
				from.refers = r
			}
		}
		if s.name == r.ToCollection {
			if to := s.at(r.ToPath); to != nil {
				to.target = true
			}
		}
	}
}

// at returns the field of a path, nil if there is none.
func (s *shape) at(path string) *shape {
	for _, f := range s.fields {
		if f.path == path {
			return f
		}
		if strings.HasPrefix(path, f.path+".") {
			return f.at(path)
		}
	}
	return nil
}

func (s *shape) field(name string) *shape {
	if i := slices.IndexFunc(s.fields, func(f *shape) bool { return f.name == name }); i >= 0 {
		return s.fields[i]
	}
	f := &shape{name: name, path: join(s.path, name)}
	s.fields = append(s.fields, f)
	return f
}

// merge adds the fields of a document.
func (s *shape) merge(n ejson.Node) {
	for _, field := range n.Fields {
		f := s.field(field.Key)
		switch field.Value.Type {
		case "object":
			f.merge(field.Value)
		case "array":
			f.array = true
			for _, element := range field.Value.Fields {
				if element.Value.Type == "object" {
					f.merge(element.Value)
				}
			}
		}
	}
}

// mergeSchema adds the fields that a $jsonSchema names.
func (s *shape) mergeSchema(schema ejson.Node) {
	for _, property := range fieldOf(schema, "properties").Fields {
		f := s.field(property.Key)
		items := fieldOf(property.Value, "items")
		f.array = f.array || items.Type == "object" || fieldOf(property.Value, "bsonType").Text == "array"
		f.mergeSchema(property.Value)
		f.mergeSchema(items)
	}
}

func fieldOf(n ejson.Node, key string) ejson.Node {
	for _, f := range n.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return ejson.Node{}
}

// count finds out whether a document refers to several, and whether several
// refer to one.
func (r *reference) count(data *example.Data) error {
	referrers := map[string]int{}
	seen := 0
	for document := range data.Documents(r.FromCollection) {
		if seen++; seen > looked {
			return nil
		}
		node, err := ejson.Open(document.Raw)
		if err != nil {
			return err
		}
		distinct := map[string]bool{}
		for _, v := range valuesAt(node, strings.Split(r.FromPath, ".")) {
			distinct[v.Type+" "+v.Text] = true
		}
		r.toMany = r.toMany || len(distinct) > 1
		for value := range distinct {
			referrers[value]++
			r.fromMany = r.fromMany || referrers[value] > 1
		}
	}
	return nil
}

// valuesAt returns the values of a path, of arrays those of their elements.
func valuesAt(n ejson.Node, path []string) []ejson.Node {
	if n.Type == "array" {
		var all []ejson.Node
		for _, element := range n.Fields {
			all = append(all, valuesAt(element.Value, path)...)
		}
		return all
	}
	if len(path) > 0 {
		return valuesAt(fieldOf(n, path[0]), path[1:])
	}
	if n.Type == "" || n.Type == "null" {
		return nil
	}
	return []ejson.Node{n}
}

// matters reports whether a field belongs to a relationship: it refers, is
// referred to, or holds something.
func (s *shape) matters() bool { return s.refers != nil || s.target || len(s.fields) > 0 }

const (
	others       = 2 // fields that are shown for themselves
	mostFields   = 7 // of a box
	deepestShape = 3
)

// reduced returns what a diagram shows of the fields: _id, those of a
// relationship, and two others. cut says that more of a relationship is there.
func (s *shape) reduced() (fields []*shape, cut bool) {
	plain := 0
	for _, f := range s.fields {
		if !f.matters() && f.name != "_id" {
			if plain++; plain > others {
				continue
			}
		}
		if len(fields) == mostFields {
			return fields, true
		}
		fields = append(fields, f)
	}
	return fields, false
}

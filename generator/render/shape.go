package render

import (
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// shape is a collection, or a field of one, as a diagram shows it.
type shape struct {
	name, path string
	isArray    bool
	fields     []*shape // of the collection or of embedded documents; none of a scalar
	refers     *reference
	isTarget   bool // a reference points at it
	isCopy     bool // it has the value of a document that a field beside it refers to
	isTelling  bool // another model beside it lacks it
}

// reference is a declared reference, with how many refer to how many in the data.
type reference struct {
	example.Reference
	fromMany, toMany bool
}

// sampled is the number of documents of a collection that are read for its shape,
// its references and its copies.
const sampled = 2000

// shapes returns the collections of an example with their fields: those of the data,
// then those that the schema requires and no document has.
func shapes(e *example.Example, size int) ([]*shape, error) {
	data := e.Data(size)
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
			if seen++; seen > sampled {
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
			s.mergeSchema(fieldOf(validator, "$jsonSchema"), seen == 0)
		}
		all = append(all, s)
	}
	for i := range references {
		if err := references[i].count(data); err != nil {
			return nil, err
		}
		place(all, &references[i])
	}
	for i := range references {
		if err := markCopies(all, &references[i], data); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// place sets a reference on the fields that it points from and to.
func place(all []*shape, r *reference) {
	for _, s := range all {
		if s.name == r.FromCollection {
			if from := s.at(r.FromPath); from != nil {
				from.refers = r
			}
		}
		if s.name == r.ToCollection {
			if to := s.at(r.ToPath); to != nil {
				to.isTarget = true
			}
		}
	}
}

// at returns the field at a path, nil if there is none.
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
			f.isArray = true
			for _, element := range field.Value.Fields {
				if element.Value.Type == "object" {
					f.merge(element.Value)
				}
			}
		}
	}
}

// mergeSchema adds the fields that a $jsonSchema requires. Those that it only allows are
// added where no document can show which of them are used.
func (s *shape) mergeSchema(schema ejson.Node, allowed bool) {
	required := fieldOf(schema, "required").Fields
	for _, property := range fieldOf(schema, "properties").Fields {
		isRequired := slices.ContainsFunc(required, func(f ejson.Field) bool { return f.Value.Text == property.Key })
		if !allowed && !isRequired && !slices.ContainsFunc(s.fields, func(f *shape) bool { return f.name == property.Key }) {
			continue
		}
		f := s.field(property.Key)
		items := fieldOf(property.Value, "items")
		f.isArray = f.isArray || items.Type == "object" || fieldOf(property.Value, "bsonType").Text == "array"
		f.mergeSchema(property.Value, allowed)
		f.mergeSchema(items, allowed)
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

// count sets toMany if a document refers to several, and fromMany if several refer
// to one.
func (r *reference) count(data *example.Data) error {
	referrers := map[string]int{}
	seen := 0
	for document := range data.Documents(r.FromCollection) {
		if seen++; seen > sampled {
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

// valuesAt returns the values at a path, those of all elements where it leads through
// an array.
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

// isRelated reports whether a field belongs to a relationship: it refers, is
// referred to, or embeds fields.
func (s *shape) isRelated() bool {
	return s.refers != nil || s.isTarget || s.isCopy || len(s.fields) > 0
}

const (
	mostPlain    = 2 // fields of a box that belong to no relationship
	mostTelling  = 3 // others of these that another model lacks
	mostFields   = 7 // of a box
	deepestShape = 3
)

// reduced returns the fields that a diagram shows: _id, those of a relationship,
// mostPlain others and mostTelling more that tell models apart, at most mostFields in
// all. cut reports whether there are more.
func (s *shape) reduced() (fields []*shape, cut bool) {
	plain, telling := 0, 0
	for _, f := range s.fields {
		switch {
		case f.isRelated() || f.name == "_id":
		case plain < mostPlain:
			plain++
		case f.isTelling && telling < mostTelling:
			telling++
		default:
			continue
		}
		if len(fields) == mostFields {
			return fields, true
		}
		fields = append(fields, f)
	}
	return fields, false
}

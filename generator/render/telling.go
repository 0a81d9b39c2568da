package render

import (
	"reflect"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// What tells the models of a list apart: fields that another one lacks, fields that
// repeat what a document elsewhere has, and, where all that is drawn is the same, indexes.

// markTelling marks the fields that the same collection of another model lacks.
func markTelling(all, others []*shape) {
	for _, s := range all {
		if i := slices.IndexFunc(others, func(o *shape) bool { return o.name == s.name }); i >= 0 {
			s.markTelling(others[i])
		}
	}
}

func (s *shape) markTelling(other *shape) {
	for _, f := range s.fields {
		i := slices.IndexFunc(other.fields, func(o *shape) bool { return o.name == f.name })
		if i < 0 {
			f.isTelling = true
			continue
		}
		f.markTelling(other.fields[i])
	}
}

// copyOf are the values that a field may repeat, by the fields of the documents that
// are referred to.
type copyOf struct {
	isOther map[string]bool            // fields that had another value
	values  map[string]map[string]bool // those that were the same
}

// markCopies marks the fields beside a reference that have in each document the value of
// one field of the document that is referred to. One value that is the same everywhere
// may be so by chance, unless the fields have one name. Of two documents that share their
// _id, nothing says which one has the copy.
func markCopies(all []*shape, r *reference, data *example.Data) error {
	if r.FromPath == "_id" {
		return nil
	}
	targets, err := r.targets(data)
	if err != nil {
		return err
	}
	path := strings.Split(r.FromPath, ".")
	name := path[len(path)-1]
	fields := map[string]*copyOf{}
	seen := 0
	for document := range data.Documents(r.FromCollection) {
		if seen++; seen > sampled {
			break
		}
		node, err := ejson.Open(document.Raw)
		if err != nil {
			return err
		}
		for _, object := range objectsAt(node, path[:len(path)-1]) {
			target, ok := targets[scalar(fieldOf(object, name))]
			if !ok {
				continue
			}
			for _, field := range object.Fields {
				if field.Key != name && field.Key != "_id" {
					note(fields, field, target)
				}
			}
		}
	}
	for key, of := range fields {
		for from, values := range of.values {
			if of.isOther[from] || len(values) < 2 && from != key {
				continue
			}
			for _, s := range all {
				if f := s.at(join(strings.Join(path[:len(path)-1], "."), key)); s.name == r.FromCollection && f != nil && f.refers == nil {
					f.isCopy = true
				}
			}
		}
	}
	return nil
}

// note compares a field with those of the document that is referred to.
func note(fields map[string]*copyOf, field ejson.Field, target ejson.Node) {
	of := fields[field.Key]
	if of == nil {
		of = &copyOf{map[string]bool{}, map[string]map[string]bool{}}
		fields[field.Key] = of
	}
	value := scalar(field.Value)
	for _, from := range target.Fields {
		if value == "" || from.Key == "_id" || value != scalar(from.Value) {
			of.isOther[from.Key] = true
			continue
		}
		if of.values[from.Key] == nil {
			of.values[from.Key] = map[string]bool{}
		}
		of.values[from.Key][value] = true
	}
}

// targets returns the documents that a reference may point at, by the value.
func (r *reference) targets(data *example.Data) (map[string]ejson.Node, error) {
	targets := map[string]ejson.Node{}
	seen := 0
	for document := range data.Documents(r.ToCollection) {
		if seen++; seen > sampled {
			break
		}
		node, err := ejson.Open(document.Raw)
		if err != nil {
			return nil, err
		}
		for _, v := range valuesAt(node, strings.Split(r.ToPath, ".")) {
			if key := scalar(v); key != "" {
				targets[key] = node
			}
		}
	}
	return targets, nil
}

// scalar returns a text that only equal values have, "" of a value that is no scalar.
func scalar(n ejson.Node) string {
	if n.Type == "" || n.Type == "null" || n.Type == "object" || n.Type == "array" {
		return ""
	}
	return n.Type + " " + n.Text
}

// objectsAt returns the objects at a path, those of all elements where it leads through
// an array.
func objectsAt(n ejson.Node, path []string) []ejson.Node {
	switch {
	case n.Type == "array":
		var all []ejson.Node
		for _, element := range n.Fields {
			all = append(all, objectsAt(element.Value, path)...)
		}
		return all
	case n.Type != "object":
		return nil
	case len(path) > 0:
		return objectsAt(fieldOf(n, path[0]), path[1:])
	}
	return []ejson.Node{n}
}

// looksLike reports whether two diagrams show the same.
func (d *diagram) looksLike(other *diagram) bool {
	return reflect.DeepEqual(d.Boxes, other.Boxes) && reflect.DeepEqual(d.Texts, other.Texts) && reflect.DeepEqual(d.Lines, other.Lines)
}

// indexesBeyond returns the keys of the indexes of each collection that another example
// lacks.
func indexesBeyond(e, other *example.Example) (map[string][]string, error) {
	mine, err := indexKeys(e)
	if err != nil {
		return nil, err
	}
	theirs, err := indexKeys(other)
	if err != nil {
		return nil, err
	}
	for collection, keys := range mine {
		mine[collection] = slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(theirs[collection], key) })
	}
	return mine, nil
}

// indexKeys returns the fields of each index of an example, by the collections.
func indexKeys(e *example.Example) (map[string][]string, error) {
	all := map[string][]string{}
	for i := range e.Collections {
		c := &e.Collections[i]
		for _, index := range c.Indexes {
			node, err := ejson.Open(index.Spec)
			if err != nil {
				return nil, err
			}
			var fields []string
			for _, f := range fieldOf(node, "key").Fields {
				fields = append(fields, f.Key)
			}
			all[c.Name] = append(all[c.Name], strings.Join(fields, ", "))
		}
	}
	return all, nil
}

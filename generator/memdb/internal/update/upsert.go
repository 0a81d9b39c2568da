package update

import (
	"sort"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// FromFilter returns the document that an upsert starts from: the equalities of its
// filter, or for a replacement its _id only.
func (u *Update) FromFilter(filter bson.D) (bson.D, error) {
	found := &equalities{}
	if err := found.collect(filter); err != nil {
		return nil, err
	}
	doc := bson.D{}
	for _, e := range found.list {
		first, _, _ := strings.Cut(e.Key, ".")
		if u.Replaces() && first != "_id" {
			continue
		}
		doc = set(doc, strings.Split(e.Key, "."), e.Value)
	}
	return IDFirst(doc), nil
}

// IDFirst puts _id before the other fields, as documents are stored.
func IDFirst(doc bson.D) bson.D {
	for i, f := range doc {
		if f.Key == "_id" && i > 0 {
			out := append(make(bson.D, 0, len(doc)), f)
			return append(append(out, doc[:i]...), doc[i+1:]...)
		}
	}
	return doc
}

type equalities struct{ list bson.D }

func (e *equalities) collect(filter bson.D) error {
	for _, f := range filter {
		var err error
		switch {
		case f.Key == "$and":
			err = e.all(f.Value)
		case f.Key == "$or":
			if branches, ok := f.Value.(bson.A); ok && len(branches) == 1 {
				err = e.all(f.Value)
			}
		case strings.HasPrefix(f.Key, "$"):
		default:
			err = e.field(f.Key, f.Value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *equalities) all(v any) error {
	branches, _ := v.(bson.A)
	for _, branch := range branches {
		if inner, ok := branch.(bson.D); ok {
			if err := e.collect(inner); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *equalities) field(path string, v any) error {
	switch v := v.(type) {
	case bson.Regex:
		return nil
	case bson.D:
		if len(v) > 0 && strings.HasPrefix(v[0].Key, "$") && !isReference(v) {
			return e.operators(path, v)
		}
	}
	return e.add(path, v)
}

// isReference reports whether a value is {$ref: …, $id: …}, which counts as a
// value.
func isReference(doc bson.D) bool {
	return doc[0].Key == "$ref" || doc[0].Key == "$id" || doc[0].Key == "$db"
}

func (e *equalities) operators(path string, operators bson.D) error {
	for _, op := range operators {
		list, isList := op.Value.(bson.A)
		var v any
		switch {
		case op.Key == "$eq":
			v = op.Value
		case (op.Key == "$all" || op.Key == "$in") && isList && len(list) == 1:
			v = list[0]
			if doc, ok := v.(bson.D); ok && op.Key == "$all" && len(doc) > 0 && doc[0].Key == "$elemMatch" {
				continue
			}
		default:
			continue
		}
		if _, regex := v.(bson.Regex); regex && op.Key != "$eq" {
			continue
		}
		if err := e.add(path, v); err != nil {
			return err
		}
	}
	return nil
}

func (e *equalities) add(path string, v any) error {
	for _, other := range e.list {
		if other.Key == path || strings.HasPrefix(other.Key, path+".") || strings.HasPrefix(path, other.Key+".") {
			shorter := path
			if len(other.Key) < len(path) {
				shorter = other.Key
			}
			if other.Key == path {
				return errcode.New(54, "cannot infer query fields to set, path '%s' is matched twice", path)
			}
			return errcode.New(54, "cannot infer query fields to set, both paths '%s' and '%s' are matched", other.Key, shorter)
		}
	}
	e.list = append(e.list, bson.E{Key: path, Value: v})
	return nil
}

// set puts a value into a document that has nothing at the path yet.
func set(doc bson.D, path []string, v any) bson.D {
	if len(path) == 1 {
		return append(doc, bson.E{Key: path[0], Value: v})
	}
	for i, f := range doc {
		if inner, ok := f.Value.(bson.D); ok && f.Key == path[0] {
			doc[i].Value = set(inner, path[1:], v)
			return doc
		}
	}
	return append(doc, bson.E{Key: path[0], Value: set(bson.D{}, path[1:], v)})
}

func sorted(names map[string]bool) []string {
	var list []string
	for name := range names {
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}

package update

import (
	"sort"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
)

// FromFilter returns the document that an upsert starts from: the equalities of its
// filter, or for a replacement its _id only.
func (u *Update) FromFilter(filter *match.Filter) (bson.D, error) {
	found := &equalities{}
	for _, c := range filter.Certain() {
		if err := found.collect(c); err != nil {
			return nil, err
		}
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

// collect adds the value that a condition asks for, if it asks for one.
func (e *equalities) collect(c match.Condition) error {
	list, isList := c.Operand.(bson.A)
	var v any
	switch {
	case c.Operator == "$eq" && !c.IsPattern():
		return e.add(c.Path, c.Operand)
	case (c.Operator == "$all" || c.Operator == "$in") && isList && len(list) == 1:
		v = list[0]
	default:
		return nil
	}
	if _, regex := v.(bson.Regex); regex {
		return nil
	}
	if doc, ok := v.(bson.D); ok && c.Operator == "$all" && len(doc) > 0 && doc[0].Key == "$elemMatch" {
		return nil
	}
	return e.add(c.Path, v)
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

package plan

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Kept returns the fields that a projection keeps as they are. It is false for one
// that leaves out or makes others.
func Kept(projection bson.D) ([]string, bool) {
	fields := []string{"_id"}
	for _, f := range projection {
		_, isBool := f.Value.(bool)
		switch {
		case !isBool && !value.IsNumber(f.Value):
			return nil, false
		case f.Key == "_id" && !value.Truthy(f.Value):
			fields = fields[1:]
		case f.Key == "_id":
		case !value.Truthy(f.Value):
			return nil, false
		default:
			fields = append(fields, f.Key)
		}
	}
	return fields, len(fields) > 0
}

// Read lists the fields that expressions read; whole says that they read
// variables, which may be the document itself.
func Read(v any) (fields []string, whole bool) {
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "$$") {
			return nil, true
		}
		if path, ok := strings.CutPrefix(v, "$"); ok {
			return []string{path}, false
		}
	case bson.D:
		for _, f := range v {
			more, all := Read(f.Value)
			fields, whole = append(fields, more...), whole || all
		}
	case bson.A:
		for _, e := range v {
			more, all := Read(e)
			fields, whole = append(fields, more...), whole || all
		}
	}
	return fields, whole
}

// Covers reports whether the server takes the fields needed from the keys of the
// plan's index, without reading the documents (src/mongo/db/query/query_solution.cpp).
// doubtful reports that this is not known.
func (p Plan) Covers(q Query, needed []string) (covers, doubtful bool) {
	x := p.Index
	if x == nil || x.Collation != nil || x.Hashed || x.Wildcard {
		return false, false
	}
	conditions, others := Conjuncts(q.Filter)
	doubtful = others || x.Sparse || x.Partial != nil || q.Limits.Given()
	fields := slices.Clone(needed)
	for _, c := range conditions {
		fields = append(fields, c.Path)
		at := place(x, c.Path)
		switch {
		case at >= 0 && x.Multikey[at] != 0:
			doubtful = true
		case c.Exact():
		case c.fetches():
			return false, false
		default:
			doubtful = true
		}
	}
	if !p.Sorted {
		for _, f := range q.Sort {
			fields = append(fields, f.Key)
		}
	}
	outside := func(path string) bool { return place(x, path) < 0 }
	if slices.ContainsFunc(fields, outside) || slices.ContainsFunc(needed, func(path string) bool { return x.Multikey[place(x, path)] != 0 }) {
		return false, false
	}
	return !doubtful, doubtful
}

// place returns the position of a field in the key of an index, -1 if it is not there.
func place(x *storage.Index, path string) int {
	return slices.IndexFunc(x.Key, func(f bson.E) bool { return f.Key == path })
}

// fetches reports whether the bounds of a condition never cover all of it, so that
// documents must be fetched.
func (c Condition) fetches() bool {
	switch c.Operator {
	case "$exists", "$size", "$type", "$elemMatch", "$all":
		return true
	case "$eq", "$gte", "$lte":
		return c.Operand == any(bson.Null{})
	}
	return false
}

// FromKey returns the document that the server makes of its entry in the plan's index:
// the fields of the key, in its order, with null for one that is missing.
func (p Plan) FromKey(doc bson.D) bson.D {
	var made bson.D
	for _, f := range p.Index.Key {
		v := Field(doc, f.Key)
		if value.IsMissing(v) {
			v = bson.Null{}
		}
		made = put(made, strings.Split(f.Key, "."), v)
	}
	return made
}

// Field returns the value at a path through documents.
func Field(doc bson.D, path string) (v any) {
	v = doc
	for name := range strings.SplitSeq(path, ".") {
		inner, _ := v.(bson.D)
		v = value.Get(inner, name)
	}
	return v
}

func put(doc bson.D, path []string, v any) bson.D {
	if len(path) > 1 {
		inner, _ := value.Get(doc, path[0]).(bson.D)
		v = put(inner, path[1:], v)
	}
	return expr.With(doc, path[0], v)
}

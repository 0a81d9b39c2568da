package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// plainPath follows a path through documents only; an array ends it.
func plainPath(doc bson.D, path []string) any {
	v := any(doc)
	for _, part := range path {
		d, ok := v.(bson.D)
		if !ok {
			return value.Missing{}
		}
		v = value.Get(d, part)
	}
	return v
}

// setPath returns doc with the value at a path through documents; a value of another
// type on the path is replaced by a document. Missing removes the field.
func setPath(doc bson.D, path []string, v any) bson.D {
	if len(path) == 1 {
		return expr.With(doc, path[0], v)
	}
	inner, ok := value.Get(doc, path[0]).(bson.D)
	if value.IsMissing(v) && !ok {
		return doc
	}
	return expr.With(doc, path[0], setPath(inner, path[1:], v))
}

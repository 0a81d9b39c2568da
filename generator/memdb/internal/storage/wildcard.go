package storage

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// wildcardKeys returns the keys of a document in an index on "$**" or
// "path.$**": one key of path and value for each value that is neither an
// object with fields nor an array that is spread. keep says which paths the
// index covers.
func wildcardKeys(doc bson.D, prefix string, keep func(path string) bool) [][]any {
	w := &wildcard{root: prefix, keep: keep}
	w.object("", doc)
	return distinctKeys(w.keys)
}

type wildcard struct {
	root string
	keep func(string) bool
	keys [][]any
}

func (w *wildcard) object(path string, doc bson.D) {
	for _, field := range doc {
		name := field.Key
		if path != "" {
			name = path + "." + name
		}
		w.value(name, field.Value, false)
	}
}

func (w *wildcard) value(path string, v any, inArray bool) {
	switch v := v.(type) {
	case bson.D:
		if len(v) > 0 {
			w.object(path, v)
			return
		}
	case bson.A:
		if len(v) == 0 && !inArray {
			w.emit(path, bson.Undefined{})
			return
		}
		if !inArray {
			for _, element := range v {
				w.value(path, element, true)
			}
			return
		}
	}
	w.emit(path, v)
}

func (w *wildcard) emit(path string, v any) {
	inside := w.root == "" || path == w.root || strings.HasPrefix(path, w.root+".")
	if inside && w.keep(path) {
		w.keys = append(w.keys, []any{path, v})
	}
}

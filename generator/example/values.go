package example

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// valuesAt returns the values at a path. An array on the way is replaced by its
// elements; an array at its end as well if spread is set.
func valuesAt(v bson.RawValue, path []string, spread bool) []bson.RawValue {
	var found []bson.RawValue
	switch {
	case len(path) == 0 && (v.Type != bson.TypeArray || !spread):
		return []bson.RawValue{v}
	case v.Type == bson.TypeArray:
		items, _ := v.Array().Values()
		for _, item := range items {
			found = append(found, valuesAt(item, path, spread)...)
		}
	case v.Type == bson.TypeEmbeddedDocument:
		if value, err := v.Document().LookupErr(path[0]); err == nil {
			found = valuesAt(value, path[1:], spread)
		}
	}
	return found
}

// valuesNamed returns the values of a field at any depth; "." is the value
// itself. A name with points is the end of a path.
func valuesNamed(v bson.RawValue, name string) []bson.RawValue {
	if name == "." {
		return valuesAt(v, nil, true)
	}
	found := valuesAt(v, strings.Split(name, "."), true)
	for _, child := range children(v) {
		if v.Type == bson.TypeArray {
			// Its elements were searched by valuesAt; their children were not.
			found = append(found, below(child, name)...)
			continue
		}
		found = append(found, valuesNamed(child, name)...)
	}
	return found
}

func below(v bson.RawValue, name string) []bson.RawValue {
	var found []bson.RawValue
	for _, child := range children(v) {
		found = append(found, valuesNamed(child, name)...)
	}
	return found
}

func children(v bson.RawValue) []bson.RawValue {
	switch v.Type {
	case bson.TypeArray:
		values, _ := v.Array().Values()
		return values
	case bson.TypeEmbeddedDocument:
		values, _ := v.Document().Values()
		return values
	}
	return nil
}

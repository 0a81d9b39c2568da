package pipeline

import (
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// queryValues calls found with all values in v that {path: value} compares with: the
// value at the path, and of an array there each element too. Arrays of documents are
// entered, a number in the path is a position as well as a name.
func queryValues(v any, parts []string, found func(v any)) {
	array, isArray := v.(bson.A)
	if len(parts) == 0 {
		found(v)
		for _, element := range array {
			found(element)
		}
		return
	}
	if d, ok := v.(bson.D); ok {
		if inner := value.Get(d, parts[0]); !value.IsMissing(inner) {
			queryValues(inner, parts[1:], found)
		}
		return
	}
	for _, element := range array {
		if d, ok := element.(bson.D); ok {
			queryValues(d, parts, found)
		}
	}
	if i, ok := position(parts[0]); isArray && ok && i < len(array) {
		queryValues(array[i], parts[1:], found)
	}
}

// position reads a part of a path as a position in an array: digits without
// leading zeros.
func position(part string) (int, bool) {
	i, err := strconv.Atoi(part)
	return i, err == nil && i >= 0 && strconv.Itoa(i) == part
}

// joinValues returns the values of a local path: of an array there each element, and
// none for a missing field. A number in the path is a position in an array, otherwise
// documents in an array are entered.
func joinValues(doc bson.D, parts []string) []any {
	v := value.Get(doc, parts[0])
	parts = parts[1:]
	for len(parts) > 0 {
		array, ok := v.(bson.A)
		i, number := 0, false
		if ok {
			i, number = position(parts[0])
		}
		if !number {
			break
		}
		v = any(value.Missing{})
		if i < len(array) {
			v = array[i]
		}
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return trailingValues(v)
	}
	switch v := v.(type) {
	case bson.D:
		return joinValues(v, parts)
	case bson.A:
		var found []any
		for _, element := range v {
			if d, ok := element.(bson.D); ok {
				found = append(found, joinValues(d, parts)...)
			}
		}
		return found
	}
	return nil
}

func trailingValues(v any) []any {
	switch v := v.(type) {
	case bson.A:
		return v
	case value.Missing:
		return nil
	}
	return []any{v}
}

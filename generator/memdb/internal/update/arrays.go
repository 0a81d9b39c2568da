package update

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// hasEach finds {$each: …}, which makes modifiers of the names beside it.
func hasEach(v any) (bson.D, bool) {
	doc, ok := v.(bson.D)
	if !ok || len(doc) == 0 || value.IsMissing(value.Get(doc, "$each")) {
		return nil, false
	}
	return doc, true
}

// arrayOf returns a field's array, empty if the field is missing.
func arrayOf(old any, at *place, format string, code int32) (bson.A, error) {
	if value.IsMissing(old) {
		return nil, nil
	}
	array, ok := old.(bson.A)
	if !ok {
		return nil, errcode.New(code, format, at.here(), value.TypeName(old))
	}
	return array, nil
}

// parseAddToSet reads $addToSet, which appends the values that the array does not hold
// yet.
func parseAddToSet(u *Update, _, _ string, v any) (change, error) {
	wanted := bson.A{v}
	if spec, ok := hasEach(v); ok && spec[0].Key == "$each" {
		each, ok := spec[0].Value.(bson.A)
		if !ok {
			return nil, errcode.New(errcode.TypeMismatch, "The argument to $each in $addToSet must be an array but it was of type %s", value.TypeName(spec[0].Value))
		}
		if len(spec) > 1 {
			return nil, errcode.New(errcode.BadValue, "Found unexpected fields after $each in $addToSet: %s", value.String(spec))
		}
		wanted = each
	}
	return func(old any, at *place) (any, error) {
		if !value.IsMissing(old) {
			if _, ok := old.(bson.A); !ok {
				return nil, errcode.New(errcode.BadValue, "Cannot apply $addToSet to non-array field. Field named '%s' has non-array type %s", at.lastName(), value.TypeName(old))
			}
		}
		array, _ := old.(bson.A)
		next := addToSet(u.collation(), array, wanted)
		if !value.IsMissing(old) {
			at.added = len(next) - len(array)
		}
		return next, nil
	}, nil
}

func addToSet(collation *value.Collation, array, wanted bson.A) bson.A {
	seen := make(map[string]bool, len(array)+len(wanted))
	for _, v := range array {
		seen[collation.Key(v)] = true
	}
	result := append(bson.A{}, array...)
	for _, v := range wanted {
		if key := collation.Key(v); !seen[key] {
			seen[key] = true
			result = append(result, v)
		}
	}
	return result
}

// parsePop removes the last element (1) or the first (-1).
func parsePop(_ *Update, _, _ string, v any) (change, error) {
	n, whole := value.Whole(v)
	if !whole || (n != 1 && n != -1) {
		return nil, errcode.New(errcode.FailedToParse, "$pop expects 1 or -1, found: %s", value.String(v))
	}
	return func(old any, at *place) (any, error) {
		array, err := arrayOf(old, at, "Path '%s' contains an element of non-array type '%s'", 14)
		if err != nil || len(array) == 0 {
			return old, err
		}
		if n == 1 {
			return slices.Clone(array[:len(array)-1]), nil
		}
		return slices.Clone(array[1:]), nil
	}, nil
}

// parsePullAll removes the elements that equal one of a list.
func parsePullAll(u *Update, _, _ string, v any) (change, error) {
	list, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(errcode.BadValue, "$pullAll requires an array argument but was given a %s", value.TypeName(v))
	}
	unwanted := make(map[string]bool, len(list))
	for _, v := range list {
		unwanted[u.collation().Key(v)] = true
	}
	return pullWhere(func(v any, _ *place) (bool, error) { return unwanted[u.collation().Key(v)], nil }), nil
}

// pullWhere removes the elements for which gone returns true.
func pullWhere(gone func(any, *place) (bool, error)) change {
	return func(old any, at *place) (any, error) {
		if value.IsMissing(old) {
			return old, nil
		}
		array, ok := old.(bson.A)
		if !ok {
			return nil, errcode.New(errcode.BadValue, "Cannot apply %s to a non-array value", at.op.name)
		}
		kept := bson.A{}
		for _, v := range array {
			remove, err := gone(v, at)
			if err != nil {
				return nil, err
			}
			if !remove {
				kept = append(kept, v)
			}
		}
		if len(kept) == len(array) {
			return old, nil
		}
		return kept, nil
	}
}

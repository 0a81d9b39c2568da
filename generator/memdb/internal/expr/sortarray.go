package expr

import (
	"slices"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

var arraySorts = table{"$sortArray": parseSortArray}

func parseSortArray(name string, arg any, scope *Scope) (*Expr, error) {
	got, err := named{
		fields: []string{"input", "sortBy"}, notObject: 2942500, unknown: 2942501,
		missing: map[string]int32{"input": 2942502, "sortBy": 2942503},
	}.split(name, arg)
	if err != nil {
		return nil, err
	}
	compare, err := elementOrder(got["sortBy"], scope.Collation())
	if err != nil {
		return nil, err
	}
	return unaryIn(func(env *Env, v any) (any, error) {
		if value.IsNullish(v) {
			return bson.Null{}, nil
		}
		a, ok := v.(bson.A)
		if !ok {
			return nil, errcode.New(2942504, "The input argument to $sortArray must be an array, but was of type: %s", value.TypeName(v))
		}
		if err := env.reserve(len(a), elementWeight); err != nil {
			return nil, err
		}
		out := slices.Clone(a)
		slices.SortStableFunc(out, compare)
		return out, nil
	})(name, bson.A{got["input"]}, scope)
}

// elementOrder reads sortBy: 1 or -1 for whole elements, or fields of them.
func elementOrder(sortBy any, collation *value.Collation) (func(a, b any) int, error) {
	if d, ok := sortBy.(bson.D); ok {
		if len(d) == 0 {
			return nil, errcode.New(2942505, "$sortArray's sortBy must have at least one field")
		}
		s, err := parseSort(d, collation, func(path string) ([]string, error) { return splitNames(path, func(string) bool { return true }) })
		if err != nil {
			return nil, errcode.New(2942505, "$sortArray: %s", err.Error())
		}
		return s.compareElements, nil
	}
	if !value.IsNumber(sortBy) {
		return nil, errcode.New(2942507, "$sortArray's sortBy must be a number or a document, found %s", value.TypeName(sortBy))
	}
	n, ok := value.Whole(sortBy)
	if !ok || n != 1 && n != -1 {
		return nil, errcode.New(2942506, "$sortArray's sortBy must be 1 or -1, found %s", value.String(sortBy))
	}
	return func(a, b any) int { return collation.Compare(a, b) * int(n) }, nil
}

// compareElements orders elements of an array by their fields: an array in a
// field counts as a whole, a missing field as null.
func (s *Sort) compareElements(a, b any) int {
	for _, k := range s.keys {
		if c := s.collation.CompareSort(elementField(a, k.parts), elementField(b, k.parts)); c != 0 {
			return c * k.sign
		}
	}
	return 0
}

func elementField(v any, parts []string) any {
	for _, part := range parts {
		switch at := v.(type) {
		case bson.D:
			v = value.Get(at, part)
		case bson.A:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(at) {
				return bson.Null{}
			}
			v = at[i]
		default:
			return bson.Null{}
		}
	}
	return orNull(v)
}

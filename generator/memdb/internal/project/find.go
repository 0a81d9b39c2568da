package project

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/value"
)

// slice is find's $slice: limit elements after skip. A negative skip counts from
// the end, where too large a number means the start.
type slice struct {
	path        []string
	skip, limit int
}

// parseSlice reads the argument of $slice; isSlice is false if it is one for the
// expression of that name.
func parseSlice(path []string, arg any) (s slice, isSlice bool, err error) {
	list, isList := arg.(bson.A)
	switch {
	case isList && isExpressionSlice(list):
		return s, false, nil
	case isList && len(list) < 2 || !isList && !value.IsNumber(arg):
		return s, true, errcode.New(28667, "Invalid $slice syntax. The given syntax { $slice: %s } did not match the find() syntax because: $slice takes a number or an array of two numbers", value.String(arg))
	case isList && (len(list) != 2 || !value.IsNumber(list[0]) || !value.IsNumber(list[1])):
		return s, true, errcode.New(28724, "First argument to $slice must be an array, but is of type: %s", value.TypeName(list[0]))
	case isList:
		s = slice{path, clamp(list[0]), clamp(list[1])}
		if s.limit <= 0 {
			return s, true, errcode.New(28724, "$slice limit must be positive, but got %d", s.limit)
		}
		return s, true, nil
	}
	n := clamp(arg)
	if n < 0 {
		return slice{path, n, -n}, true, nil
	}
	return slice{path, 0, n}, true, nil
}

func isExpressionSlice(list bson.A) bool {
	for i, item := range list {
		if _, isNull := item.(bson.Null); isNull {
			return true
		}
		if _, isArray := item.(bson.A); isArray && i == 0 {
			return true
		}
	}
	return false
}

func clamp(v any) int {
	n, ok := value.ToLong(v, value.TowardZero)
	if !ok {
		n = value.ClampLong(v)
	}
	return int(min(max(n, -math.MaxInt32), math.MaxInt32))
}

// apply cuts the array at the path, going through arrays of documents.
func (s slice) apply(doc bson.D, path []string) bson.D {
	out := append(bson.D{}, doc...)
	for i := range out {
		if out[i].Key == path[0] {
			out[i].Value = s.in(out[i].Value, path[1:])
		}
	}
	return out
}

func (s slice) in(v any, path []string) any {
	switch v := v.(type) {
	case bson.D:
		if len(path) > 0 {
			return s.apply(v, path)
		}
	case bson.A:
		if len(path) == 0 {
			return s.cut(v)
		}
		out := make(bson.A, len(v))
		for i, item := range v {
			out[i] = item
			if doc, ok := item.(bson.D); ok {
				out[i] = s.apply(doc, path)
			}
		}
		return out
	}
	return v
}

func (s slice) cut(list bson.A) bson.A {
	start := s.skip
	if start < 0 {
		start = max(0, len(list)+start)
	}
	start = min(start, len(list))
	return list[start:min(len(list), start+s.limit)]
}

// elemMatch is find's $elemMatch: the first element of an array that matches.
type elemMatch struct {
	name    string
	matcher *match.Filter
}

func (m elemMatch) apply(out, doc bson.D, last bool) (bson.D, error) {
	var kept any = value.Missing{}
	result, err := m.matcher.Match(doc, &expr.Env{})
	if err != nil {
		return nil, err
	}
	if result.OK {
		list := value.Get(doc, m.name).(bson.A)
		kept = bson.A{list[result.Index]}
	}
	out = append(bson.D{}, out...)
	if last {
		out = set(out, m.name, value.Missing{})
	}
	return set(out, m.name, kept), nil
}

// positional cuts the first array on the path down to the element at index.
func positional(doc bson.D, path []string, index int) (bson.D, error) {
	out := append(bson.D{}, doc...)
	for i := range out {
		if out[i].Key != path[0] {
			continue
		}
		switch v := out[i].Value.(type) {
		case bson.A:
			element, err := elementAt(v, index)
			if err != nil {
				return nil, err
			}
			out[i].Value = element
		case bson.D:
			if len(path) == 1 {
				continue
			}
			inner, err := positional(v, path[1:], index)
			if err != nil {
				return nil, err
			}
			out[i].Value = inner
		}
	}
	return out, nil
}

func elementAt(list bson.A, index int) (bson.A, error) {
	switch {
	case index < 0:
		return nil, errcode.New(51246, "positional operator '.$' couldn't find a matching element in the array")
	case index >= len(list):
		return nil, errcode.New(51247, "positional operator '.$' element mismatch")
	}
	return list[index : index+1 : index+1], nil
}

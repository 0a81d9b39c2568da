package example

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// setOperators return arrays whose order is not promised.
var setOperators = []string{"$setDifference", "$setIntersection", "$setUnion"}

// keepOrder are the operators that pass the order of an array on.
var keepOrder = []string{"$concatArrays", "$filter", "$map", "$reverseArray", "$slice"}

// assign forgets the facts about a field that is set to another value.
func (f *flow) assign(field string) {
	delete(f.arrays, field)
	f.keys = slices.DeleteFunc(slices.Clone(f.keys), func(key []string) bool { return slices.Contains(key, field) })
}

// set follows $addFields and $set.
func (f *flow) set(spec bson.D) {
	for _, e := range spec {
		by := f.collectedBy(e.Value)
		f.assign(e.Key)
		if by != "" {
			f.arrays[e.Key] = by
		}
	}
}

// collectedBy names the operator that left the order of a computed array open, or
// returns "".
func (f *flow) collectedBy(expression any) string {
	switch v := expression.(type) {
	case string:
		return f.arrays[strings.TrimPrefix(v, "$")]
	case bson.D:
		if len(v) != 1 {
			return ""
		}
		if slices.Contains(setOperators, v[0].Key) {
			return v[0].Key
		}
		if slices.Contains(keepOrder, v[0].Key) {
			return f.mentioned(v[0].Value)
		}
	}
	return ""
}

// mentioned returns the result of collectedBy for the first field path in an
// expression that has one.
func (f *flow) mentioned(expression any) string {
	switch v := expression.(type) {
	case bson.D:
		for _, e := range v {
			if by := f.mentioned(e.Value); by != "" {
				return by
			}
		}
		return ""
	case bson.A:
		for _, item := range v {
			if by := f.mentioned(item); by != "" {
				return by
			}
		}
		return ""
	}
	return f.collectedBy(expression)
}

func (f *flow) unset(argument any) {
	fields, _ := argument.(bson.A)
	if field, ok := argument.(string); ok {
		fields = bson.A{field}
	}
	for _, field := range fields {
		if name, ok := field.(string); ok {
			f.assign(name)
		}
	}
}

// project follows $project: fields that it drops are forgotten, fields that it
// only renames keep their facts.
func (f *flow) project(spec bson.D) {
	if !isInclusion(spec) {
		for _, e := range spec {
			f.assign(e.Key)
		}
		return
	}
	arrays := map[string]string{}
	for _, e := range spec {
		by := f.collectedBy(e.Value)
		if isTrue(e.Value) {
			by = f.arrays[e.Key]
		}
		if by != "" {
			arrays[e.Key] = by
		}
	}
	var keys [][]string
	for _, key := range f.keys {
		if renamed, all := rename(key, spec); all {
			keys = append(keys, renamed)
		}
	}
	f.keys, f.arrays = keys, arrays
}

// isInclusion reports whether a projection names the fields that it keeps.
func isInclusion(spec bson.D) bool {
	return slices.ContainsFunc(spec, func(e bson.E) bool {
		return !isFalse(e.Value) && (e.Key != "_id" || len(spec) == 1 || !isTrue(e.Value))
	})
}

func isTrue(v any) bool  { return v == true || v == int32(1) || v == 1.0 }
func isFalse(v any) bool { return v == false || v == int32(0) || v == 0.0 }

// rename returns the names of a key's fields after an inclusion, and whether it
// keeps them all.
func rename(key []string, spec bson.D) (renamed []string, all bool) {
	for _, field := range key {
		name := ""
		if value := lookup(spec, field); field == "_id" && value == nil || isTrue(value) {
			name = field
		}
		for _, e := range spec {
			switch {
			case e.Value == "$"+field:
				name = e.Key
			case isTrue(e.Value) && strings.HasPrefix(field, e.Key+"."):
				name = field
			}
		}
		if name == "" {
			return nil, false
		}
		renamed = append(renamed, name)
	}
	return renamed, true
}

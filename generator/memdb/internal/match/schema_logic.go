package match

import (
	"cmp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

func (p *schemaParser) logic() error {
	for _, name := range []string{"allOf", "anyOf", "oneOf"} {
		if err := p.branches(name); err != nil {
			return err
		}
	}
	if arg, ok := p.words["not"]; ok {
		if err := p.negation(arg); err != nil {
			return err
		}
	}
	return p.enum()
}

func (p *schemaParser) branches(name string) error {
	arg, ok := p.words[name]
	if !ok {
		return nil
	}
	list, ok := arg.(bson.A)
	if !ok {
		return p.mismatch(name, "an array")
	}
	if len(list) == 0 {
		return bad("$jsonSchema keyword '%s' must be a non-empty array", name)
	}
	schemas := make([]*schema, len(list))
	for i, item := range list {
		spec, ok := item.(bson.D)
		if !ok {
			return p.mismatch(name, "an array of objects")
		}
		s, err := readSchema(spec, p.top, p.depth+1)
		if err != nil {
			return err
		}
		schemas[i] = s
	}
	return p.add(rule{applies: isAny, holds: enough(name, schemas), explain: func(x *explainer, v any) any { return x.branches(name, schemas, v) }})
}

// enough says how many of the schemas must pass.
func enough(name string, schemas []*schema) func(v any) bool {
	return func(v any) bool {
		passed := len(passing(schemas, v))
		switch name {
		case "allOf":
			return passed == len(schemas)
		case "anyOf":
			return passed > 0
		}
		return passed == 1
	}
}

func passing(schemas []*schema, v any) bson.A {
	var indexes bson.A
	for i, s := range schemas {
		if s.passes(v) {
			indexes = append(indexes, int32(i))
		}
	}
	return indexes
}

func (x *explainer) branches(name string, schemas []*schema, v any) bson.D {
	detail := bson.D{{Key: "operatorName", Value: name}}
	if indexes := passing(schemas, v); name == "oneOf" && len(indexes) > 0 {
		return append(detail, bson.E{Key: "reason", Value: "more than one subschema matched"},
			bson.E{Key: "matchingSchemaIndexes", Value: indexes})
	}
	var failed bson.A
	for i, s := range schemas {
		if !s.passes(v) {
			entry := append(bson.D{{Key: "index", Value: int32(i)}}, s.innerAnnotations()...)
			failed = append(failed, append(entry, bson.E{Key: "details", Value: x.schema(s, v)}))
		}
	}
	return append(detail, bson.E{Key: "schemasNotSatisfied", Value: failed})
}

func (p *schemaParser) negation(arg any) error {
	spec, ok := arg.(bson.D)
	if !ok {
		return p.mismatch("not", "an object")
	}
	s, err := readSchema(spec, p.top, p.depth+1)
	if err != nil {
		return err
	}
	return p.add(rule{applies: isAny, holds: func(v any) bool { return !s.passes(v) }, explain: func(*explainer, any) any {
		return bson.D{{Key: "operatorName", Value: "not"}, {Key: "reason", Value: "child expression matched"}}
	}})
}

func (p *schemaParser) enum() error {
	arg, ok := p.words["enum"]
	if !ok {
		return nil
	}
	list, ok := arg.(bson.A)
	if !ok {
		return p.mismatch("enum", "an array")
	}
	if len(list) == 0 {
		return p.broken("enum", "cannot be an empty array")
	}
	keys := make(map[string]bool, len(list))
	for _, item := range list {
		key := unorderedKey(item)
		if keys[key] {
			return p.broken("enum", "array cannot contain duplicate values.")
		}
		keys[key] = true
	}
	spec := bson.D{{Key: "enum", Value: arg}}
	r := simpleRule("enum", spec, "value was not found in enum", isAny, func(v any) bool { return keys[unorderedKey(v)] })
	plain := r.explain
	r.explain = func(x *explainer, v any) any {
		if value.IsMissing(v) {
			return nil
		}
		if p.top && !slices.ContainsFunc(list, isObject) {
			return x.impossible("enum", spec)
		}
		return plain(x, v)
	}
	return p.add(r)
}

// sortFields orders the fields of all objects in v by name.
func sortFields(v any) any {
	switch v := v.(type) {
	case bson.D:
		out := make(bson.D, len(v))
		for i, e := range v {
			out[i] = bson.E{Key: e.Key, Value: sortFields(e.Value)}
		}
		slices.SortStableFunc(out, func(a, b bson.E) int { return cmp.Compare(a.Key, b.Key) })
		return out
	case bson.A:
		out := make(bson.A, len(v))
		for i, item := range v {
			out[i] = sortFields(item)
		}
		return out
	}
	return v
}

package match

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// property is a schema for the field of that name.
type property struct {
	name   string
	schema *schema
}

func (p *schemaParser) objects() error {
	required, err := p.requiredNames()
	if err != nil {
		return err
	}
	properties, err := p.properties()
	if err != nil {
		return err
	}
	if err := p.allowed(properties); err != nil {
		return err
	}
	if required != nil {
		p.out.rules = append(p.out.rules, requiredRule(p.words["required"], required))
	}
	for _, name := range []string{"minProperties", "maxProperties"} {
		if err := p.propertyCount(name); err != nil {
			return err
		}
	}
	return p.dependencies()
}

func (p *schemaParser) requiredNames() ([]string, error) {
	arg, ok := p.words["required"]
	if !ok {
		return nil, nil
	}
	return p.names("required", arg)
}

// names reads a list of at least one name, each once, and sorts it.
func (p *schemaParser) names(keyword string, arg any) ([]string, error) {
	list, ok := arg.(bson.A)
	if !ok {
		return nil, p.mismatch(keyword, "an array")
	}
	var names []string
	for _, item := range list {
		name, ok := item.(string)
		if !ok {
			return nil, p.mismatch(keyword, "an array of strings")
		}
		if slices.Contains(names, name) {
			return nil, p.broken(keyword, "array cannot contain duplicate values")
		}
		if err := plainName(keyword, name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, p.broken(keyword, "cannot be an empty array")
	}
	slices.Sort(names)
	return names, nil
}

// plainName refuses names with a dot: the server reads them as paths.
func plainName(keyword, name string) error {
	if strings.Contains(name, ".") || name == "" {
		return errcode.NotImplemented("$jsonSchema." + keyword + " with the name \"" + name + "\"")
	}
	return nil
}

func has(v any, name string) bool {
	_, missing := value.Get(v.(bson.D), name).(value.Missing)
	return !missing
}

func requiredRule(arg any, names []string) rule {
	missing := func(v any) bson.A {
		var list bson.A
		for _, name := range names {
			if !has(v, name) {
				list = append(list, name)
			}
		}
		return list
	}
	return rule{
		applies: isObject,
		holds:   func(v any) bool { return len(missing(v)) == 0 },
		explain: func(v any) bson.D {
			return bson.D{
				{Key: "operatorName", Value: "required"}, {Key: "specifiedAs", Value: bson.D{{Key: "required", Value: arg}}},
				{Key: "missingProperties", Value: missing(v)},
			}
		},
	}
}

func (p *schemaParser) properties() ([]property, error) {
	arg, ok := p.words["properties"]
	if !ok {
		return nil, nil
	}
	list, err := p.schemas("properties", arg)
	if err != nil {
		return nil, err
	}
	for _, prop := range list {
		if err := plainName("properties", prop.name); err != nil {
			return nil, err
		}
	}
	failing := func(v any) bson.A {
		var out bson.A
		for _, prop := range list {
			field := value.Get(v.(bson.D), prop.name)
			if _, missing := field.(value.Missing); missing || prop.schema.passes(field) {
				continue
			}
			detail := append(bson.D{{Key: "propertyName", Value: prop.name}}, prop.schema.annotations()...)
			out = append(out, append(detail, bson.E{Key: "details", Value: prop.schema.broken(field)}))
		}
		return out
	}
	return list, p.add(rule{
		applies: isObject,
		holds:   func(v any) bool { return allPass(list, v.(bson.D)) },
		explain: func(v any) bson.D {
			return bson.D{{Key: "operatorName", Value: "properties"}, {Key: "propertiesNotSatisfied", Value: failing(v)}}
		},
	})
}

func allPass(list []property, doc bson.D) bool {
	for _, prop := range list {
		field := value.Get(doc, prop.name)
		if _, missing := field.(value.Missing); !missing && !prop.schema.passes(field) {
			return false
		}
	}
	return true
}

// schemas reads a document whose every value is a schema.
func (p *schemaParser) schemas(keyword string, arg any) ([]property, error) {
	doc, ok := arg.(bson.D)
	if !ok {
		return nil, p.mismatch(keyword, "an object")
	}
	list := make([]property, len(doc))
	for i, e := range doc {
		spec, ok := e.Value.(bson.D)
		if !ok {
			return nil, errcode.New(errcode.TypeMismatch, "Nested schema for $jsonSchema property '%s' must be an object", e.Key)
		}
		s, err := p.sub(spec)
		if err != nil {
			return nil, err
		}
		list[i] = property{e.Key, s}
	}
	return list, nil
}

func (p *schemaParser) propertyCount(name string) error {
	arg, ok := p.words[name]
	if !ok {
		return nil
	}
	limit, err := count(name, arg)
	if err != nil {
		return err
	}
	fits := within(name, limit)
	return p.add(rule{
		applies: isObject,
		holds:   func(v any) bool { return fits(len(v.(bson.D))) },
		explain: func(v any) bson.D {
			return bson.D{
				{Key: "operatorName", Value: name}, {Key: "specifiedAs", Value: bson.D{{Key: name, Value: arg}}},
				{Key: "reason", Value: "specified number of properties was not satisfied"},
				{Key: "numberOfProperties", Value: int32(len(v.(bson.D)))},
			}
		},
	})
}

// dependencies: where a field is, others must be, or the object must match.
func (p *schemaParser) dependencies() error {
	arg, ok := p.words["dependencies"]
	if !ok {
		return nil
	}
	doc, ok := arg.(bson.D)
	if !ok {
		return p.mismatch("dependencies", "an object")
	}
	for _, e := range doc {
		if err := plainName("dependencies", e.Key); err != nil {
			return err
		}
		holds, err := p.dependency(e)
		if err != nil {
			return err
		}
		if err := p.add(rule{applies: isObject, holds: func(v any) bool { return !has(v, e.Key) || holds(v) }}); err != nil {
			return err
		}
	}
	return nil
}

func (p *schemaParser) dependency(e bson.E) (func(v any) bool, error) {
	switch arg := e.Value.(type) {
	case bson.D:
		s, err := readSchema(arg, p.top, p.depth+1)
		if err != nil {
			return nil, err
		}
		return s.passes, nil
	case bson.A:
		names, err := p.names("dependencies", arg)
		if err != nil {
			return nil, err
		}
		return requiredRule(arg, names).holds, nil
	}
	return nil, errcode.New(errcode.TypeMismatch, "property '%s' in $jsonSchema keyword 'dependencies' must be either an object or an array", e.Key)
}

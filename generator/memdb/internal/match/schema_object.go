package match

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// property is a schema for the field of that name.
type property struct {
	name     string
	schema   *schema
	required bool
}

func (p *schemaParser) objects() error {
	required, err := p.requiredNames()
	if err != nil {
		return err
	}
	properties, err := p.properties(required)
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
	names, err := p.names("required", arg)
	slices.Sort(names)
	return names, err
}

// names reads a list of at least one name, each once.
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
	return !value.IsMissing(value.Get(v.(bson.D), name))
}

// absent lists those of the names that an object does not have.
func absent(v any, names []string) bson.A {
	var list bson.A
	for _, name := range names {
		if !has(v, name) {
			list = append(list, name)
		}
	}
	return list
}

func requiredRule(arg any, names []string) rule {
	return rule{
		applies: isObject,
		holds:   func(v any) bool { return len(absent(v, names)) == 0 },
		explain: func(x *explainer, v any) any {
			detail := x.specified(bson.D{{Key: "operatorName", Value: "required"}}, bson.D{{Key: "required", Value: arg}})
			return append(detail, bson.E{Key: "missingProperties", Value: absent(v, names)})
		},
	}
}

func (p *schemaParser) properties(required []string) ([]property, error) {
	arg, ok := p.words["properties"]
	if !ok {
		return nil, nil
	}
	list, err := p.schemas("properties", arg)
	if err != nil {
		return nil, err
	}
	for i, prop := range list {
		if err := plainName("properties", prop.name); err != nil {
			return nil, err
		}
		list[i].required = slices.Contains(required, prop.name)
	}
	return list, p.add(rule{
		applies: isObject,
		holds: func(v any) bool {
			return !slices.ContainsFunc(list, func(prop property) bool { return !prop.passes(v.(bson.D)) })
		},
		explain: func(x *explainer, v any) any { return x.properties(list, v.(bson.D)) },
	})
}

// passes reports whether a document's field fits. One that is missing does,
// unless it is required: then the schema is tried on nothing.
func (prop property) passes(doc bson.D) bool {
	field := value.Get(doc, prop.name)
	return value.IsMissing(field) && !prop.required || prop.schema.passes(field)
}

func (x *explainer) properties(list []property, doc bson.D) any {
	var failing bson.A
	for _, prop := range list {
		if prop.passes(doc) {
			continue
		}
		details := x.broken(prop.schema, value.Get(doc, prop.name))
		if len(details) == 0 {
			continue
		}
		entry := append(bson.D{{Key: "propertyName", Value: prop.name}}, prop.schema.annotations()...)
		failing = append(failing, append(entry, bson.E{Key: "details", Value: details}))
	}
	if failing == nil {
		return nil
	}
	return bson.D{{Key: "operatorName", Value: "properties"}, {Key: "propertiesNotSatisfied", Value: failing}}
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
		list[i] = property{name: e.Key, schema: s}
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
		explain: func(x *explainer, v any) any {
			detail := x.specified(bson.D{{Key: "operatorName", Value: name}}, bson.D{{Key: name, Value: arg}})
			return append(detail, bson.E{Key: "reason", Value: "specified number of properties was not satisfied"},
				bson.E{Key: "numberOfProperties", Value: int32(len(v.(bson.D)))})
		},
	})
}

package match

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// dependency: where the named field is, the others must be, or the object must
// match the schema.
type dependency struct {
	name   string
	others []string
	schema *schema // nil: the others
}

func (d dependency) holds(v any) bool {
	if !has(v, d.name) {
		return true
	}
	if d.schema != nil {
		return d.schema.passes(v)
	}
	return len(absent(v, d.others)) == 0
}

func (p *schemaParser) dependencies() error {
	arg, ok := p.words["dependencies"]
	if !ok {
		return nil
	}
	doc, ok := arg.(bson.D)
	if !ok {
		return p.mismatch("dependencies", "an object")
	}
	var list []dependency
	for _, e := range doc {
		if _, isText := e.Value.(string); isText && (e.Key == "title" || e.Key == "description") {
			continue
		}
		d, err := p.dependency(e)
		if err != nil {
			return err
		}
		list = append(list, d)
	}
	return p.add(rule{
		applies: isAny, // a type that excludes objects does not remove the rule
		holds: func(v any) bool {
			return !isObject(v) || !slices.ContainsFunc(list, func(d dependency) bool { return !d.holds(v) })
		},
		explain: func(x *explainer, v any) any { return x.dependencies(doc, list, v) },
	})
}

func (p *schemaParser) dependency(e bson.E) (d dependency, err error) {
	d.name = e.Key
	switch arg := e.Value.(type) {
	case bson.D:
		d.schema, err = readSchema(arg, p.top, p.depth+1)
	case bson.A:
		d.others, err = p.names("dependencies", arg)
	default:
		return d, errcode.New(errcode.TypeMismatch, "property '%s' in $jsonSchema keyword 'dependencies' must be either an object or an array", e.Key)
	}
	if err != nil {
		return d, err
	}
	return d, plainName("dependencies", e.Key)
}

func (x *explainer) dependencies(spec bson.D, list []dependency, v any) bson.D {
	var failing bson.A
	for _, d := range list {
		if d.holds(v) {
			continue
		}
		entry := bson.D{{Key: "conditionalProperty", Value: d.name}}
		if d.schema != nil {
			entry = append(entry, bson.E{Key: "details", Value: x.schema(d.schema, v)})
		} else {
			entry = append(entry, bson.E{Key: "missingProperties", Value: absent(v, d.others)})
		}
		failing = append(failing, entry)
	}
	detail := append(bson.D{{Key: "operatorName", Value: "dependencies"}}, annotations(spec)...)
	return append(detail, bson.E{Key: "failingDependencies", Value: failing})
}

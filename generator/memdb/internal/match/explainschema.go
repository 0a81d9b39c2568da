package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// wholeSchema explains a $jsonSchema. One that is met has no further details.
func (x *explainer) wholeSchema(s *schema, doc bson.D, met bool) bson.D {
	detail := bson.D{{Key: "operatorName", Value: "$jsonSchema"}}
	if met {
		return append(detail, bson.E{Key: "reason", Value: "schema matched"})
	}
	if s.never {
		return x.impossible("$jsonSchema", bson.D{{Key: "$jsonSchema", Value: s.spec}})
	}
	return append(append(detail, s.annotations()...), bson.E{Key: "schemaRulesNotSatisfied", Value: x.broken(s, doc)})
}

// schema explains a schema inside another one: the list of its broken rules, or
// a document for a schema that no document can meet.
func (x *explainer) schema(s *schema, v any) any {
	if s.never {
		return x.impossible("$jsonSchema", bson.D{{Key: "$jsonSchema", Value: s.spec}})
	}
	return x.broken(s, v)
}

// broken lists the rules that a value breaks.
func (x *explainer) broken(s *schema, v any) bson.A {
	list := bson.A{}
	for _, r := range s.rules {
		if !r.applies(v) || r.holds(v) {
			continue
		}
		switch detail := r.explain(x, v).(type) {
		case bson.D:
			list = append(list, detail)
		case bson.A:
			list = append(list, detail...)
		}
	}
	return list
}

func (x *explainer) impossible(name string, spec bson.D) bson.D {
	detail := x.specified(bson.D{{Key: "operatorName", Value: name}}, spec)
	return append(detail, bson.E{Key: "reason", Value: "expression always evaluates to false"})
}

// annotations are the title and the description of a schema.
func (s *schema) annotations() bson.D { return annotations(s.spec) }

func annotations(spec bson.D) bson.D {
	var out bson.D
	for _, name := range []string{"title", "description"} {
		if text, ok := value.Get(spec, name).(string); ok {
			out = append(out, bson.E{Key: name, Value: text})
		}
	}
	return out
}

// innerAnnotations are those of a schema inside another one, which an impossible
// schema does not show.
func (s *schema) innerAnnotations() bson.D {
	if s.never {
		return nil
	}
	return s.annotations()
}

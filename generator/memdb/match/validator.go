package match

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// ParseValidator reads the validator of a collection. It refuses those for which
// the details of a failure are not known to be the server's.
func ParseValidator(filter bson.D) (*Matcher, error) {
	m, err := Parse(filter, Options{Narrow: true})
	if err != nil {
		return nil, err
	}
	for _, n := range m.root {
		if err := explainable(n); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func refuseValidator(what string) error {
	return errcode.NotImplemented("a validator with " + what)
}

func explainable(n node) error {
	switch n := n.(type) {
	case all:
		return explainableAll(n)
	case explicitAnd:
		return explainableAll(n)
	case or:
		return explainableAll(n)
	case *schema:
		return explainableSchema(n.spec)
	case field:
		return explainableTest(n.path, n.test)
	case nor:
		return refuseValidator("$nor")
	case constant:
		return refuseValidator("$alwaysTrue or $alwaysFalse")
	}
	return nil
}

func explainableAll(nodes []node) error {
	if len(nodes) == 0 {
		return refuseValidator("an empty clause")
	}
	for _, n := range nodes {
		if err := explainable(n); err != nil {
			return err
		}
	}
	return nil
}

func explainableTest(p path, t test) error {
	if len(p) > 1 {
		return refuseValidator("a condition on the dotted path " + p.String())
	}
	switch t := t.(type) {
	case *single:
		if reasons[t.name] == "" || t.written == nil {
			return refuseValidator(t.name)
		}
		return nil
	case every:
		for _, inner := range t {
			if err := explainableTest(p, inner); err != nil {
				return err
			}
		}
		return nil
	case *not:
		return refuseValidator(t.name)
	case *elemMatch:
		return refuseValidator("$elemMatch")
	}
	return refuseValidator("$all")
}

// inside are the keywords whose schemas stand in a failure's details without a
// known place for their own title and description.
var inside = []string{"items", "allOf", "anyOf", "oneOf"}

func explainableSchema(spec bson.D) error {
	for _, e := range spec {
		switch e.Key {
		case "patternProperties", "dependencies", "additionalItems":
			return refuseValidator("$jsonSchema." + e.Key)
		case "additionalProperties":
			if _, isSchema := e.Value.(bson.D); isSchema {
				return refuseValidator("a schema in $jsonSchema.additionalProperties")
			}
		case "properties":
			for _, property := range e.Value.(bson.D) {
				if err := explainableSchema(property.Value.(bson.D)); err != nil {
					return err
				}
			}
		}
	}
	for _, name := range inside {
		if err := explainableInside(name, value.Get(spec, name)); err != nil {
			return err
		}
	}
	return nil
}

func explainableInside(name string, arg any) error {
	list, ok := arg.(bson.A)
	if !ok {
		list = bson.A{arg}
	}
	for _, item := range list {
		spec, ok := item.(bson.D)
		if !ok {
			continue
		}
		for _, e := range spec {
			if e.Key == "title" || e.Key == "description" {
				return refuseValidator(strings.Join([]string{"a", e.Key, "directly in $jsonSchema." + name}, " "))
			}
		}
		if err := explainableSchema(spec); err != nil {
			return err
		}
	}
	return nil
}

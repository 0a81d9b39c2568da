package verify

import (
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/run"
)

// brokenRules returns the rules of its collection's validator that a refused
// document breaks, as they are specified, by the path of the field. A missing field
// has the rule required: true. The result is zero if no validator refused the
// document.
func (f failure) brokenRules() bson.RawValue {
	if f.code != validationFailure {
		return bson.RawValue{}
	}
	rules := rulesOf(f.details.Lookup("details"))
	if len(rules) == 0 {
		return bson.RawValue{}
	}
	return ejson.MustRaw(rules)
}

// rulesOf returns the rules in one detail, or in a list of them, by path.
func rulesOf(details bson.RawValue) bson.D {
	b := &broken{}
	b.nested(details, "")
	slices.SortStableFunc(b.rules, func(a, b bson.E) int { return strings.Compare(a.Key, b.Key) })
	return b.rules
}

// broken gathers rules by the path of their field.
type broken struct{ rules bson.D }

func (b *broken) add(path string, rules bson.D) {
	if path == "" {
		b.rules = append(b.rules, rules...)
		return
	}
	i := slices.IndexFunc(b.rules, func(e bson.E) bool { return e.Key == path })
	if i < 0 {
		b.rules = append(b.rules, bson.E{Key: path, Value: rules})
		return
	}
	known, _ := b.rules[i].Value.(bson.D)
	b.rules[i].Value = append(known, rules...)
}

// detailKeys are the fields of a detail that hold further ones.
var detailKeys = strings.Fields("details schemaRulesNotSatisfied propertiesNotSatisfied schemasNotSatisfied clausesNotSatisfied")

// alternatives are the operators that are satisfied by one of their clauses.
var alternatives = strings.Fields("anyOf oneOf $or")

// detail adds the rules of one detail, about the value at a path. Its fields are
// those that MongoDB's manual shows under "Specify JSON Schema Validation".
func (b *broken) detail(detail bson.Raw, path string) {
	if field, ok := detail.Lookup("propertyName").StringValueOK(); ok {
		path = run.Join(path, field)
	}
	if index, ok := detail.Lookup("itemIndex").AsInt64OK(); ok {
		path = run.Join(path, strconv.FormatInt(index, 10))
	}
	name, _ := detail.Lookup("operatorName").StringValueOK()
	missing, additional := ejson.Elements(detail.Lookup("missingProperties")), ejson.Elements(detail.Lookup("additionalProperties"))
	specified, isSpecified := detail.Lookup("specifiedAs").DocumentOK()
	switch {
	case len(missing) > 0:
		b.addAll(path, missing, bson.D{{Key: "required", Value: true}})
	case len(additional) > 0:
		b.addAll(path, additional, bson.D{{Key: "additionalProperties", Value: false}})
	case slices.Contains(alternatives, name):
		b.add(path, bson.D{{Key: name, Value: clauses(detail)}})
	case isSpecified:
		b.add(path, decoded(specified))
	default:
		for _, key := range detailKeys {
			b.nested(detail.Lookup(key), path)
		}
	}
}

// nested adds the rules of a detail, or of each in a list.
func (b *broken) nested(details bson.RawValue, path string) {
	for _, v := range append(ejson.Elements(details), details) {
		if detail, ok := v.DocumentOK(); ok {
			b.detail(detail, path)
		}
	}
}

func (b *broken) addAll(path string, names []bson.RawValue, rules bson.D) {
	for _, name := range names {
		if text, ok := name.StringValueOK(); ok {
			b.add(run.Join(path, text), slices.Clone(rules))
		}
	}
}

// clauses returns the broken rules of each alternative.
func clauses(detail bson.Raw) bson.A {
	rules := bson.A{}
	for _, key := range detailKeys {
		for _, clause := range ejson.Elements(detail.Lookup(key)) {
			rules = append(rules, rulesOf(clause))
		}
	}
	return rules
}

func decoded(document bson.Raw) bson.D {
	elements, _ := document.Elements()
	d := bson.D{}
	for _, e := range elements {
		d = append(d, bson.E{Key: e.Key(), Value: e.Value()})
	}
	return d
}

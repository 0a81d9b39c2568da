package match

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/regex"
)

// allowed reads patternProperties and additionalProperties: schemas for fields by
// pattern, and the rule for fields that nothing else names.
type allowed struct {
	named    map[string]bool
	patterns []patternProperty
	other    *schema
	closed   bool // additionalProperties: false
}

type patternProperty struct {
	pattern string
	regex   *regex.Regex
	schema  *schema
}

func (p *schemaParser) allowed(properties []property) error {
	a := &allowed{named: map[string]bool{}}
	for _, prop := range properties {
		a.named[prop.name] = true
	}
	patterns, hasPatterns := p.words["patternProperties"]
	additional, hasAdditional := p.words["additionalProperties"]
	if hasPatterns {
		if err := p.patternProperties(a, patterns); err != nil {
			return err
		}
	}
	if hasAdditional {
		if err := p.additionalProperties(a, additional); err != nil {
			return err
		}
	}
	if !hasPatterns && !a.closed && a.other == nil {
		return nil
	}
	return p.add(rule{applies: isObject, holds: a.holds, explain: a.explain})
}

func (p *schemaParser) patternProperties(a *allowed, arg any) error {
	list, err := p.schemas("patternProperties", arg)
	if err != nil {
		return err
	}
	for _, prop := range list {
		re, err := regex.Compile(prop.name, "")
		if errcode.Is(err, 51091) {
			return bad("Invalid regular expression in $jsonSchema keyword 'patternProperties': %s", prop.name)
		}
		if err != nil {
			return err
		}
		a.patterns = append(a.patterns, patternProperty{prop.name, re, prop.schema})
	}
	return nil
}

func (p *schemaParser) additionalProperties(a *allowed, arg any) error {
	switch arg := arg.(type) {
	case bool:
		a.closed = !arg
		return nil
	case bson.D:
		s, err := p.sub(arg)
		a.other = s
		return err
	}
	return p.mismatch("additionalProperties", "an object or a boolean")
}

func (a *allowed) holds(v any) bool {
	doc := v.(bson.D)
	for _, p := range a.patterns {
		if _, found := p.failing(doc); found {
			return false
		}
	}
	additional := a.additional(doc)
	if a.closed {
		return len(additional) == 0
	}
	return a.other == nil || !slices.ContainsFunc(additional, func(e bson.E) bool { return !a.other.passes(e.Value) })
}

// failing finds the first field whose name fits the pattern and whose value does
// not fit the schema.
func (p patternProperty) failing(doc bson.D) (bson.E, bool) {
	for _, e := range doc {
		if p.regex.Holds(e.Key) && !p.schema.passes(e.Value) {
			return e, true
		}
	}
	return bson.E{}, false
}

// additional are the fields that neither a name nor a pattern covers.
func (a *allowed) additional(doc bson.D) (fields []bson.E) {
	for _, e := range doc {
		if !a.named[e.Key] && !slices.ContainsFunc(a.patterns, func(p patternProperty) bool { return p.regex.Holds(e.Key) }) {
			fields = append(fields, e)
		}
	}
	return fields
}

// explain returns one document for each of the two keywords that is broken.
func (a *allowed) explain(x *explainer, v any) any {
	doc := v.(bson.D)
	list := x.additionalProperties(a, doc)
	var patterns bson.A
	for _, p := range a.patterns {
		e, found := p.failing(doc)
		if !found {
			continue
		}
		entry := append(bson.D{{Key: "propertyName", Value: e.Key}}, p.schema.annotations()...)
		patterns = append(patterns, append(entry, bson.E{Key: "regexMatched", Value: p.pattern},
			bson.E{Key: "details", Value: x.broken(p.schema, e.Value)}))
	}
	if patterns != nil {
		list = append(list, bson.D{{Key: "operatorName", Value: "patternProperties"}, {Key: "details", Value: patterns}})
	}
	return list
}

func (x *explainer) additionalProperties(a *allowed, doc bson.D) bson.A {
	fields := a.additional(doc)
	detail := bson.D{{Key: "operatorName", Value: "additionalProperties"}}
	if a.closed && len(fields) > 0 {
		names := make(bson.A, len(fields))
		for i, e := range fields {
			names[i] = e.Key
		}
		return bson.A{append(detail, bson.E{Key: "specifiedAs", Value: bson.D{{Key: "additionalProperties", Value: false}}},
			bson.E{Key: "additionalProperties", Value: names})}
	}
	for _, e := range fields {
		if a.other == nil || a.other.passes(e.Value) {
			continue
		}
		return bson.A{append(append(detail, a.other.annotations()...),
			bson.E{Key: "reason", Value: "at least one additional property did not match the subschema"},
			bson.E{Key: "failingProperty", Value: e.Key}, bson.E{Key: "details", Value: x.broken(a.other, e.Value)})}
	}
	return nil
}

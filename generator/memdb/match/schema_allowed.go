package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/regex"
)

// allowed reads patternProperties and additionalProperties: schemas for fields
// by pattern, and what holds for fields that nothing else names.
type allowed struct {
	named    map[string]bool
	patterns []patternProperty
	other    *schema
	closed   bool // additionalProperties: false
}

type patternProperty struct {
	regex  *regex.Regex
	schema *schema
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
		a.patterns = append(a.patterns, patternProperty{re, prop.schema})
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
	for _, e := range v.(bson.D) {
		patterned := false
		for _, pattern := range a.patterns {
			if pattern.regex.Match(e.Key) {
				patterned = true
				if !pattern.schema.passes(e.Value) {
					return false
				}
			}
		}
		if patterned || a.named[e.Key] {
			continue
		}
		if a.closed || a.other != nil && !a.other.passes(e.Value) {
			return false
		}
	}
	return true
}

// explain is for additionalProperties: false alone; a validator with the other
// forms is refused.
func (a *allowed) explain(v any) bson.D {
	var names bson.A
	for _, e := range v.(bson.D) {
		if !a.named[e.Key] {
			names = append(names, e.Key)
		}
	}
	return bson.D{
		{Key: "operatorName", Value: "additionalProperties"},
		{Key: "specifiedAs", Value: bson.D{{Key: "additionalProperties", Value: false}}},
		{Key: "additionalProperties", Value: names},
	}
}

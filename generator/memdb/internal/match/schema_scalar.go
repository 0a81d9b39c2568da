package match

import (
	"unicode/utf8"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

func (p *schemaParser) pattern(_ string, arg any) error {
	text, ok := arg.(string)
	if !ok {
		return p.mismatch("pattern", "a string")
	}
	holds, err := regexHolds(text, "")
	if err != nil {
		return err
	}
	// Where the schema wants strings and nothing else, the server tries a pattern
	// on symbols and regular expressions too, though their type is wrong.
	applies := isString
	if p.onlyType() == "string" {
		applies = isTextual
	}
	return p.add(simpleRule("pattern", bson.D{{Key: "pattern", Value: arg}}, "regular expression did not match", applies, holds))
}

func isTextual(v any) bool {
	switch v.(type) {
	case string, bson.Symbol, bson.Regex:
		return true
	}
	return false
}

// within returns the test of a count against a min… or max… keyword.
func within(keyword string, limit int64) func(n int) bool {
	if keyword[:3] == "max" {
		return func(n int) bool { return int64(n) <= limit }
	}
	return func(n int) bool { return int64(n) >= limit }
}

func (p *schemaParser) length(name string, arg any) error {
	limit, err := count(name, arg)
	if err != nil {
		return err
	}
	fits := within(name, limit)
	return p.add(simpleRule(name, bson.D{{Key: name, Value: arg}}, "specified string length was not satisfied", isString,
		func(v any) bool { return fits(utf8.RuneCountInString(v.(string))) }))
}

func (p *schemaParser) multipleOf(_ string, arg any) error {
	if !value.IsNumber(arg) {
		return p.mismatch("multipleOf", "a number")
	}
	if value.CompareNumbers(arg, int32(0)) <= 0 {
		return p.broken("multipleOf", "must have a positive value")
	}
	divisor := value.ToDecimal(arg)
	return p.add(simpleRule("multipleOf", bson.D{{Key: "multipleOf", Value: arg}}, "considered value is not a multiple of the specified value", value.IsNumber,
		func(v any) bool { return value.Equal(value.DecimalRemainder(value.ToDecimal(v), divisor), int32(0)) }))
}

func (p *schemaParser) maximum(_ string, arg any) error {
	return p.bound("maximum", "exclusiveMaximum", "$lte", "$lt", arg)
}

func (p *schemaParser) minimum(_ string, arg any) error {
	return p.bound("minimum", "exclusiveMinimum", "$gte", "$gt", arg)
}

func (p *schemaParser) bound(name, exclusiveName, operator, exclusiveOperator string, arg any) error {
	if !value.IsNumber(arg) {
		return p.mismatch(name, "a number")
	}
	spec := bson.D{{Key: name, Value: arg}}
	if word, ok := p.words[exclusiveName]; ok {
		exclusive, isBool := word.(bool)
		if !isBool {
			return p.mismatch(exclusiveName, "a boolean")
		}
		if exclusive {
			operator = exclusiveOperator
			spec = append(spec, bson.E{Key: exclusiveName, Value: true})
		}
	}
	return p.add(simpleRule(name, spec, "comparison failed", value.IsNumber, compares(operator, arg, nil)))
}

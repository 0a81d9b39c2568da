package match

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// The keywords of $jsonSchema: the implemented ones, those of the server 8.2 that
// memdb refuses, and those of JSON Schema that the server refuses.
var (
	schemaKeywords = strings.Fields(`additionalItems additionalProperties allOf anyOf bsonType dependencies description
		enum exclusiveMaximum exclusiveMinimum items maximum maxItems maxLength maxProperties minimum minItems
		minLength minProperties multipleOf not oneOf pattern patternProperties properties required title type
		uniqueItems`)
	refusedKeywords     = strings.Fields("encrypt encryptMetadata")
	unsupportedKeywords = strings.Fields("$ref $schema default definitions format id")
)

func (p *schemaParser) keyword(e bson.E) error {
	switch {
	case slices.Contains(refusedKeywords, e.Key):
		return errcode.NotImplemented("$jsonSchema." + e.Key)
	case slices.Contains(unsupportedKeywords, e.Key):
		return errcode.New(errcode.FailedToParse, "$jsonSchema keyword '%s' is not currently supported", e.Key)
	case !slices.Contains(schemaKeywords, e.Key):
		return errcode.New(errcode.FailedToParse, "Unknown $jsonSchema keyword: %s", e.Key)
	}
	if _, twice := p.words[e.Key]; twice {
		return errcode.New(errcode.FailedToParse, "Duplicate $jsonSchema keyword: %s", e.Key)
	}
	p.words[e.Key] = e.Value
	return nil
}

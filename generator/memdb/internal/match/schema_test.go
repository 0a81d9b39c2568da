package match

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// Each row: a schema, documents that pass, documents that do not.
func TestSchema(t *testing.T) {
	for _, c := range []struct {
		schema        string
		passes, fails []string
	}{
		{`{"required": ["a"]}`, []string{`{"a": null}`}, []string{`{}`}},
		{`{"bsonType": "object", "minimum": 3}`, []string{`{}`}, nil},
		{`{"bsonType": "string"}`, nil, []string{`{}`}},
		{`{"properties": {"a": {"bsonType": "int"}}}`, []string{`{"a": 1}`, `{}`}, []string{`{"a": {"$numberLong": "1"}}`, `{"a": 1.0}`, `{"a": [1]}`}},
		{`{"properties": {"a": {"bsonType": ["number", "null"]}}}`, []string{`{"a": 1.5}`, `{"a": null}`, `{"a": {"$numberDecimal": "1"}}`}, []string{`{"a": "1"}`}},
		{`{"properties": {"a": {"type": "boolean"}}}`, []string{`{"a": true}`}, []string{`{"a": 1}`}},
		{`{"properties": {"a": {"minimum": 1, "maximum": 5}}}`, []string{`{"a": 1}`, `{"a": 5.0}`, `{"a": "x"}`, `{"a": [9]}`}, []string{`{"a": 0}`, `{"a": 6}`}},
		{`{"properties": {"a": {"minimum": 1, "exclusiveMinimum": true}}}`, []string{`{"a": 1.5}`}, []string{`{"a": 1}`}},
		{`{"properties": {"a": {"maximum": 1, "exclusiveMaximum": false}}}`, []string{`{"a": 1}`}, []string{`{"a": 2}`}},
		{`{"properties": {"a": {"multipleOf": 0.1}}}`, []string{`{"a": 0.3}`, `{"a": 2}`, `{"a": "x"}`}, []string{`{"a": 0.25}`}},
		{`{"properties": {"a": {"minLength": 2, "maxLength": 3}}}`, []string{`{"a": "éé"}`, `{"a": 1}`}, []string{`{"a": "é"}`, `{"a": "abcd"}`}},
		{`{"properties": {"a": {"pattern": "b+"}}}`, []string{`{"a": "abb"}`, `{"a": 1}`}, []string{`{"a": "a"}`}},
		{`{"properties": {"a": {"minItems": 1, "maxItems": 2}}}`, []string{`{"a": [1]}`, `{"a": 1}`}, []string{`{"a": []}`, `{"a": [1, 2, 3]}`}},
		{`{"properties": {"a": {"uniqueItems": true}}}`, []string{`{"a": [1, "1", [1]]}`}, []string{`{"a": [1, 1.0]}`, `{"a": [{"x": 1, "y": 2}, {"y": 2, "x": 1}]}`}},
		{`{"properties": {"a": {"items": {"bsonType": "int"}}}}`, []string{`{"a": [1, 2]}`, `{"a": []}`, `{"a": "x"}`}, []string{`{"a": [1, "x"]}`}},
		{`{"properties": {"a": {"items": [{"bsonType": "int"}], "additionalItems": false}}}`, []string{`{"a": [1]}`, `{"a": []}`}, []string{`{"a": ["x"]}`, `{"a": [1, 2]}`}},
		{`{"properties": {"a": {"items": [{"bsonType": "int"}], "additionalItems": {"bsonType": "string"}}}}`, []string{`{"a": [1, "x"]}`}, []string{`{"a": [1, 2]}`}},
		{`{"properties": {"a": {"items": {}, "additionalItems": false}}}`, []string{`{"a": [1, 2]}`}, nil},
		{`{"properties": {"_id": {}, "a": {}}, "additionalProperties": false}`, []string{`{"_id": 1, "a": 1}`}, []string{`{"_id": 1, "b": 1}`}},
		{`{"properties": {"a": {}}, "additionalProperties": false}`, nil, []string{`{"_id": 1, "a": 1}`}},
		{`{"properties": {"a": {}}, "additionalProperties": {"bsonType": "int"}}`, []string{`{"a": "x", "b": 1}`}, []string{`{"b": "x"}`}},
		{`{"patternProperties": {"^n": {"bsonType": "int"}}, "additionalProperties": false}`, []string{`{"n1": 1}`}, []string{`{"n1": "x"}`, `{"x": 1}`}},
		{`{"minProperties": 1, "maxProperties": 2}`, []string{`{"a": 1}`}, []string{`{}`, `{"a": 1, "b": 2, "c": 3}`}},
		{`{"dependencies": {"a": ["b"]}}`, []string{`{"a": 1, "b": 1}`, `{"c": 1}`}, []string{`{"a": 1}`}},
		{`{"dependencies": {"a": {"required": ["b"]}}}`, []string{`{"a": 1, "b": 1}`, `{}`}, []string{`{"a": 1}`}},
		{`{"properties": {"a": {"enum": [1, "x", {"p": 1, "q": 2}]}}}`, []string{`{"a": 1.0}`, `{"a": {"q": 2, "p": 1}}`, `{}`}, []string{`{"a": 2}`, `{"a": [1]}`, `{"a": null}`}},
		{`{"allOf": [{"required": ["a"]}, {"required": ["b"]}]}`, []string{`{"a": 1, "b": 1}`}, []string{`{"a": 1}`}},
		{`{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}`, []string{`{"b": 1}`}, []string{`{}`}},
		{`{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}`, []string{`{"b": 1}`}, []string{`{}`, `{"a": 1, "b": 1}`}},
		{`{"not": {"required": ["a"]}}`, []string{`{}`}, []string{`{"a": 1}`}},
		{`{"properties": {"a": {"properties": {"b": {"bsonType": "int"}}, "required": ["b"]}}}`, []string{`{"a": {"b": 1}}`, `{"a": 5}`, `{}`}, []string{`{"a": {}}`, `{"a": {"b": "x"}}`}},
		{`{"title": "t", "description": "d"}`, []string{`{}`}, nil},
	} {
		filter := `{"$jsonSchema": ` + c.schema + `}`
		for _, doc := range c.passes {
			if !matches(t, filter, doc).OK {
				t.Errorf("%s refuses %s", c.schema, doc)
			}
		}
		for _, doc := range c.fails {
			if matches(t, filter, doc).OK {
				t.Errorf("%s passes %s", c.schema, doc)
			}
		}
	}
}

func TestSchemaErrors(t *testing.T) {
	for schema, code := range map[string]int32{
		`1`: 14, `{"type": "object", "bsonType": "object"}`: 9, `{"bsonType": "foo"}`: 2, `{"type": "int"}`: 2,
		`{"type": "integer"}`: 9, `{"bsonType": ["integer"]}`: 9, `{"bsonType": 1}`: 14, `{"bsonType": [1]}`: 14, `{"bsonType": []}`: 9, `{"bsonType": ["int", "int"]}`: 9,
		`{"foo": 1}`: 9, `{"$ref": "x"}`: 9, `{"format": "x"}`: 9, `{"encrypt": {}}`: 238, `{"title": 1}`: 14, `{"description": 1}`: 14,
		`{"minLength": -1}`: 9, `{"minItems": 1.5}`: 9, `{"maxProperties": "x"}`: 9, `{"maximum": "x"}`: 14, `{"exclusiveMinimum": true}`: 9, `{"minimum": 1, "exclusiveMinimum": 1}`: 14,
		`{"multipleOf": 0}`: 9, `{"multipleOf": -1}`: 9, `{"multipleOf": "x"}`: 14, `{"pattern": "("}`: 51091, `{"pattern": 1}`: 14,
		`{"patternProperties": {"(": {}}}`: 2, `{"patternProperties": 1}`: 14, `{"properties": 1}`: 14, `{"properties": {"a": 1}}`: 14, `{"additionalProperties": 1}`: 14,
		`{"required": "a"}`: 14, `{"required": [1]}`: 14, `{"required": []}`: 9, `{"required": ["a", "a"]}`: 9,
		`{"dependencies": 1}`: 14, `{"dependencies": {"a": 1}}`: 14, `{"dependencies": {"a": []}}`: 9, `{"dependencies": {"a": [1]}}`: 14,
		`{"items": 1}`: 14, `{"items": [1]}`: 14, `{"additionalItems": 1}`: 14, `{"uniqueItems": 1}`: 14,
		`{"allOf": {}}`: 14, `{"anyOf": []}`: 2, `{"oneOf": [1]}`: 14, `{"not": 1}`: 14, `{"enum": 1}`: 14, `{"enum": []}`: 9, `{"enum": [1, 1.0]}`: 9,
		`{"properties": {"a.b": {}}}`: 238,
	} {
		if _, err := Parse(valuetest.Document(t, `{"$jsonSchema": `+schema+`}`), Options{}); !errcode.Is(err, code) {
			t.Errorf("%s: %v, want %d", schema, err, code)
		}
	}
	twice := bson.D{{Key: "$jsonSchema", Value: bson.D{{Key: "title", Value: "a"}, {Key: "title", Value: "a"}}}}
	if _, err := Parse(twice, Options{}); !errcode.Is(err, errcode.FailedToParse) {
		t.Errorf("a keyword given twice: %v", err)
	}
}

func TestDetails(t *testing.T) {
	for _, c := range []struct{ validator, doc, want string }{
		{
			`{"$jsonSchema": {"title": "a boat", "description": "what a boat has", "required": ["length", "name"], "properties": {"crew": {"bsonType": "int", "description": "how many", "minimum": 1}}}}`,
			`{"crew": "two"}`,
			`{"operatorName": "$jsonSchema", "title": "a boat", "description": "what a boat has", "schemaRulesNotSatisfied": [
				{"operatorName": "properties", "propertiesNotSatisfied": [{"propertyName": "crew", "description": "how many", "details": [
					{"operatorName": "bsonType", "specifiedAs": {"bsonType": "int"}, "reason": "type did not match", "consideredValue": "two", "consideredType": "string"}]}]},
				{"operatorName": "required", "specifiedAs": {"required": ["length", "name"]}, "missingProperties": ["length", "name"]}]}`,
		},
		{
			`{"$jsonSchema": {"properties": {"n": {"minimum": 5, "exclusiveMinimum": true, "maximum": -5, "multipleOf": 2}}}}`, `{"n": 1}`,
			`{"operatorName": "$jsonSchema", "schemaRulesNotSatisfied": [{"operatorName": "properties", "propertiesNotSatisfied": [{"propertyName": "n", "details": [
				{"operatorName": "multipleOf", "specifiedAs": {"multipleOf": 2}, "reason": "considered value is not a multiple of the specified value", "consideredValue": 1},
				{"operatorName": "maximum", "specifiedAs": {"maximum": -5}, "reason": "comparison failed", "consideredValue": 1},
				{"operatorName": "minimum", "specifiedAs": {"minimum": 5, "exclusiveMinimum": true}, "reason": "comparison failed", "consideredValue": 1}]}]}]}`,
		},
		{
			`{"$jsonSchema": {"properties": {"tags": {"uniqueItems": true, "items": {"enum": ["a", "b"]}}}}}`, `{"tags": ["a", "c", "a"]}`,
			`{"operatorName": "$jsonSchema", "schemaRulesNotSatisfied": [{"operatorName": "properties", "propertiesNotSatisfied": [{"propertyName": "tags", "details": [
				{"operatorName": "uniqueItems", "specifiedAs": {"uniqueItems": true}, "reason": "found a duplicate item", "consideredValue": ["a", "c", "a"], "duplicatedValue": "a"},
				{"operatorName": "items", "reason": "At least one item did not match the sub-schema", "itemIndex": 1, "details": [
					{"operatorName": "enum", "specifiedAs": {"enum": ["a", "b"]}, "reason": "value was not found in enum", "consideredValue": "c"}]}]}]}]}`,
		},
		{
			`{"$jsonSchema": {"properties": {"_id": {}}, "additionalProperties": false}}`, `{"_id": 1, "x": 1, "y": 2}`,
			`{"operatorName": "$jsonSchema", "schemaRulesNotSatisfied": [{"operatorName": "additionalProperties", "specifiedAs": {"additionalProperties": false}, "additionalProperties": ["x", "y"]}]}`,
		},
		{
			`{"$jsonSchema": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}], "not": {"required": ["c"]}}}`, `{"c": 1}`,
			`{"operatorName": "$jsonSchema", "schemaRulesNotSatisfied": [
				{"operatorName": "anyOf", "schemasNotSatisfied": [
					{"index": 0, "details": [{"operatorName": "required", "specifiedAs": {"required": ["a"]}, "missingProperties": ["a"]}]},
					{"index": 1, "details": [{"operatorName": "required", "specifiedAs": {"required": ["b"]}, "missingProperties": ["b"]}]}]},
				{"operatorName": "not", "reason": "child expression matched"}]}`,
		},
		{
			`{"$jsonSchema": {"type": "string"}}`, `{}`,
			`{"operatorName": "$jsonSchema", "specifiedAs": {"$jsonSchema": {"type": "string"}}, "reason": "expression always evaluates to false"}`,
		},
		{
			`{"a": {"$gt": 5}}`, `{"a": 3}`,
			`{"operatorName": "$gt", "specifiedAs": {"a": {"$gt": 5}}, "reason": "comparison failed", "consideredValue": 3}`,
		},
		{
			`{"a": {"$gt": 5, "$lt": 9}, "b": 1}`, `{"a": 9, "b": 2}`,
			`{"operatorName": "$and", "clausesNotSatisfied": [
				{"index": 1, "details": {"operatorName": "$lt", "specifiedAs": {"a": {"$lt": 9}}, "reason": "comparison failed", "consideredValue": 9}},
				{"index": 2, "details": {"operatorName": "$eq", "specifiedAs": {"b": 1}, "reason": "comparison failed", "consideredValue": 2}}]}`,
		},
		{
			`{"$or": [{"a": {"$type": "string"}}, {"b": {"$in": [1, 2]}}]}`, `{"a": 1}`,
			`{"operatorName": "$or", "clausesNotSatisfied": [
				{"index": 0, "details": {"operatorName": "$type", "specifiedAs": {"a": {"$type": "string"}}, "reason": "type did not match", "consideredValue": 1, "consideredType": "int"}},
				{"index": 1, "details": {"operatorName": "$in", "specifiedAs": {"b": {"$in": [1, 2]}}, "reason": "field was missing"}}]}`,
		},
		{
			`{"a": {"$type": "string"}}`, `{"a": []}`,
			`{"operatorName": "$type", "specifiedAs": {"a": {"$type": "string"}}, "reason": "type did not match", "consideredValues": []}`,
		},
		{
			`{"a": {"$lt": 0}}`, `{"a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}`,
			`{"operatorName": "$lt", "specifiedAs": {"a": {"$lt": 0}}, "reason": "comparison failed", "consideredValues": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "consideredValuesTruncated": true}`,
		},
		{
			`{"a": {"$regex": "^x"}}`, `{"a": [1, true]}`,
			`{"operatorName": "$regex", "specifiedAs": {"a": {"$regex": "^x"}}, "reason": "type did not match", "consideredTypes": ["bool", "int"], "expectedTypes": ["regex", "string", "symbol"], "consideredValues": [1, true]}`,
		},
		{
			`{"a": {"$size": 2}, "b": {"$mod": [2, 0]}, "c": {"$bitsAllSet": 1}}`, `{"a": [1], "b": "x", "c": 2}`,
			`{"operatorName": "$and", "clausesNotSatisfied": [
				{"index": 0, "details": {"operatorName": "$size", "specifiedAs": {"a": {"$size": 2}}, "reason": "array length was not equal to given size", "consideredValue": [1]}},
				{"index": 1, "details": {"operatorName": "$mod", "specifiedAs": {"b": {"$mod": [2, 0]}}, "reason": "type did not match", "consideredType": "string", "expectedTypes": ["decimal", "double", "int", "long"], "consideredValue": "x"}},
				{"index": 2, "details": {"operatorName": "$bitsAllSet", "specifiedAs": {"c": {"$bitsAllSet": 1}}, "reason": "bitwise operator failed to match", "consideredValue": 2}}]}`,
		},
		{
			`{"a": {"$size": 2}}`, `{"a": 1}`,
			`{"operatorName": "$size", "specifiedAs": {"a": {"$size": 2}}, "reason": "type did not match", "consideredType": "int", "expectedType": "array", "consideredValue": 1}`,
		},
		{
			`{"a": {"$regex": "^x"}}`, `{"a": "y"}`,
			`{"operatorName": "$regex", "specifiedAs": {"a": {"$regex": "^x"}}, "reason": "regular expression did not match", "consideredValue": "y"}`,
		},
		{
			`{"$expr": {"$gt": ["$a", "$b"]}}`, `{"a": 1, "b": 2}`,
			`{"operatorName": "$expr", "specifiedAs": {"$expr": {"$gt": ["$a", "$b"]}}, "reason": "expression did not match", "expressionResult": false}`,
		},
	} {
		m, err := ParseValidator(valuetest.Document(t, c.validator), nil)
		if err != nil {
			t.Errorf("%s: %v", c.validator, err)
			continue
		}
		doc := valuetest.Document(t, c.doc)
		if result, err := m.Match(doc, &expr.Env{}); err != nil || result.OK {
			t.Errorf("%s passes %s (%v)", c.validator, c.doc, err)
			continue
		}
		want := valuetest.Document(t, c.want)
		if got := value.Get(mustFail(t, m, doc), "details").(bson.D); value.String(got) != value.String(want) {
			t.Errorf("%s on %s:\n got %s\nwant %s", c.validator, c.doc, value.String(got), value.String(want))
		}
	}
}

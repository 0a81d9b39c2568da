package match

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

func mustFail(t *testing.T, m *Filter, doc bson.D) bson.D {
	t.Helper()
	info, err := m.Failure(doc, &expr.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// failure reads a validator and returns its details for a document.
func failure(t *testing.T, validator, doc bson.D) bson.D {
	t.Helper()
	m, err := ParseValidator(validator, nil)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := m.Accepts(doc, &expr.Env{}); ok || err != nil {
		t.Fatalf("%s accepts %s (%v)", value.String(validator), value.String(doc), err)
	}
	return mustFail(t, m, doc)
}

// A failure that is too large leaves out the parts of the validator and of the
// document; one that is still too large has no details.
func TestLargeFailures(t *testing.T) {
	text := strings.Repeat("x", maxFailureSize)
	doc := bson.D{{Key: "_id", Value: int32(1)}, {Key: "log", Value: text}, {Key: "legs", Value: bson.A{text}}}
	for validator, want := range map[string]string{
		`{"log": {"$gt": "y"}}`:     `{"failingDocumentId": 1, "truncated": true, "details": {"operatorName": "$gt", "reason": "comparison failed"}}`,
		`{"log": {"$type": "int"}}`: `{"failingDocumentId": 1, "truncated": true, "details": {"operatorName": "$type", "reason": "type did not match", "consideredType": "string"}}`,
		`{"legs": {"$all": ["a"]}}`: `{"failingDocumentId": 1, "truncated": true, "details": {"operatorName": "$all", "reason": "array did not contain all specified values"}}`,
		`{"$expr": {"$eq": ["$log", ""]}}`: `{"failingDocumentId": 1, "details": {
			"operatorName": "$expr", "specifiedAs": {"$expr": {"$eq": ["$log", ""]}}, "reason": "expression did not match", "expressionResult": false}}`,
		`{"$jsonSchema": {"required": ["mate"], "properties": {"log": {"maxLength": 1, "bsonType": ["int", "null"]}}}}`: `{"failingDocumentId": 1, "truncated": true, "details": {
			"operatorName": "$jsonSchema", "schemaRulesNotSatisfied": [
				{"operatorName": "properties", "propertiesNotSatisfied": [{"propertyName": "log", "details": [
					{"operatorName": "maxLength", "reason": "specified string length was not satisfied"},
					{"operatorName": "bsonType", "reason": "type did not match", "consideredType": "string"}]}]},
				{"operatorName": "required", "missingProperties": ["mate"]}]}}`,
		`{"$jsonSchema": {"properties": {"legs": {"minItems": 2}}}}`: `{"failingDocumentId": 1, "note": "detailed error was too large"}`,
	} {
		got := failure(t, valuetest.Document(t, validator), doc)
		if want := valuetest.Document(t, want); value.Size(got) > 4096 || value.String(got) != value.String(want) {
			t.Errorf("%s: %d bytes, want %s", validator, value.Size(got), value.String(want))
		}
	}
}

// Each $or adds three levels; 190 are allowed.
func TestDeepFailures(t *testing.T) {
	nested := func(levels int) bson.D {
		filter := bson.D{{Key: "beds", Value: int32(4)}}
		for range levels {
			filter = bson.D{{Key: "$or", Value: bson.A{filter}}}
		}
		return filter
	}
	doc := bson.D{{Key: "_id", Value: int32(1)}}
	if got := failure(t, nested(62), doc); got[0].Key != "failingDocumentId" {
		t.Errorf("62 levels: %s", value.String(got))
	}
	want := valuetest.Document(t, `{"reason": "generated error was too deeply nested", "truncated": true}`)
	if got := failure(t, nested(63), doc); value.String(got) != value.String(want) {
		t.Errorf("63 levels: %s", value.String(got))
	}
}

// Validators are refused where the server's account of a failure is not known,
// and only there.
func TestRefusedValidators(t *testing.T) {
	for validator, code := range map[string]int32{
		`{"$expr": {"$regexMatch": {"input": "$a", "regex": "("}}}`: 238, `{"$expr": {"$setEquals": ["$a", 1]}}`: 238, `{"$expr": {"$convert": {"input": "$a", "to": "hut"}}}`: 238,
		`{"$expr": {"$divide": [1, 0]}}`: 238, `{"$expr": {"$ln": ["$a"]}}`: 0, `{"$where": "true"}`: 2, `{"a": {"$near": [0, 0]}}`: 5626500,
		`{"$expr": "$a", "b": {"$not": {"$not": {"$gt": 1}}}}`:              0,
		`{"$nor": [{"$expr": "$a"}, {"b": {"$not": {"$gt": 1}}}]}`:          0,
		`{"$or": [{"$expr": "$a"}, {"b": {"$not": {"$gt": 1}}}]}`:           0,
		`{"$or": [{"$expr": "$a"}, {"b": {"$not": {"$not": {"$gt": 1}}}}]}`: 238,
		`{"$nor": [{"$expr": "$a", "b": {"$not": {"$gt": 1}}}]}`:            238,
		`{"$nor": [{"$expr": "$a", "b": {"$all": []}}]}`:                    238,
		`{"$nor": [{"$expr": "$a", "$jsonSchema": {"type": "string"}}]}`:    238,
		`{"$nor": [{"a": 1, "b": {"$not": {"$gt": 1}}}]}`:                   0,
	} {
		_, err := ParseValidator(valuetest.Document(t, validator), nil)
		if code == 0 && err != nil || code != 0 && !errcode.Is(err, code) {
			t.Errorf("%s: %v, want %d", validator, err, code)
		}
	}
}

package pipeline

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// fieldsOf refuses fields that a specification does not have.
func fieldsOf(path string, spec bson.D, names ...string) error {
	for _, f := range spec {
		if !slices.Contains(names, f.Key) {
			return unknownField(path, f.Key)
		}
	}
	return nil
}

// given returns the fields of a specification that the server reads by a generated
// parser: null counts as left out, and no other may be doubled.
func given(stage string, spec bson.D) (bson.D, error) {
	var fields bson.D
	for _, f := range spec {
		if f.Value != any(bson.Null{}) {
			fields = append(fields, f)
		}
	}
	return fields, once(stage, fields)
}

func once(stage string, spec bson.D) error {
	seen := map[string]bool{}
	for _, f := range spec {
		if seen[f.Key] {
			return errcode.New(errcode.IDLDuplicateField, "BSON field '%s.%s' is a duplicate field", stage, f.Key)
		}
		seen[f.Key] = true
	}
	return nil
}

func wrongType(path string, v any, want string) error {
	return errcode.New(errcode.TypeMismatch, "BSON field '%s' is the wrong type '%s', expected type '%s'", path, value.TypeName(v), want)
}

func unknownField(stage, name string) error {
	return errcode.New(errcode.IDLUnknownField, "BSON field '%s.%s' is an unknown field.", stage, name)
}

func missingField(stage, name string) error {
	return errcode.New(errcode.IDLFailedToParse, "BSON field '%s.%s' is missing but a required field", stage, name)
}

func wrongOrMissing(path string, v any, want string) error {
	if value.IsMissing(v) {
		return errcode.New(errcode.IDLFailedToParse, "BSON field '%s' is missing but a required field", path)
	}
	return wrongType(path, v, want)
}

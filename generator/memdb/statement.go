package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// statement is one entry of a write's list, with its fields checked.
type statement struct {
	owner  string // "update.updates", for messages
	fields map[string]any
}

// statementFields lists the fields of the statements, as package support does
// those of commands.
var statementFields = map[string]map[string][]string{
	"update.updates": {
		"q": {"object"}, "u": nil, "c": {"object"}, "upsert": {"bool", "number"}, "multi": {"bool", "number"},
		"collation": {"object"}, "arrayFilters": {"array"}, "hint": {"string", "object"}, "sort": {"object"},
	},
	"delete.deletes": {
		"q": {"object"}, "limit": {"number"}, "collation": {"object"}, "hint": {"string", "object"},
	},
}

var requiredFields = map[string][]string{
	"update.updates": {"q", "u"},
	"delete.deletes": {"q", "limit"},
}

// parseStatements reads all statements of a command: an error in the form of
// one is an error of the command.
func parseStatements(owner string, docs []bson.D) ([]statement, error) {
	list := make([]statement, len(docs))
	for i, doc := range docs {
		var err error
		if list[i], err = parseStatement(owner, doc); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func parseStatement(owner string, doc bson.D) (statement, error) {
	s := statement{owner, map[string]any{}}
	known := statementFields[owner]
	for _, f := range doc {
		types, ok := known[f.Key]
		if !ok {
			return s, errcode.New(errcode.IDLUnknownField, "BSON field '%s.%s' is an unknown field.", owner, f.Key)
		}
		if _, twice := s.fields[f.Key]; twice {
			return s, errcode.New(errcode.IDLDuplicateField, "BSON field '%s.%s' is a duplicate field", owner, f.Key)
		}
		if err := checkHintType(f); err != nil {
			return s, err
		}
		if value.IsNullish(f.Value) && len(types) > 0 {
			continue
		}
		if !hasType(f.Value, types) {
			return s, errcode.New(errcode.TypeMismatch, "BSON field '%s.%s' is the wrong type '%s', %s", owner, f.Key, value.TypeName(f.Value), expected(types))
		}
		if f.Key == "limit" && value.Compare(f.Value, int32(0)) != 0 && value.Compare(f.Value, int32(1)) != 0 {
			return s, errcode.New(errcode.FailedToParse, "The limit field in delete objects must be 0 or 1. Got %s", value.String(f.Value))
		}
		if err := checkModification(f); err != nil {
			return s, err
		}
		s.fields[f.Key] = f.Value
	}
	for _, name := range requiredFields[owner] {
		if _, given := s.fields[name]; !given {
			return s, errcode.New(errcode.IDLFailedToParse, "BSON field '%s.%s' is missing but a required field", owner, name)
		}
	}
	return s, nil
}

// checkModification finds what is an error of the whole command: an update
// that is no document and no pipeline, and a filter that is no document.
func checkModification(f bson.E) error {
	list, isList := f.Value.(bson.A)
	other := slices.ContainsFunc(list, func(v any) bool { _, ok := v.(bson.D); return !ok })
	switch f.Key {
	case "u", "updateMods":
		if _, ok := f.Value.(bson.D); !ok && !isList {
			return errcode.New(errcode.FailedToParse, "Update argument must be either an object or an array")
		}
		if other {
			return errcode.New(errcode.TypeMismatch, "Each element of the 'pipeline' array must be an object")
		}
	case "arrayFilters":
		if other {
			return errcode.New(errcode.TypeMismatch, "Each element of 'arrayFilters' must be an object")
		}
	}
	return nil
}

func (s statement) document(name string) bson.D {
	doc, _ := s.fields[name].(bson.D)
	return doc
}

func (s statement) flag(name string) bool {
	v, given := s.fields[name]
	return given && value.Truthy(v)
}

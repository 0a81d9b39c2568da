package timeseries

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
)

// CheckUpdate returns the server's errors for updates that are not of all measurements
// that a query finds, by the meta field (timeseries_update_delete_util.cpp,
// updateRequestCheckFunction in timeseries_write_util.cpp).
func (o *Options) CheckUpdate(multi, upsert bool) error {
	switch {
	case !multi:
		return invalid("Cannot perform a non-multi update on a time-series collection")
	case upsert:
		return invalid("Cannot perform an upsert on a time-series collection")
	case o.MetaField == "":
		return invalid("Cannot perform an update on a time-series collection that does not have a metaField")
	}
	return nil
}

// CheckMetaOnly returns the server's errors for an update that reads or writes other
// fields than the meta field.
func (o *Options) CheckMetaOnly(filter *match.Filter, update any) error {
	var err error
	filter.Visit(func(path, operator string, operand any) {
		if err == nil {
			err = o.checkCondition(path, operator, operand)
		}
	})
	if err != nil {
		return err
	}
	operators, isDocument := update.(bson.D)
	switch {
	case !isDocument:
		return invalid("Cannot perform an update on a time-series collection using a pipeline update")
	case len(operators) == 0 || !strings.HasPrefix(operators[0].Key, "$"):
		return invalid("Cannot perform an update on a time-series collection using a replacement document")
	}
	return o.checkOperators(operators)
}

func invalid(message string) error { return errcode.New(errcode.InvalidOptions, "%s", message) }

// checkCondition: the server takes the fields of any objects in an array for paths, also
// those of values; there memdb refuses them.
func (o *Options) checkCondition(path, operator string, operand any) error {
	switch operator {
	case "$and", "$or", "$nor", "$alwaysTrue", "$alwaysFalse":
		return nil
	case "$expr":
		return invalid("Cannot use $expr when performing an update or delete on a time-series collection")
	case "$jsonSchema":
		return o.checkSchema(operand)
	}
	switch {
	case !o.isMeta(path):
		return o.otherQueried()
	case hasObjectInArray(operand):
		return errcode.NotImplemented("an update of a time series collection by a query with objects in an array")
	}
	return nil
}

// hasObjectInArray reports whether a value is or holds an array with an object.
func hasObjectInArray(v any) bool {
	switch v := v.(type) {
	case bson.D:
		return slices.ContainsFunc(v, func(f bson.E) bool { return hasObjectInArray(f.Value) })
	case bson.A:
		return slices.ContainsFunc(v, func(e any) bool { _, isObject := e.(bson.D); return isObject || hasObjectInArray(e) })
	}
	return false
}

func (o *Options) checkSchema(v any) error {
	schema, _ := v.(bson.D)
	for _, f := range schema {
		required, _ := f.Value.(bson.A)
		for _, name := range required {
			if f.Key == "required" && name != any(o.MetaField) {
				return o.otherQueried()
			}
		}
		properties, _ := f.Value.(bson.D)
		for _, p := range properties {
			if f.Key == "properties" && p.Key != o.MetaField {
				return o.otherQueried()
			}
		}
	}
	return nil
}

func (o *Options) otherQueried() error {
	return errcode.New(errcode.InvalidOptions, "Cannot perform an update or delete on a time-series collection when querying on a field that is not the metaField '%s'", o.MetaField)
}

// checkOperators: every path that is written, and with $rename the one written
// to, leads into the meta field.
func (o *Options) checkOperators(operators bson.D) error {
	for _, operator := range operators {
		fields, _ := operator.Value.(bson.D)
		for _, f := range fields {
			target, isText := f.Value.(string)
			renames := operator.Key == "$rename"
			if !o.isMeta(f.Key) || renames && !(isText && o.isMeta(target)) {
				return errcode.New(errcode.InvalidOptions, "Cannot perform an update on a time-series collection which updates a field that is not the metaField '%s'", o.MetaField)
			}
		}
	}
	return nil
}

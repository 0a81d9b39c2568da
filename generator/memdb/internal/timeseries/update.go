package timeseries

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// CheckUpdate returns the server's errors for updates other than those of the meta
// field of all measurements that a query on the meta field finds
// (timeseries_update_delete_util.cpp, updateRequestCheckFunction in
// timeseries_write_util.cpp).
func (o *Options) CheckUpdate(filter bson.D, update any, multi, upsert bool) error {
	switch {
	case !multi:
		return invalid("Cannot perform a non-multi update on a time-series collection")
	case upsert:
		return invalid("Cannot perform an upsert on a time-series collection")
	case o.MetaField == "":
		return invalid("Cannot perform an update on a time-series collection that does not have a metaField")
	}
	for _, f := range filter {
		if err := o.checkQuery(f, true); err != nil {
			return err
		}
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

// checkQuery looks at one field of a filter; top says that its name is a path in
// documents, if it is no operator.
func (o *Options) checkQuery(f bson.E, top bool) error {
	switch f.Key {
	case "$expr", "$where":
		return invalid("Cannot use " + f.Key + " when performing an update or delete on a time-series collection")
	case "$jsonSchema":
		return o.checkSchema(f.Value)
	}
	if top && !strings.HasPrefix(f.Key, "$") && !o.isMeta(f.Key) {
		return o.otherQueried()
	}
	switch v := f.Value.(type) {
	case bson.D:
		for _, inner := range v {
			if err := o.checkQuery(inner, false); err != nil {
				return err
			}
		}
	case bson.A:
		return o.checkList(f.Key, v)
	}
	return nil
}

// checkList looks at an array. The server takes the fields of any objects in it
// for paths, also those of values; there memdb refuses them.
func (o *Options) checkList(name string, list bson.A) error {
	logical := slices.Contains([]string{"$and", "$or", "$nor"}, name)
	for _, e := range list {
		doc, isDocument := e.(bson.D)
		if isDocument && !logical {
			return errcode.NotImplemented("an update of a time series collection by a query with objects in an array")
		}
		for _, inner := range doc {
			if err := o.checkQuery(inner, true); err != nil {
				return err
			}
		}
	}
	return nil
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

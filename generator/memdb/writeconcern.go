package memdb

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// takesWriteConcern are the commands that may write.
var takesWriteConcern = map[string]bool{
	"insert": true, "update": true, "delete": true, "findAndModify": true, "findandmodify": true,
	"bulkWrite": true, "aggregate": true, "create": true, "collMod": true, "drop": true, "dropDatabase": true,
	"createIndexes": true, "dropIndexes": true, "deleteIndexes": true, "renameCollection": true,
	"commitTransaction": true, "abortTransaction": true,
}

func (r *request) checkWriteConcern() error {
	concern := r.document("writeConcern")
	if concern == nil {
		return nil
	}
	if !takesWriteConcern[r.name] {
		return errcode.New(errcode.InvalidOptions, "Command %s does not support writeConcern", r.name)
	}
	for _, field := range concern {
		if err := checkWriteConcernField(field); err != nil {
			return err
		}
	}
	if value.Truthy(value.Get(concern, "j")) && value.Truthy(value.Get(concern, "fsync")) {
		return errcode.New(errcode.FailedToParse, "fsync and j options cannot be used together")
	}
	return nil
}

func checkWriteConcernField(field bson.E) error {
	switch field.Key {
	case "w":
		return checkW(field.Value)
	case "j", "fsync":
		if _, ok := field.Value.(bool); !ok && !value.IsNumber(field.Value) && !value.IsNullish(field.Value) {
			return errcode.New(errcode.TypeMismatch, "BSON field 'writeConcern.%s' is the wrong type '%s', expected types '[bool, long, int, decimal, double]'",
				field.Key, value.TypeName(field.Value))
		}
	case "wtimeout":
		if value.IsNumber(field.Value) && value.ClampLong(field.Value) > math.MaxInt32 {
			return errcode.New(errcode.FailedToParse, "wtimeout must be a 32-bit integer")
		}
	case "provenance", "getLastError":
	default:
		return errcode.New(errcode.IDLUnknownField, "BSON field 'writeConcern.%s' is an unknown field.", field.Key)
	}
	return nil
}

func checkW(w any) error {
	switch w := w.(type) {
	case bson.Null, bson.Undefined:
		return checkMode("") // the server's first alternative of w is a text
	case string:
		return checkMode(w)
	case bson.D:
		return checkTags(w)
	}
	if !value.IsNumber(w) {
		return errcode.New(errcode.FailedToParse, "w has to be a number, string, or object; found: %s", value.TypeName(w))
	}
	n := commandLong(w)
	switch {
	case value.IsNaN(w):
		return errcode.New(errcode.FailedToParse, "w cannot be NaN")
	case n < 0 || n > 50:
		return errcode.New(errcode.FailedToParse, "w has to be a non-negative number and not greater than 50; found: %d", n)
	case n > 1:
		return errcode.New(errcode.BadValue, "cannot use 'w' > 1 when a host is not replicated")
	}
	return nil
}

func checkMode(mode string) error {
	if mode == "majority" {
		return nil
	}
	return errcode.New(errcode.BadValue, "cannot use non-majority 'w' mode %q when a host is not a member of a replica set", mode)
}

func checkTags(tags bson.D) error {
	if len(tags) == 0 {
		return errcode.New(errcode.FailedToParse, "tagged write concern requires tags")
	}
	for _, tag := range tags {
		if !value.IsNumber(tag.Value) {
			return errcode.New(errcode.FailedToParse, "tags must be a single level document with only number values; found: %s", value.String(bson.D{tag}))
		}
	}
	return nil
}

package command

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

// readDeclared reads the API fields of a command before its other fields; ok is
// false if one of them is malformed, which the parser will report.
func readDeclared(doc bson.D) (a engine.APIParameters, ok bool) {
	ok = true
	for _, f := range doc {
		switch f.Key {
		case "apiVersion":
			ok = ok && readOnce(f.Value, &a.Version)
		case "apiStrict":
			ok = ok && readOnce(f.Value, &a.Strict)
		case "apiDeprecationErrors":
			ok = ok && readOnce(f.Value, &a.DeprecationErrors)
		}
	}
	return a, ok
}

// readOnce stores a value and reports whether it is of the right type and the
// first; null counts as none.
func readOnce[T any](v any, into **T) bool {
	if value.IsNullish(v) {
		return true
	}
	of, right := v.(T)
	first := *into == nil
	*into = &of
	return right && first
}

// checkAPI returns the server's errors for the version that a command declares, and
// says whether its fields must belong to it. Nothing of version 1 is deprecated.
// Source: src/mongo/db/initialize_api_parameters.cpp.
func checkAPI(c *namedCommand, doc bson.D) (strict bool, err error) {
	a, ok := readDeclared(doc)
	switch {
	case !ok:
		return false, nil
	case a.Version == nil && (a.Strict != nil || a.DeprecationErrors != nil):
		return false, errcode.New(4886600, "Provided apiStrict and/or apiDeprecationErrors without passing apiVersion")
	case a.Version != nil && *a.Version != "1":
		return false, errcode.New(errcode.APIVersionError, "API version must be \"1\"")
	case a.IsStrict() && !c.api1:
		return false, errcode.New(errcode.APIStrictError, "Provided apiStrict:true, but the command %s is not in API Version 1. Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api", c.name)
	case a.IsStrict() && c.locks == locksWrite && doc[0].Value == any("system.js"):
		return false, errcode.New(errcode.APIStrictError, "Provided apiStrict:true, but the command %s attempts to write to system.js", c.name)
	}
	return a.IsStrict(), nil
}

// unseen are the fields for which it is not known whether version 1 has them.
var unseen = map[string][]string{
	"bulkWrite":     {"ops.sort"},
	"collMod":       {"changeStreamPreAndPostImages", "index.unique", "cappedSize", "cappedMax"},
	"create":        {"changeStreamPreAndPostImages", "timeseries.bucketMaxSpanSeconds", "timeseries.bucketRoundingSeconds"},
	"createIndexes": {"indexes.sparse", "indexes.background", "indexes.storageEngine"},
}

// checkStrict refuses the fields and operators of a strict command for which it is
// not known whether version 1 of the stable API has them.
func checkStrict(c *namedCommand, doc bson.D) error {
	if c.name == "explain" {
		return errcode.NotImplemented("explain.apiStrict")
	}
	for _, path := range append(unseen[c.name], "rawData", "collation.version", "updates.collation.version", "deletes.collation.version") {
		if holds(doc, strings.Split(path, ".")) {
			return errcode.NotImplemented(c.name + "." + path + " with apiStrict")
		}
	}
	for _, f := range doc {
		if f.Key == "documents" {
			continue
		}
		if name := pipeline.Unversioned(f.Value); name != "" {
			return errcode.NotImplemented(name + " with apiStrict")
		}
	}
	return nil
}

// checkStrictIndexes returns the server's error for an index that version 1 does not
// have.
func checkStrictIndexes(specs []bson.D) error {
	for _, spec := range specs {
		key, _ := value.Get(spec, "key").(bson.D)
		if slices.ContainsFunc(key, func(f bson.E) bool { return f.Value == any("text") }) {
			return errcode.New(errcode.APIStrictError, "text indexes cannot be created with apiStrict: true")
		}
	}
	return nil
}

// holds reports whether there is something at a path, through arrays.
func holds(v any, path []string) bool {
	if list, is := v.(bson.A); is {
		return slices.ContainsFunc(list, func(element any) bool { return holds(element, path) })
	}
	if len(path) == 0 {
		return !value.IsMissing(v)
	}
	doc, _ := v.(bson.D)
	inner := value.Get(doc, path[0])
	return !value.IsMissing(inner) && holds(inner, path[1:])
}

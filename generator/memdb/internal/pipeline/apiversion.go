package pipeline

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// CheckStrict returns the server's error for the first stage that version 1 of the
// stable API does not have, in a pipeline that was not parsed yet and in those inside
// its stages. An unknown stage is an error before that. Source: the stages'
// registrations in the server's source.
func CheckStrict(stages bson.A) error {
	if checkNames(stages) != nil {
		return nil // which the parser will report
	}
	for _, stage := range stages {
		f := stage.(bson.D)[0]
		of := StageOf(f.Key)
		if of.isUnstable {
			return errcode.New(errcode.APIStrictError, "%s is not allowed with 'apiStrict: true' in API Version 1", of.Name)
		}
		if of.strict != nil {
			if err := of.strict(f.Value); err != nil {
				return err
			}
		}
		for _, inner := range of.inner(f.Value) {
			if err := CheckStrict(inner); err != nil {
				return err
			}
		}
	}
	if name := Unversioned(stages); name != "" {
		return errcode.NotImplemented(name + " with apiStrict")
	}
	return nil
}

// inner returns the pipelines in the argument of a stage.
func (s Stage) inner(arg any) (pipelines []bson.A) {
	spec, _ := arg.(bson.D)
	for _, f := range spec {
		if inner, is := f.Value.(bson.A); is && (slices.Contains(s.Pipelines, f.Key) || slices.Contains(s.Pipelines, "*")) {
			pipelines = append(pipelines, inner)
		}
	}
	return pipelines
}

// unversioned are operators of which it is not known whether version 1 of the
// stable API has them.
var unversioned = []string{"$bitAnd", "$bitOr", "$bitXor", "$bitNot", "$toUUID", "$sigmoid"}

// Unversioned searches a filter, an update or a pipeline for a name that may or may
// not belong to version 1 of the stable API, and returns it, "" if there is none.
func Unversioned(v any) string {
	switch v := v.(type) {
	case bson.A:
		for _, element := range v {
			if name := Unversioned(element); name != "" {
				return name
			}
		}
	case bson.D:
		for _, f := range v {
			if name := unversionedOperator(f); name != "" {
				return name
			}
			if name := Unversioned(f.Value); name != "" {
				return name
			}
		}
	}
	return ""
}

func unversionedOperator(f bson.E) string {
	if slices.Contains(unversioned, f.Key) {
		return f.Key
	}
	arg, _ := f.Value.(bson.D)
	switch f.Key {
	case "$convert":
		for _, option := range []string{"base", "format", "byteOrder"} {
			if !value.IsMissing(value.Get(arg, option)) {
				return "$convert." + option
			}
		}
	case "$group":
		return unversionedAccumulator(arg)
	case "$bucket", "$bucketAuto", "$setWindowFields":
		output, _ := value.Get(arg, "output").(bson.D)
		return unversionedAccumulator(output)
	}
	return ""
}

// unversionedAccumulator finds an accumulator among fields that are accumulated: as
// expressions version 1 has these.
func unversionedAccumulator(fields bson.D) string {
	for _, f := range fields {
		of, _ := f.Value.(bson.D)
		for _, name := range []string{"$setUnion", "$concatArrays"} {
			if f.Key != "_id" && !value.IsMissing(value.Get(of, name)) {
				return "the accumulator " + name
			}
		}
	}
	return ""
}

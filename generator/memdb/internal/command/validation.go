package command

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

// validation holds the fields of create and collMod for a validator.
type validation struct {
	Validator bson.D  `idl:"validator"`
	Level     *string `idl:"validationLevel,enum=off|strict|moderate"`
	Action    *string `idl:"validationAction,enum=error|warn|errorAndLog"`
}

// field names the first field that was given, "" if none was.
func (v *validation) field() string {
	switch {
	case v.Validator != nil:
		return "validator"
	case v.Level != nil:
		return "validationLevel"
	case v.Action != nil:
		return "validationAction"
	}
	return ""
}

// apply returns the validator of a collection after a command; fields that are not
// given stay as they were.
func (v *validation) apply(old *catalog.Validator, database, collection string, collation *value.Collation) (*catalog.Validator, error) {
	changed := *old
	if v.Validator != nil {
		if slices.Contains([]string{"admin", "local", "config"}, database) {
			return nil, errcode.New(errcode.InvalidOptions, "Document validators are not allowed on collections in the %s database", database)
		}
		if strings.HasPrefix(collection, "system.") {
			return nil, errcode.New(errcode.InvalidOptions, "Document validators are not allowed on system collection %s.%s", database, collection)
		}
		changed.Filter, changed.Matcher, changed.Unversioned = v.Validator, nil, pipeline.Unversioned(v.Validator)
		if len(v.Validator) > 0 {
			m, err := match.ParseValidator(v.Validator, collation)
			if err != nil {
				return nil, err
			}
			changed.Matcher = m
		}
	}
	if v.Level != nil {
		changed.Level = *v.Level
	}
	if v.Action != nil {
		if *v.Action == "errorAndLog" {
			return nil, errcode.NotImplemented("validationAction: errorAndLog")
		}
		changed.Action = *v.Action
	}
	return &changed, nil
}

// shown returns the options that listCollections shows of the validator made: the
// given ones, then the level and action of a rule without them.
func (v *validation) shown(made *catalog.Validator) (options bson.D) {
	level, action := bson.E{Key: "validationLevel", Value: made.Level}, bson.E{Key: "validationAction", Value: made.Action}
	if v.Validator != nil {
		options = append(options, bson.E{Key: "validator", Value: v.Validator})
	}
	if v.Level != nil {
		options = append(options, level)
	}
	if v.Action != nil {
		options = append(options, action)
	}
	if v.Validator != nil && v.Level == nil {
		options = append(options, level)
	}
	if v.Validator != nil && v.Action == nil {
		options = append(options, action)
	}
	return options
}

package memdb

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/match"
	"modelbook/generator/memdb/value"
)

// validator is a collection's rule for its documents.
type validator struct {
	filter        bson.D
	matcher       *match.Matcher // nil without a rule
	level, action string
}

// parseValidator reads the three fields that create and collMod share; what is
// not given stays as it was.
func (r *request) parseValidator(old *validator, collation *value.Collation) (*validator, error) {
	v := *old
	if r.has("validator") {
		if slices.Contains([]string{"admin", "local", "config"}, r.database) {
			return nil, errcode.New(errcode.InvalidOptions, "Document validators are not allowed on collections in the %s database", r.database)
		}
		if strings.HasPrefix(r.text(r.name), "system.") {
			return nil, errcode.New(errcode.InvalidOptions, "Document validators are not allowed on system collection %s.%s", r.database, r.text(r.name))
		}
		v.filter, v.matcher = r.document("validator"), nil
		if len(v.filter) > 0 {
			m, err := match.ParseValidator(v.filter, collation)
			if err != nil {
				return nil, err
			}
			v.matcher = m
		}
	}
	if err := r.parseLevel(&v); err != nil {
		return nil, err
	}
	return &v, nil
}

func (r *request) parseLevel(v *validator) error {
	if level, ok := r.fields["validationLevel"].(string); ok {
		if !slices.Contains([]string{"off", "strict", "moderate"}, level) {
			return errcode.New(errcode.BadValue, "Enumeration value '%s' for field '%s.validationLevel' is not a valid value.", level, r.name)
		}
		v.level = level
	}
	if action, ok := r.fields["validationAction"].(string); ok {
		switch action {
		case "error", "warn":
		case "errorAndLog":
			return errcode.NotImplemented("validationAction: errorAndLog")
		default:
			return errcode.New(errcode.BadValue, "Enumeration value '%s' for field '%s.validationAction' is not a valid value.", action, r.name)
		}
		v.action = action
	}
	return nil
}

// shown completes the options that listCollections shows beside a validator.
func (v *validator) shown(options bson.D) bson.D {
	for _, f := range []bson.E{{Key: "validationLevel", Value: v.level}, {Key: "validationAction", Value: v.action}} {
		if !slices.ContainsFunc(options, func(o bson.E) bool { return o.Key == f.Key }) {
			options = append(options, f)
		}
	}
	return options
}

// validate checks a document that is to be stored; old is the one that it
// replaces, nil for a new one.
func (r *request) validate(c *collection, old, doc bson.D) error {
	v := c.validator
	if v == nil || v.matcher == nil || v.level == "off" || v.action == "warn" || r.flag("bypassDocumentValidation", false) {
		return nil
	}
	env := r.plainEnvironment()
	if ok, err := v.matcher.Accepts(doc, env); err != nil || ok {
		return err
	}
	if old != nil && v.level == "moderate" {
		if ok, err := v.matcher.Accepts(old, env); err != nil || !ok {
			return err
		}
	}
	info, err := v.matcher.Failure(doc, env)
	if err != nil {
		return err
	}
	e := errcode.New(121, "Document failed validation")
	e.Info = bson.D{{Key: "errInfo", Value: info}}
	return e
}

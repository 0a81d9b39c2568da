package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/collation"
	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// newCollation gives how values compare under a collation, nil for the simple
// one and for none. Refused is what package collation has no proof for.
func newCollation(spec bson.D) (*value.Collation, error) {
	if len(spec) == 0 {
		return nil, nil
	}
	locale, err := parseCollation(spec)
	if err != nil || locale == "simple" {
		return nil, err
	}
	if !collation.Shares(locale) {
		return nil, errcode.NotImplemented("a collation with the locale " + locale)
	}
	full := bson.D{
		{Key: "locale", Value: locale}, {Key: "caseLevel", Value: false}, {Key: "caseFirst", Value: "off"},
		{Key: "strength", Value: int32(3)}, {Key: "numericOrdering", Value: false}, {Key: "alternate", Value: "non-ignorable"},
		{Key: "maxVariable", Value: "punct"}, {Key: "normalization", Value: false}, {Key: "backwards", Value: false},
		{Key: "version", Value: collatorVersion},
	}
	for i, option := range full {
		given := value.Get(spec, option.Key)
		switch option.Key {
		case "caseLevel", "numericOrdering":
			if given, ok := given.(bool); ok {
				full[i].Value = given
			}
		case "strength":
			if value.IsNumber(given) {
				full[i].Value = int32(commandLong(given))
			}
		default:
			if !value.IsNullish(given) && !value.Equal(given, option.Value) {
				return nil, errcode.NotImplemented("a collation with " + option.Key + ": " + value.String(given))
			}
		}
	}
	strength := full[3].Value.(int32)
	if strength > 3 {
		return nil, errcode.NotImplemented("a collation with a strength of 4 or 5")
	}
	options := collation.Options{Strength: int(strength), CaseLevel: full[1].Value.(bool), Numeric: full[4].Value.(bool)}
	return value.NewCollation(collation.New(options), full), nil
}

// order gives how a command or a statement compares values: by the collation
// that it was given, else by the collection's own.
func (r *request) collation(c *collection, spec bson.D) (collation *value.Collation, err error) {
	if len(spec) > 0 {
		collation, err = newCollation(spec)
	} else if c != nil {
		collation = c.options.collation
	}
	r.collated = r.collated || collation != nil
	return collation, err
}

// readCollation is collation for a command that reads a collection or a view. The
// collation of a view can't be overridden, only repeated.
func (r *request) readCollation(name string) (*value.Collation, error) {
	v := r.db.view(r.database, name)
	if v == nil {
		return r.collation(r.db.collection(r.database, name), r.document("collation"))
	}
	spec := r.document("collation")
	if len(spec) == 0 {
		return v.collation, nil
	}
	collation, err := newCollation(spec)
	if err == nil && !collation.Same(v.collation) {
		err = errcode.New(errcode.OptionNotSupportedOnView, "Cannot override a view's default collation: %s.%s", r.database, name)
	}
	return collation, err
}

// checkViewCollations finds the views behind names that have another collation than
// the command: what they give can't be compared by it.
func (r *request) checkViewCollations(names []string, collation *value.Collation) error {
	for _, name := range names {
		v := r.db.view(r.database, name)
		if v == nil {
			continue
		}
		if !v.collation.Same(collation) {
			return errcode.New(errcode.OptionNotSupportedOnView, "Cannot override a view's default collation: %s.%s", r.database, name)
		}
	}
	return nil
}

// shownCollation is the option in which the collation of an object is shown.
func shownCollation(collation *value.Collation) bson.D {
	if collation == nil {
		return nil
	}
	return bson.D{{Key: "collation", Value: collation.Spec()}}
}

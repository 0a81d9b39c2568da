package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

var collationTypes = map[string][]string{
	"locale": {"string"}, "caseLevel": {"bool"}, "caseFirst": {"string"}, "strength": {"number"},
	"numericOrdering": {"bool"}, "alternate": {"string"}, "maxVariable": {"string"}, "normalization": {"bool"},
	"backwards": {"bool"}, "version": {"string"},
}

// collationValues are the texts that an option may have.
var collationValues = map[string]bson.A{
	"caseFirst": {"upper", "lower", "off"}, "alternate": {"non-ignorable", "shifted"}, "maxVariable": {"punct", "space"},
}

// checkCollation takes the simple collation, and refuses all others after the
// server's own errors.
func checkCollation(spec bson.D) error {
	if len(spec) == 0 {
		return nil
	}
	for _, f := range spec {
		types, known := collationTypes[f.Key]
		if !known {
			return errcode.New(40415, "BSON field 'collation.%s' is an unknown field.", f.Key)
		}
		if !hasType(f.Value, types) {
			return errcode.New(14, "BSON field 'collation.%s' is the wrong type '%s', %s", f.Key, value.TypeName(f.Value), expected(types))
		}
	}
	locale, ok := value.Get(spec, "locale").(string)
	if !ok {
		return errcode.New(40414, "BSON field 'collation.locale' is missing but a required field")
	}
	if locale == "" {
		return errcode.New(2, "Field 'locale' cannot be the empty string in: %s", value.String(spec))
	}
	for _, f := range spec {
		if allowed := collationValues[f.Key]; allowed != nil && !slices.Contains(allowed, any(f.Value)) {
			return errcode.New(2, "Enumeration value '%s' for field 'collation.%s' is not a valid value.", f.Value, f.Key)
		}
	}
	if n := value.Get(spec, "strength"); value.IsNumber(n) && (value.Compare(n, int32(1)) < 0 || value.Compare(n, int32(5)) > 0) {
		return errcode.New(2, "Enumeration value '%s' for field 'collation.strength' is not a valid value.", value.String(n))
	}
	if locale == "simple" && len(spec) == 1 {
		return nil
	}
	return errcode.NotImplemented("a collation other than {locale: \"simple\"}")
}

func (r *request) checkCollation() error { return checkCollation(r.document("collation")) }

func (r *request) checkCreateCollation() error {
	if r.has("collation") && len(r.document("collation")) == 0 {
		return errcode.New(40414, "BSON field 'collation.locale' is missing but a required field")
	}
	return r.checkCollation()
}

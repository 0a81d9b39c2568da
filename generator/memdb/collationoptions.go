package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// collatorVersion is the only version of ICU that the server has.
const collatorVersion = "57.1"

var collationTypes = map[string][]string{
	"locale": {"string"}, "caseLevel": {"bool"}, "caseFirst": {"string"}, "strength": {"number"},
	"numericOrdering": {"bool"}, "alternate": {"string"}, "maxVariable": {"string"}, "normalization": {"bool"},
	"backwards": {"bool"}, "version": {"string"},
}

// collationValues are the texts that an option may have.
var collationValues = map[string]bson.A{
	"caseFirst": {"upper", "lower", "off"}, "alternate": {"non-ignorable", "shifted"}, "maxVariable": {"punct", "space"},
}

// parseCollation checks a collation as the server does, and gives its locale:
// first each field, then the locale, then what goes together. With the simple
// one, the other options need to be of the right form only.
func parseCollation(spec bson.D) (locale string, err error) {
	seen := map[string]bool{}
	for _, f := range spec {
		if seen[f.Key] {
			return "", errcode.New(errcode.IDLDuplicateField, "BSON field 'collation.%s' is a duplicate field", f.Key)
		}
		seen[f.Key] = true
		if err := checkCollationField(f); err != nil {
			return "", err
		}
	}
	locale, ok := value.Get(spec, "locale").(string)
	if !ok {
		return "", errcode.New(errcode.IDLFailedToParse, "BSON field 'collation.locale' is missing but a required field")
	}
	if locale == "simple" {
		return locale, nil
	}
	if err := checkLocale(locale, spec); err != nil {
		return "", err
	}
	return locale, checkCombination(spec)
}

// checkCollationField checks an option by itself; null stands for an option
// that was left out, but not with backwards.
func checkCollationField(f bson.E) error {
	types, known := collationTypes[f.Key]
	if !known {
		return errcode.New(errcode.IDLUnknownField, "BSON field 'collation.%s' is an unknown field.", f.Key)
	}
	if value.IsNullish(f.Value) && f.Key != "backwards" {
		return nil
	}
	if !hasType(f.Value, types) {
		return errcode.New(errcode.TypeMismatch, "BSON field 'collation.%s' is the wrong type '%s', %s", f.Key, value.TypeName(f.Value), expected(types))
	}
	if allowed := collationValues[f.Key]; allowed != nil && !slices.Contains(allowed, f.Value) {
		return errcode.New(errcode.BadValue, "Enumeration value '%s' for field 'collation.%s' is not a valid value.", f.Value, f.Key)
	}
	if f.Key != "strength" {
		return nil
	}
	switch n := commandLong(f.Value); {
	case n < 0:
		return errcode.New(errcode.BadValue, "BSON field 'strength' value must be >= 0, actual value '%d'", n)
	case n > 5:
		return errcode.New(errcode.BadValue, "BSON field 'strength' value must be <= 5, actual value '%d'", n)
	}
	return nil
}

// checkCombination checks what the server does once it has a collator. The
// defaults of a locale may differ (backwards is on with fr_CA), which matters
// to nobody while those locales are refused.
func checkCombination(spec bson.D) error {
	strength := int64(3)
	if n := value.Get(spec, "strength"); value.IsNumber(n) {
		strength = commandLong(n)
	}
	if strength == 0 {
		return errcode.New(errcode.BadValue, "Enumeration value '0' for field 'collation.strength' is not a valid value.")
	}
	if version, ok := value.Get(spec, "version").(string); ok && version != collatorVersion {
		return errcode.New(161, "Requested collation version %s but the only available collator version was %s. Requested collation spec: %s",
			version, collatorVersion, value.String(spec))
	}
	if value.Get(spec, "backwards") == true && strength == 1 {
		return errcode.New(errcode.BadValue, "'backwards' is invalid with 'strength' of 1 in: %s", value.String(spec))
	}
	first, _ := value.Get(spec, "caseFirst").(string)
	if first != "" && first != "off" && value.Get(spec, "caseLevel") != true && strength <= 2 {
		return errcode.New(errcode.BadValue, "'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater than 2 in: %s", value.String(spec))
	}
	return nil
}

// createCollation reads the collation that create gives to a collection or view.
func (r *request) createCollation() (*value.Collation, error) {
	if r.has("collation") && len(r.document("collation")) == 0 {
		return nil, errcode.New(errcode.IDLFailedToParse, "BSON field 'collation.locale' is missing but a required field")
	}
	return newCollation(r.document("collation"))
}

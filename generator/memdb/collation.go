package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

var collationTypes = map[string][]string{
	"locale": {"string"}, "caseLevel": {"bool"}, "caseFirst": {"string"}, "strength": {"number"},
	"numericOrdering": {"bool"}, "alternate": {"string"}, "maxVariable": {"string"}, "normalization": {"bool"},
	"backwards": {"bool"}, "version": {"string"},
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

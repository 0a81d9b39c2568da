package storage

import (
	"maps"
	"math"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

// options are the implemented fields of an index specification.
var options = map[string]func(s *Spec, f bson.E) error{
	"key": func(s *Spec, f bson.E) (err error) {
		s.Key, err = documentOption(f)
		return err
	},
	"name": func(s *Spec, f bson.E) (err error) {
		s.Name, err = textOption(f)
		return err
	},
	"unique": func(s *Spec, f bson.E) (err error) {
		s.Unique, err = flagOption(f)
		return err
	},
	"sparse": func(s *Spec, f bson.E) (err error) {
		s.Sparse, err = flagOption(f)
		return err
	},
	"hidden": func(s *Spec, f bson.E) (err error) {
		s.Hidden, err = boolOption(f)
		return err
	},
	"expireAfterSeconds": func(s *Spec, f bson.E) (err error) {
		s.ExpireAfter, err = parseExpiry(f.Value)
		return err
	},
	"partialFilterExpression": func(s *Spec, f bson.E) (err error) {
		s.Partial, err = documentOption(f)
		return err
	},
	"wildcardProjection": func(s *Spec, f bson.E) (err error) {
		s.Projection, err = documentOption(f)
		return err
	},
	"background": func(s *Spec, f bson.E) error {
		s.Background = f.Value
		_, err := flagOption(f)
		return err
	},
	"collation": func(_ *Spec, f bson.E) error { return checkCollationOption(f) },
	"v":         func(_ *Spec, f bson.E) error { return checkVersion(f.Value) },
	"ns":        func(*Spec, bson.E) error { return nil }, // sent by old clients
}

// refusedOptions are the options of the server 8.2 that memdb does not have.
var refusedOptions = strings.Fields(`storageEngine weights default_language language_override textIndexVersion
	2dsphereIndexVersion bits min max bucketSize coarsestIndexedLevel finestIndexedLevel dropDups
	columnstoreProjection clustered prepareUnique originalSpec _id`)

// Support returns the rows of the kinds and options of indexes for the list of
// supported names.
func Support() []support.Entry {
	return slices.Concat(
		support.Rows(support.IndexKind, support.Done, "1", "-1", "$**", hashed),
		support.Rows(support.IndexKind, support.Refused, refusedKinds...),
		support.Rows(support.IndexOption, support.Done, slices.Collect(maps.Keys(options))...),
		support.Rows(support.IndexOption, support.Refused, refusedOptions...),
	)
}

// KnownOptions leaves out the fields of an index specification that are not among
// the server's (S index_key_validate.cpp, removeUnknownFields). Which of them it
// leaves out of an index of another kind depends on its version, so that is refused.
func KnownOptions(doc bson.D) (bson.D, error) {
	key, _ := value.Get(doc, "key").(bson.D)
	isWildcard := slices.ContainsFunc(key, func(f bson.E) bool { return strings.HasSuffix(f.Key, "$**") })
	if !isWildcard && !value.IsMissing(value.Get(doc, "wildcardProjection")) {
		return nil, errcode.NotImplemented("ignoring createIndexes.indexes.wildcardProjection")
	}
	return slices.DeleteFunc(slices.Clone(doc), func(f bson.E) bool {
		return options[f.Key] == nil && !slices.Contains(refusedOptions, f.Key)
	}), nil
}

func (s *Spec) readOptions(doc bson.D) error {
	for _, f := range doc {
		read := options[f.Key]
		switch {
		case slices.Contains(refusedOptions, f.Key):
			return errcode.NotImplemented("createIndexes.indexes." + f.Key)
		case read == nil:
			return errcode.New(197, "The field '%s' is not valid for an index specification. Specification: %s", f.Key, value.String(doc))
		}
		if err := read(s, f); err != nil {
			return err
		}
	}
	return nil
}

func wrongOption(f bson.E, want string) error {
	return errcode.New(errcode.TypeMismatch, "The field '%s' must be of type %s, but got %s", f.Key, want, value.TypeName(f.Value))
}

func documentOption(f bson.E) (bson.D, error) {
	doc, ok := f.Value.(bson.D)
	if !ok {
		return nil, wrongOption(f, "object")
	}
	return doc, nil
}

func flagOption(f bson.E) (bool, error) {
	if _, ok := f.Value.(bool); !ok && !value.IsNumber(f.Value) {
		return false, wrongOption(f, "bool")
	}
	return value.Truthy(f.Value), nil
}

// boolOption takes no number, unlike flagOption.
func boolOption(f bson.E) (bool, error) {
	flag, ok := f.Value.(bool)
	if !ok {
		return false, wrongOption(f, "bool")
	}
	return flag, nil
}

// checkCollationOption checks the form only: SetCollation gets the fields.
func checkCollationOption(f bson.E) error {
	doc, ok := f.Value.(bson.D)
	switch {
	case !ok:
		return wrongOption(f, "object")
	case len(doc) == 0:
		return errcode.New(errcode.BadValue, "The field 'collation' cannot be an empty object.")
	}
	return nil
}

func textOption(f bson.E) (string, error) {
	text, ok := f.Value.(string)
	if !ok {
		return "", wrongOption(f, "string")
	}
	return text, nil
}

func checkVersion(v any) error {
	if !value.Equal(v, int32(2)) {
		return errcode.NotImplemented("index version " + value.String(v))
	}
	return nil
}

// parseExpiry reads expireAfterSeconds; fractions are cut off.
func parseExpiry(v any) (*int32, error) {
	if !value.IsNumber(v) {
		return nil, errcode.New(errcode.CannotCreateIndex, "TTL index 'expireAfterSeconds' option must be numeric, but received a type of %s", value.TypeName(v))
	}
	n := value.ClampLong(v)
	if n < 0 || n > math.MaxInt32 || value.IsNaN(v) {
		return nil, errcode.New(errcode.CannotCreateIndex, "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different number than %s", value.String(v))
	}
	seconds := int32(n)
	return &seconds, nil
}

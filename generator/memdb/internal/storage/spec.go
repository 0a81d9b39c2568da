package storage

import (
	"cmp"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

const maxIndexFields = 32

// ParseSpec reads one entry of createIndexes and returns the server's errors for
// invalid ones.
func ParseSpec(doc bson.D) (Spec, error) {
	spec := Spec{}
	if err := spec.readOptions(doc); err != nil {
		return spec, err
	}
	if spec.Key == nil {
		return spec, errcode.New(errcode.FailedToParse, "The 'key' field is a required property of an index specification")
	}
	if value.IsMissing(value.Get(doc, "name")) {
		return spec, errcode.New(errcode.FailedToParse, "The 'name' field is a required property of an index specification")
	}
	if err := spec.checkKey(); err != nil {
		return spec, err
	}
	return spec, spec.checkOptions()
}

// SetCollation sets the collation of the index, which its partial filter follows too.
func (s *Spec) SetCollation(collation *value.Collation) error {
	s.Collation = collation
	return s.checkPartial()
}

func (s *Spec) checkKey() error {
	if len(s.Key) == 0 {
		return errcode.New(errcode.CannotCreateIndex, "Index keys cannot be an empty object")
	}
	if len(s.Key) > maxIndexFields {
		return errcode.New(13103, "too many compound keys")
	}
	seen := map[string]bool{}
	for _, f := range s.Key {
		if seen[f.Key] {
			return errcode.New(errcode.CannotCreateIndex, "the field '%s' appears multiple times in the index key pattern %s", f.Key, value.String(s.Key))
		}
		seen[f.Key] = true
		if err := s.checkField(f); err != nil {
			return err
		}
	}
	return nil
}

func (s *Spec) checkField(f bson.E) error {
	if f.Key == "$**" || strings.HasSuffix(f.Key, ".$**") {
		s.Wildcard = true
		if len(s.Key) > 1 {
			return errcode.NotImplemented("a compound wildcard index")
		}
	}
	return cmp.Or(s.checkDirection(f), checkIndexPath(f.Key))
}

// checkIndexPath refuses a part with "$", but for one of a reference, below the top,
// and the "$**" at the end.
func checkIndexPath(path string) error {
	parts := strings.Split(path, ".")
	for i, part := range parts {
		reference := i > 0 && (part == "$ref" || part == "$id" || part == "$db")
		wildcard := i == len(parts)-1 && part == "$**"
		switch {
		case part == "":
			return errcode.New(errcode.CannotCreateIndex, "Index keys cannot contain an empty field.")
		case part[0] == '$' && !reference && !wildcard:
			return errcode.New(errcode.CannotCreateIndex, "Index key contains an illegal field name: field name starts with '$'.")
		}
	}
	return nil
}

func (s *Spec) checkDirection(f bson.E) error {
	if kind, ok := f.Value.(string); ok {
		return s.checkKind(kind)
	}
	if !value.IsNumber(f.Value) {
		return errcode.New(errcode.CannotCreateIndex, "Values in v:2 index key pattern cannot be of type %s. Only numbers > 0, numbers < 0, and strings are allowed.", value.TypeName(f.Value))
	}
	if value.IsNaN(f.Value) || !value.Truthy(f.Value) {
		return errcode.New(errcode.CannotCreateIndex, "Values in the index key pattern cannot be 0.")
	}
	return nil
}

// hashed is the only kind of index that is named by a string.
const hashed = "hashed"

// refusedKinds are the kinds of indexes of the server 8.2 that memdb does not have.
var refusedKinds = strings.Fields("2d 2dsphere text columnstore queryable_encrypted_range 2dsphere_bucket")

func (s *Spec) checkKind(kind string) error {
	switch {
	case slices.Contains(refusedKinds, kind):
		return errcode.NotImplemented("index kind " + kind)
	case kind == "wildcard" && !s.Wildcard:
		return errcode.New(7246202, "No wildcard index field is specified for the wildcard index")
	case kind != hashed:
		return errcode.New(errcode.CannotCreateIndex, "Unknown index plugin '%s'", kind)
	case s.Hashed:
		return errcode.New(31303, "A maximum of one index field is allowed to be hashed but found 2 for 'key' %s", value.String(s.Key))
	}
	s.Hashed = true
	return nil
}

func (s *Spec) checkOptions() error {
	for _, check := range []func() error{s.checkID, s.checkWildcard, s.checkHashed, s.checkExpiry, s.checkPartial} {
		if err := check(); err != nil {
			return err
		}
	}
	if s.Name == "" {
		return errcode.New(errcode.CannotCreateIndex, "Index names cannot be empty")
	}
	if strings.Contains(s.Name, "\x00") {
		return errcode.New(errcode.CannotCreateIndex, "index name cannot contain NUL bytes")
	}
	if s.Name == "*" {
		return errcode.New(errcode.BadValue, "Index name '*' is not allowed")
	}
	return nil
}

// IsID reports whether a key pattern is that of the index on _id, in either direction.
func IsID(key bson.D) bool {
	return len(key) == 1 && key[0].Key == "_id" && value.IsNumber(key[0].Value)
}

// HasKey reports whether a document is the key pattern of the index.
func (s *Spec) HasKey(pattern any) bool {
	doc, ok := pattern.(bson.D)
	return ok && value.Equal(doc, s.Key)
}

func (s *Spec) checkID() error {
	if !IsID(s.Key) {
		if s.Name == "_id_" {
			return errcode.New(errcode.BadValue, "The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}, found key: %s", value.String(s.Key))
		}
		return nil
	}
	if Descending(s.Key[0].Value) {
		return errcode.New(errcode.BadValue, "The field 'key' for an _id index must be {_id: 1}, but got %s", value.String(s.Key))
	}
	if s.Unique || s.Sparse || s.Partial != nil || s.ExpireAfter != nil || s.Hidden {
		return errcode.New(197, "The field is not valid for an _id index specification. Specification: %s", value.String(s.Key))
	}
	return nil
}

func (s *Spec) checkWildcard() error {
	if !s.Wildcard {
		if s.Projection != nil {
			return errcode.New(errcode.BadValue, "The field 'wildcardProjection' is only allowed in an 'wildcard' index")
		}
		return nil
	}
	switch {
	case s.Unique, s.Sparse, s.ExpireAfter != nil:
		return errcode.New(errcode.CannotCreateIndex, "Index type 'wildcard' does not support the unique, sparse and expireAfterSeconds options")
	case s.Hashed:
		return errcode.New(errcode.CannotCreateIndex, "Index type 'wildcard' does not support hashed")
	case s.Projection != nil && s.Key[0].Key != "$**":
		return errcode.New(errcode.FailedToParse, "The field 'wildcardProjection' is only allowed when 'key' is {\"$**\": ±1}")
	case s.Projection != nil && len(s.Projection) == 0:
		return errcode.New(errcode.FailedToParse, "The 'wildcardProjection' field can't be an empty object")
	}
	if key := s.Key[0].Key; strings.HasPrefix(key, "_id.") {
		s.covered = func(string) bool { return true } // which is selected by its name
		return nil
	}
	var err error
	s.covered, err = wildcardCover(s.Projection)
	return err
}

func (s *Spec) checkHashed() error {
	if s.Hashed && s.Unique {
		return errcode.New(16764, "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.")
	}
	return nil
}

func (s *Spec) checkExpiry() error {
	if s.ExpireAfter != nil && len(s.Key) != 1 {
		return errcode.New(errcode.CannotCreateIndex, "TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: %s", value.String(s.Key))
	}
	return nil
}

// Same reports whether two specs describe the same index: key, and the options that
// belong to its identity.
func (s *Spec) Same(other *Spec) bool {
	return sameSpec(s.Key, other.Key) && s.Unique == other.Unique && s.Sparse == other.Sparse && s.Collation.Same(other.Collation) &&
		sameSpec(inOrder(s.Partial), inOrder(other.Partial)) && sameSpec(s.Projection, other.Projection)
}

// sameSpec distinguishes an empty document from none.
func sameSpec(a, b bson.D) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, func(x, y bson.E) bool { return x.Key == y.Key && value.Equal(x.Value, y.Value) })
}

// wildcardCover returns the test for the paths that a wildcardProjection keeps;
// without one, all but _id.
func wildcardCover(projection bson.D) (func(string) bool, error) {
	includes, id := map[string]bool{}, false
	var paths []string
	for _, f := range projection {
		if _, nested := f.Value.(bson.D); nested {
			return nil, errcode.NotImplemented("a nested wildcardProjection")
		}
		if _, ok := f.Value.(bool); !ok && !value.IsNumber(f.Value) {
			return nil, errcode.New(51271, "Bad projection specification, cannot use computed fields when parsing a wildcard projection")
		}
		if f.Key == "_id" {
			id = value.Truthy(f.Value)
			continue
		}
		if err := collision(paths, f.Key); err != nil {
			return nil, err
		}
		includes[f.Key] = value.Truthy(f.Value)
		if includes[f.Key] != includes[firstOf(paths, f.Key)] {
			return nil, errcode.New(31254, "Cannot do exclusion on field %s in inclusion projection", f.Key)
		}
		paths = append(paths, f.Key)
	}
	under := func(path string) bool {
		return slices.ContainsFunc(paths, func(p string) bool { return path == p || strings.HasPrefix(path, p+".") })
	}
	inclusion := len(paths) > 0 && includes[paths[0]]
	return func(path string) bool {
		switch {
		case path == "_id" || strings.HasPrefix(path, "_id."):
			return id
		case len(paths) == 0:
			return projection == nil || !id
		}
		return under(path) == inclusion
	}, nil
}

// collision finds a path above or below another.
func collision(paths []string, path string) error {
	for _, other := range paths {
		if rest, below := strings.CutPrefix(path, other+"."); below {
			return errcode.New(31249, "Path collision at %s remaining portion %s", path, rest)
		}
		if path == other || strings.HasPrefix(other, path+".") {
			return errcode.New(31250, "Path collision at %s", path)
		}
	}
	return nil
}

func firstOf(paths []string, otherwise string) string {
	if len(paths) > 0 {
		return paths[0]
	}
	return otherwise
}

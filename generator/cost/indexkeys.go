package cost

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// indexSpec is an index as listIndexes returns it, as far as it decides which
// entries a document has.
type indexSpec struct {
	Name                    string
	Key                     bson.D
	Sparse                  bool
	PartialFilterExpression bson.D `bson:"partialFilterExpression"`
	Collation               bson.Raw
}

func (s indexSpec) fields() []string {
	var fields []string
	for _, e := range s.Key {
		fields = append(fields, e.Key)
	}
	return fields
}

// indexes asks for the indexes of a collection, with that on _id.
func (m Meter) indexes(collection string) ([]indexSpec, error) {
	var reply struct {
		Cursor struct {
			FirstBatch []indexSpec `bson:"firstBatch"`
		}
	}
	command := bson.D{{Key: "listIndexes", Value: collection}, {Key: "cursor", Value: bson.D{{Key: "batchSize", Value: int32(1000)}}}}
	err := m.decode(command, &reply)
	return reply.Cursor.FirstBatch, err
}

// plain reports whether keysOf knows the entries of the index: it goes up or
// down by values as they are, at paths of names.
func (s indexSpec) plain() bool {
	return s.Collation == nil && !slices.ContainsFunc(s.Key, func(e bson.E) bool {
		_, isText := e.Value.(string) // hashed, text, 2dsphere
		named := slices.ContainsFunc(strings.Split(e.Key, "."), func(name string) bool {
			_, err := strconv.Atoi(name)
			return err == nil || name == "$**"
		})
		return isText || named
	})
}

// keysOf returns the keys that a document has in a plain index, each once: one for
// each element of an array, in a compound index of the only array among its
// fields ("Multikey Indexes" in MongoDB's manual).
func (s indexSpec) keysOf(document bson.Raw) map[string]bool {
	keys := map[string]bool{}
	s.expand(bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: document}, map[string]bson.RawValue{}, keys)
	return keys
}

// expand adds the keys of a document. In the place of an array whose path is in
// chosen, it takes the element that was chosen; for any other array it tries one
// element after the other.
func (s indexSpec) expand(document bson.RawValue, chosen map[string]bson.RawValue, keys map[string]bool) {
	var key strings.Builder
	missing := 0
	for _, e := range s.Key {
		value, array := valueOf(document, e.Key, chosen)
		if array != "" {
			s.expandArray(document, array, value, chosen, keys)
			return
		}
		if value.IsZero() {
			missing++
			value = bson.RawValue{Type: bson.TypeNull}
		}
		part := keyOf(value)
		key.WriteString(strconv.Itoa(len(part)))
		key.WriteByte(' ')
		key.WriteString(part)
	}
	if !s.Sparse || missing < len(s.Key) {
		keys[key.String()] = true
	}
}

// keyOf makes a value comparable: integers are the same in every numeric type.
func keyOf(v bson.RawValue) string {
	switch v.Type {
	case bson.TypeInt32, bson.TypeInt64:
		return strconv.FormatInt(v.AsInt64(), 10)
	case bson.TypeDouble:
		if f := v.Double(); f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return strconv.FormatInt(int64(f), 10)
		}
	}
	return string(v.Type) + string(v.Value)
}

func (s indexSpec) expandArray(document bson.RawValue, at string, array bson.RawValue, chosen map[string]bson.RawValue, keys map[string]bool) {
	items := ejson.Elements(array)
	if len(items) == 0 {
		// An empty array has the key undefined, and no fields inside of it.
		items = []bson.RawValue{{Type: bson.TypeUndefined}}
	}
	for _, item := range items {
		chosen[at] = item
		s.expand(document, chosen, keys)
	}
	delete(chosen, at)
}

// valueOf returns the value at a path, none if it is missing. If there is an
// array on the way of which no element is chosen, it returns that array and its
// path.
func valueOf(v bson.RawValue, path string, chosen map[string]bson.RawValue) (value bson.RawValue, array string) {
	at := ""
	for _, name := range strings.Split(path, ".") {
		document, isDocument := v.DocumentOK()
		if !isDocument {
			return bson.RawValue{}, ""
		}
		v = document.Lookup(name)
		at = join(at, name)
		if element, ok := chosen[at]; ok {
			v = element
			continue
		}
		if v.Type == bson.TypeArray {
			return v, at
		}
	}
	return v, ""
}

func join(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

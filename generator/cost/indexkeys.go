package cost

import (
	"slices"
	"sort"
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
	Clustered               bool
}

func (s indexSpec) fields() []string {
	var fields []string
	for _, e := range s.Key {
		fields = append(fields, e.Key)
	}
	return fields
}

// has reports whether the index has all of these fields.
func (s indexSpec) has(fields []string) bool {
	has := s.fields()
	return !slices.ContainsFunc(fields, func(field string) bool { return !slices.Contains(has, field) })
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

// indexKey is a key of a document in an index: its bytes order the keys, its types are
// those of numbers and strings.
type indexKey struct {
	bytes, types string
	ends         []int // of the fields in bytes
	size         int   // without the record's id
}

// field returns the bytes of one of the fields.
func (k indexKey) field(i int) string {
	start := 0
	if i > 0 {
		start = k.ends[i-1]
	}
	return k.bytes[start:k.ends[i]]
}

// keysOf returns the keys that a document has in a plain index, each once and in the
// order of their bytes: one for each element of an array, in a compound index of the only array among its
// fields ("Multikey Indexes" in MongoDB's manual). It is not ok if the server's form of
// a key is not known.
func (s indexSpec) keysOf(document bson.Raw) (keys []indexKey, ok bool) {
	ok = s.expand(bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: document}, nil, func(values []bson.RawValue) bool {
		key, ok := s.keyOf(values)
		if i, isKnown := keyAmong(keys, key); !isKnown {
			keys = append(keys, key)
			copy(keys[i+1:], keys[i:])
			keys[i] = key
		}
		return ok
	})
	return keys, ok
}

// keyAmong returns where a key is among others in the order of their bytes, or would be.
func keyAmong(keys []indexKey, key indexKey) (i int, isThere bool) {
	i = sort.Search(len(keys), func(i int) bool { return keys[i].bytes >= key.bytes })
	return i, i < len(keys) && keys[i].bytes == key.bytes
}

// keyOf returns the key of values, one a field, of which those that are missing are
// zero. It is not ok if the server's form of it is not known.
func (s indexSpec) keyOf(values []bson.RawValue) (indexKey, bool) {
	const most = 32 // bytes, of the keys of most documents
	key := keyString{bytes: make([]byte, 0, most)}
	ends := make([]int, 0, len(values))
	for i, value := range values {
		if value.IsZero() {
			value = bson.RawValue{Type: bson.TypeNull}
		}
		if !key.append(value, descends(s.Key[i].Value)) {
			return indexKey{}, false
		}
		ends = append(ends, len(key.bytes))
	}
	key.end()
	return indexKey{string(key.bytes), string(key.types.bytes), ends, key.size()}, true
}

// expand visits the values of each key of a document, one a field. In the place of an
// array whose path is in chosen, it takes the element that was chosen; for any other
// array it tries one element after the other. It ends when visit returns false.
func (s indexSpec) expand(document bson.RawValue, chosen map[string]bson.RawValue, visit func(values []bson.RawValue) bool) bool {
	values := make([]bson.RawValue, 0, len(s.Key))
	missing := 0
	for _, e := range s.Key {
		value, array := valueOf(document, e.Key, chosen)
		if array != "" {
			return s.expandArray(document, array, value, chosen, visit)
		}
		if value.IsZero() {
			missing++
		}
		values = append(values, value)
	}
	return s.Sparse && missing == len(s.Key) || visit(values)
}

// descends reports whether the direction of a field in an index is down.
func descends(direction any) bool {
	switch n := direction.(type) {
	case int32:
		return n < 0
	case int64:
		return n < 0
	case float64:
		return n < 0
	}
	return false
}

func (s indexSpec) expandArray(document bson.RawValue, at string, array bson.RawValue, chosen map[string]bson.RawValue, visit func(values []bson.RawValue) bool) bool {
	items := ejson.Elements(array)
	if len(items) == 0 {
		// An empty array has the key undefined, and no fields inside of it.
		items = []bson.RawValue{{Type: bson.TypeUndefined}}
	}
	if chosen == nil {
		chosen = map[string]bson.RawValue{}
	}
	defer delete(chosen, at)
	for _, item := range items {
		chosen[at] = item
		if !s.expand(document, chosen, visit) {
			return false
		}
	}
	return true
}

// valueOf returns the value at a path, none if it is missing. If there is an
// array on the way of which no element is chosen, it returns that array and its
// path.
func valueOf(v bson.RawValue, path string, chosen map[string]bson.RawValue) (value bson.RawValue, array string) {
	for end := 0; end < len(path); end++ {
		start := end
		if end += strings.IndexByte(path[start:], '.'); end < start {
			end = len(path)
		}
		document, isDocument := v.DocumentOK()
		if !isDocument {
			return bson.RawValue{}, ""
		}
		at := path[:end]
		v = document.Lookup(path[start:end])
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

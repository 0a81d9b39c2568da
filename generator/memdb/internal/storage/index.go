package storage

import (
	"slices"
	"strings"
	"sync/atomic"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/value"
)

// Spec describes an index: the parsed form of one entry of createIndexes.
type Spec struct {
	Name        string
	Key         bson.D
	Unique      bool
	Sparse      bool
	Hidden      bool
	ExpireAfter *int32        // seconds; nil for an index without expiry
	Partial     bson.D        // nil for an index of all documents
	partial     *match.Filter // the same, parsed
	Projection  bson.D        // wildcardProjection, nil for none
	Background  any           // as it was given, nil for none; shown, and without effect
	Hashed      bool
	Clustered   bool // the collection is in its order; messages do not name it
	Wildcard    bool
	Collation   *value.Collation // of the index's collation

	member  func(bson.D) (bool, error) // the partial filter
	covered func(path string) bool     // the wildcard's projection
}

// Index is a Spec and the entries of a collection's documents under it.
type Index struct {
	Spec
	Multikey []Depths // for each field of Key: where some document has an array
	Accesses *Accesses
	paths    [][]string // of Key
	entries  tree
	released tree // unique keys that records have lost while there were forks
}

// Accesses are how many commands read an index since a time.
type Accesses struct {
	Count atomic.Int64
	since atomic.Int64
}

// Restart begins to count.
func (a *Accesses) Restart(at bson.DateTime) {
	a.Count.Store(0)
	a.since.Store(int64(at))
}

// Since is when counting began: when the index was made, hidden or shown.
func (a *Accesses) Since() bson.DateTime { return bson.DateTime(a.since.Load()) }

func newIndex(spec Spec) *Index {
	x := &Index{Spec: spec, Accesses: new(Accesses), paths: pathsOf(spec.Key)}
	x.Multikey = make([]Depths, len(spec.Key))
	for _, field := range spec.Key {
		x.entries.descending = append(x.entries.descending, Descending(field.Value))
	}
	if spec.Wildcard {
		x.entries.descending = []bool{false, x.entries.descending[0]}
	}
	x.released.descending = x.entries.descending
	return x
}

// Descending reports whether a field's value in a key pattern means descending order.
func Descending(direction any) bool {
	return value.IsNumber(direction) && value.Compare(direction, int32(0)) < 0
}

// fork returns an index of the same entries, which changes independently.
func (x *Index) fork() *Index {
	return &Index{Spec: x.Spec, paths: x.paths, Multikey: slices.Clone(x.Multikey), Accesses: x.Accesses, entries: x.entries.fork(), released: tree{descending: x.released.descending}}
}

// Len is the number of entries.
func (x *Index) Len() int { return x.entries.count }

// keysOf returns a document's keys, none if the index does not cover it. Under a
// collation they hold sort keys in place of strings.
func (x *Index) keysOf(doc bson.D) (keys [][]any, multikey []Depths, err error) {
	keys, multikey, err = x.plainKeys(doc)
	if err != nil || x.Collation == nil {
		return keys, multikey, err
	}
	return x.folded(keys), multikey, nil
}

func (x *Index) plainKeys(doc bson.D) (keys [][]any, multikey []Depths, err error) {
	if x.member != nil {
		in, err := x.member(doc)
		if err != nil || !in {
			return nil, nil, err
		}
	}
	if x.Wildcard {
		return wildcardKeys(doc, x.wildcardRoot(), x.covered), nil, nil
	}
	keys, multikey, err = documentKeys(doc, x.paths, x.Sparse)
	if err != nil || !x.Hashed {
		return keys, multikey, err
	}
	for i, spread := range multikey {
		if spread != 0 && x.Key[i].Value == "hashed" {
			return nil, nil, errcode.New(16766, "hashed indexes do not currently support array values")
		}
	}
	return keys, multikey, nil
}

func (x *Index) wildcardRoot() string {
	return strings.TrimSuffix(strings.TrimSuffix(x.Key[0].Key, "$**"), ".")
}

// holder returns the record that has a key already, if the index is unique, else where
// an entry for it belongs.
func (x *Index) holder(key []any) (id RecordID, free *gap) {
	p := x.entries.place(Entry{key, 0})
	e, ok := x.entries.at(p)
	if !ok || x.entries.compareKeys(e.Key, key) != 0 {
		return 0, &gap{p, x.entries.version}
	}
	return e.ID, nil
}

// duplicate makes the error 11000 for a key of a unique index.
func (x *Index) duplicate(ns string, key []any) error {
	if x.Collation != nil {
		return x.foldedDuplicate(ns, key)
	}
	if x.Clustered {
		return x.clusteredDuplicate(ns, key[0])
	}
	var values bson.D
	var text strings.Builder
	for i, field := range x.Key {
		values = append(values, bson.E{Key: field.Key, Value: key[i]})
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(field.Key + ": " + value.Brief(key[i]))
	}
	e := errcode.New(errcode.DuplicateKey, "E11000 duplicate key error collection: %s index: %s dup key: { %s }", ns, x.Name, text.String())
	e.Info = bson.D{{Key: "keyPattern", Value: x.Key}, {Key: "keyValue", Value: values}}
	return e
}

// add makes the entries of a record. Where it belongs may be known of a single one.
func (x *Index) add(keys [][]any, multikey []Depths, id RecordID, free *gap) {
	for _, key := range keys {
		for i, v := range key {
			key[i] = detach(v)
		}
		x.entries.insert(Entry{key, id}, free)
	}
	for i, spread := range multikey {
		x.Multikey[i] |= spread
	}
}

func (x *Index) drop(keys [][]any, id RecordID) {
	for _, key := range keys {
		x.entries.remove(Entry{key, id})
	}
}

// Covers reports whether a wildcard index has the values of a path.
func (x *Index) Covers(path string) bool {
	root := x.wildcardRoot()
	return x.Wildcard && (root == "" || path == root || strings.HasPrefix(path, root+".")) && x.covered(path)
}

// Multikeyed reports whether one document may have several entries.
func (x *Index) Multikeyed() bool {
	return x.Wildcard || slices.ContainsFunc(x.Multikey, func(at Depths) bool { return at != 0 })
}

// detach copies a value that shares its bytes with the whole command that its
// document came in, which an index would keep in memory with it.
func detach(v any) any {
	switch v := v.(type) {
	case string:
		return strings.Clone(v)
	case bson.D, bson.A, bson.Symbol, bson.JavaScript, bson.CodeWithScope, bson.Regex, bson.DBPointer:
		raw, err := value.Encode(bson.D{{Key: "", Value: v}})
		if err != nil {
			return v
		}
		copied, err := value.Decode(raw)
		if err != nil {
			return v
		}
		return copied[0].Value
	}
	return v
}

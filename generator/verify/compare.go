package verify

import (
	"bytes"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// match compares a result with the expected one: types, values and the order of
// keys must be the same, but for matchers and arrays that the step calls unordered.
type match struct {
	unordered      bool
	unorderedPaths []string
	left           *int // values that may still be compared
	varies         bool // values that differ vary from run to run
}

// mostCompared is how many values are compared for one step. In any order each
// element may be compared with each other one, at every depth.
const mostCompared = 5_000_000

func newMatch(unordered bool, unorderedPaths []string) match {
	left := mostCompared
	return match{unordered: unordered, unorderedPaths: unorderedPaths, left: &left}
}

// gaveUp reports whether there was too much to compare. Values that were found to
// differ may then be equal.
func (m match) gaveUp() bool { return *m.left < 0 }

// isUnordered reports whether the elements of the array at path may have any order.
// The path leaves out the indexes of arrays on the way.
func (m match) isUnordered(path string) bool {
	return path == "" && m.unordered || path != "" && slices.Contains(m.unorderedPaths, path)
}

func join(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

func (m match) equal(want, got bson.RawValue, path string) bool {
	if *m.left--; m.gaveUp() {
		return false
	}
	if key, argument, ok := matcherOf(want); ok {
		return m.matches(key, argument, got, path)
	}
	switch {
	case want.Type != got.Type:
		return false
	case want.Type == bson.TypeEmbeddedDocument:
		return m.equalDocuments(want.Document(), got.Document(), path)
	case want.Type == bson.TypeArray:
		wanted, found := ejson.Elements(want), ejson.Elements(got)
		return len(wanted) == len(found) && !slices.Contains(m.pairs(wanted, found, path), -1)
	}
	return bytes.Equal(want.Value, got.Value)
}

// matcherOf returns a matcher's key and argument, and whether the value is one.
func matcherOf(v bson.RawValue) (key string, argument bson.RawValue, ok bool) {
	document, ok := v.DocumentOK()
	if !ok {
		return "", bson.RawValue{}, false
	}
	if !bytes.HasPrefix(document[lengthBytes+1:], []byte("$$")) { // the first name
		return "", bson.RawValue{}, false
	}
	first, err := document.IndexErr(0)
	if err != nil {
		return "", bson.RawValue{}, false
	}
	return first.Key(), first.Value(), true
}

func (m match) matches(key string, argument, got bson.RawValue, path string) bool {
	switch key {
	case example.MatchExists:
		return argument.Boolean() // that the key is there; mayBeAbsent() has the other case
	case example.MatchUnset:
		return m.equal(argument, got, path)
	}
	if argument.Type == bson.TypeArray {
		return slices.ContainsFunc(ejson.Elements(argument), func(name bson.RawValue) bool { return isType(got.Type, name.StringValue()) })
	}
	return isType(got.Type, argument.StringValue())
}

var typeNames = map[bson.Type]string{
	bson.TypeDouble: "double", bson.TypeString: "string", bson.TypeEmbeddedDocument: "object", bson.TypeArray: "array",
	bson.TypeBinary: "binData", bson.TypeObjectID: "objectId", bson.TypeBoolean: "bool", bson.TypeDateTime: "date",
	bson.TypeNull: "null", bson.TypeRegex: "regex", bson.TypeInt32: "int", bson.TypeTimestamp: "timestamp",
	bson.TypeInt64: "long", bson.TypeDecimal128: "decimal", bson.TypeMinKey: "minKey", bson.TypeMaxKey: "maxKey",
}

func isType(t bson.Type, name string) bool {
	number := t == bson.TypeInt32 || t == bson.TypeInt64 || t == bson.TypeDouble || t == bson.TypeDecimal128
	return typeNames[t] == name || number && name == "number"
}

// mayBeAbsent reports whether a key with this expectation may be missing.
func mayBeAbsent(want bson.RawValue) bool {
	key, argument, ok := matcherOf(want)
	return ok && (key == example.MatchUnset || key == example.MatchExists && !argument.Boolean())
}

// equalDocuments reads no further than the first difference: in any order, most
// documents that are compared have one.
func (m match) equalDocuments(want, got bson.Raw, path string) bool {
	wanted, found := fields{rest: want[lengthBytes:]}, fields{rest: got[lengthBytes:]}
	found.next()
	for wanted.next(); wanted.isThere; wanted.next() {
		switch {
		case found.isThere && bytes.Equal(found.key, wanted.key):
			if !m.equal(wanted.value, found.value, join(path, string(wanted.key))) {
				return false
			}
			found.next()
		case !mayBeAbsent(wanted.value) || found.has(wanted.key):
			return false
		}
	}
	return !found.isThere && !wanted.isInvalid && !found.isInvalid
}

// lengthBytes is how many bytes a document has before its first field.
const lengthBytes = 4

// fields reads the fields of a document, one after the other.
type fields struct {
	rest      []byte
	key       []byte
	value     bson.RawValue
	isThere   bool // next has read a field
	isInvalid bool
}

func (f *fields) next() {
	f.isThere = false
	if len(f.rest) <= 1 { // the end of the document
		return
	}
	e, rest, ok := bsoncore.ReadElement(f.rest)
	if f.isInvalid = !ok; !ok {
		f.rest = nil
		return
	}
	value := e.Value()
	f.key, f.value = e.KeyBytes(), bson.RawValue{Type: bson.Type(value.Type), Value: value.Data}
	f.rest, f.isThere = rest, true
}

// has reports whether a field is there, from the one that was read on.
func (f fields) has(key []byte) bool {
	for ; f.isThere; f.next() {
		if bytes.Equal(f.key, key) {
			return true
		}
	}
	return false
}

// pairs returns for each wanted element the index of a found one that equals it, or
// -1. In an ordered array only the element of the same index counts.
func (m match) pairs(wanted, found []bson.RawValue, path string) []int {
	pairs := make([]int, len(wanted))
	if !m.isUnordered(path) {
		for i := range wanted {
			pairs[i] = -1
			if i < len(found) && m.equal(wanted[i], found[i], path) {
				pairs[i] = i
			}
		}
		return pairs
	}
	return m.assign(wanted, found, path)
}

// assign pairs as many elements as possible. A matcher may fit several, so pairs
// are rearranged where an element has another choice (Kuhn's algorithm).
func (m match) assign(wanted, found []bson.RawValue, path string) []int {
	takenBy := slices.Repeat([]int{-1}, len(found))
	var place func(i int, tried []bool) bool
	place = func(i int, tried []bool) bool {
		for j := range found {
			if m.gaveUp() {
				return false
			}
			if tried[j] || !m.equal(wanted[i], found[j], path) {
				continue
			}
			tried[j] = true
			if takenBy[j] < 0 || place(takenBy[j], tried) {
				takenBy[j] = i
				return true
			}
		}
		return false
	}
	for i := range wanted {
		place(i, make([]bool, len(found)))
	}
	pairs := slices.Repeat([]int{-1}, len(wanted))
	for j, i := range takenBy {
		if i >= 0 {
			pairs[i] = j
		}
	}
	return pairs
}

// merge returns the found value, with every part that matches as the expected value
// has it, including matchers and the order of unordered arrays: a diff of the two
// shows only real differences. If m.varies, a value that differs becomes a matcher
// of its type.
func (m match) merge(want, got bson.RawValue, path string) bson.RawValue {
	if m.equal(want, got, path) {
		return want
	}
	_, _, isMatcher := matcherOf(want)
	switch {
	case isMatcher || want.Type != got.Type:
		return got
	case got.Type == bson.TypeEmbeddedDocument:
		return m.mergeDocuments(want.Document(), got.Document(), path)
	case got.Type == bson.TypeArray:
		return m.mergeArrays(ejson.Elements(want), ejson.Elements(got), path)
	case m.varies:
		return ejson.MustRaw(bson.D{{Key: example.MatchType, Value: typeNames[got.Type]}})
	}
	return got
}

func (m match) mergeDocuments(want, got bson.Raw, path string) bson.RawValue {
	merged := bson.D{}
	found, _ := got.Elements()
	for _, e := range found {
		value := e.Value()
		if wanted, err := want.LookupErr(e.Key()); err == nil {
			value = m.merge(wanted, value, join(path, e.Key()))
		}
		merged = append(merged, bson.E{Key: e.Key(), Value: value})
	}
	return ejson.MustRaw(merged)
}

func (m match) mergeArrays(wanted, found []bson.RawValue, path string) bson.RawValue {
	merged := bson.A{}
	pairs := m.pairs(wanted, found, path)
	if !m.isUnordered(path) {
		for i, value := range found {
			if i < len(wanted) {
				value = m.merge(wanted[i], value, path)
			}
			merged = append(merged, value)
		}
		return ejson.MustRaw(merged)
	}
	for i, j := range pairs {
		if j >= 0 {
			merged = append(merged, wanted[i])
		}
	}
	for j, value := range found {
		if !slices.Contains(pairs, j) {
			merged = append(merged, value)
		}
	}
	return ejson.MustRaw(merged)
}

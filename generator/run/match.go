package run

import (
	"bytes"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Match compares a result with the expected one: types, values and the order of
// keys must be the same, but for matchers and arrays that the step calls unordered.
type Match struct {
	unordered      bool
	unorderedPaths []string
	left           *int // values that may still be compared
}

// mostCompared is how many values are compared for one step. In any order each
// element may be compared with each other one, at every depth.
const mostCompared = 5_000_000

// NewMatch makes the Match of what a step returns.
func NewMatch(s *example.Step) Match {
	left := mostCompared
	return Match{unordered: s.Unordered, unorderedPaths: s.UnorderedPaths, left: &left}
}

// GaveUp reports whether there was too much to compare. Values that were found to
// differ may then be equal.
func (m Match) GaveUp() bool { return *m.left < 0 }

// IsUnordered reports whether the elements of the array at path may have any order.
// The path leaves out the indexes of arrays on the way.
func (m Match) IsUnordered(path string) bool {
	return path == "" && m.unordered || path != "" && slices.Contains(m.unorderedPaths, path)
}

// Join returns the path of a key of what lies at a path.
func Join(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

// Equal reports whether a value, at the path, is as it is wanted.
func (m Match) Equal(want, got bson.RawValue, path string) bool {
	if *m.left--; m.GaveUp() {
		return false
	}
	if key, argument, ok := MatcherOf(want); ok {
		return m.matches(key, argument, got, path)
	}
	switch {
	case want.Type != got.Type:
		return false
	case want.Type == bson.TypeEmbeddedDocument:
		return m.equalDocuments(want.Document(), got.Document(), path)
	case want.Type == bson.TypeArray:
		wanted, found := ejson.Elements(want), ejson.Elements(got)
		return len(wanted) == len(found) && !slices.Contains(m.Pairs(wanted, found, path), -1)
	}
	return bytes.Equal(want.Value, got.Value)
}

// MatcherOf returns a matcher's key and argument, and whether the value is one.
func MatcherOf(v bson.RawValue) (key string, argument bson.RawValue, ok bool) {
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

func (m Match) matches(key string, argument, got bson.RawValue, path string) bool {
	switch key {
	case example.MatchExists:
		return argument.Boolean() // that the key is there; MayBeAbsent() has the other case
	case example.MatchUnset:
		return m.Equal(argument, got, path)
	}
	if argument.Type == bson.TypeArray {
		return slices.ContainsFunc(ejson.Elements(argument), func(name bson.RawValue) bool { return isType(got, name.StringValue()) })
	}
	return isType(got, argument.StringValue())
}

// TypeName returns the name that a matcher has for the type of a value.
func TypeName(v bson.RawValue) string {
	// Values that examples can't have are none's.
	node, _ := ejson.OpenFirst(v, 1)
	return node.Type
}

func isType(v bson.RawValue, name string) bool {
	number := v.Type == bson.TypeInt32 || v.Type == bson.TypeInt64 || v.Type == bson.TypeDouble || v.Type == bson.TypeDecimal128
	return number && name == "number" || TypeName(v) == name
}

// MayBeAbsent reports whether a key with this expectation may be missing.
func MayBeAbsent(want bson.RawValue) bool {
	key, argument, ok := MatcherOf(want)
	return ok && (key == example.MatchUnset || key == example.MatchExists && !argument.Boolean())
}

// equalDocuments reads no further than the first difference: in any order, most
// documents that are compared have one.
func (m Match) equalDocuments(want, got bson.Raw, path string) bool {
	wanted, found := fields{rest: want[lengthBytes:]}, fields{rest: got[lengthBytes:]}
	found.next()
	for wanted.next(); wanted.isThere; wanted.next() {
		switch {
		case found.isThere && bytes.Equal(found.key, wanted.key):
			if !m.Equal(wanted.value, found.value, Join(path, string(wanted.key))) {
				return false
			}
			found.next()
		case !MayBeAbsent(wanted.value) || found.has(wanted.key):
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

// Pairs returns for each wanted element the index of a found one that equals it, or
// -1. In an ordered array only the element of the same index counts.
func (m Match) Pairs(wanted, found []bson.RawValue, path string) []int {
	pairs := make([]int, len(wanted))
	if !m.IsUnordered(path) {
		for i := range wanted {
			pairs[i] = -1
			if i < len(found) && m.Equal(wanted[i], found[i], path) {
				pairs[i] = i
			}
		}
		return pairs
	}
	return m.assign(wanted, found, path)
}

// assign pairs as many elements as possible. A matcher may fit several, so pairs
// are rearranged where an element has another choice (Kuhn's algorithm).
func (m Match) assign(wanted, found []bson.RawValue, path string) []int {
	takenBy := slices.Repeat([]int{-1}, len(found))
	var place func(i int, tried []bool) bool
	place = func(i int, tried []bool) bool {
		for j := range found {
			if m.GaveUp() {
				return false
			}
			if tried[j] || !m.Equal(wanted[i], found[j], path) {
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

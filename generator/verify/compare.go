package verify

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// match is a run.Match that also merges what it compares.
type match struct {
	run.Match
	varies bool // values that differ vary from run to run
}

// merge returns the found value, with every part that matches as the expected value
// has it, including matchers and the order of unordered arrays: a diff of the two
// shows only real differences. If m.varies, a value that differs becomes a matcher
// of its type.
func (m match) merge(want, got bson.RawValue, path string) bson.RawValue {
	if m.Equal(want, got, path) {
		return want
	}
	_, _, isMatcher := run.MatcherOf(want)
	switch {
	case isMatcher || want.Type != got.Type:
		return got
	case got.Type == bson.TypeEmbeddedDocument:
		return m.mergeDocuments(want.Document(), got.Document(), path)
	case got.Type == bson.TypeArray:
		return m.mergeArrays(ejson.Elements(want), ejson.Elements(got), path)
	case m.varies:
		return ejson.MustRaw(bson.D{{Key: example.MatchType, Value: run.TypeName(got)}})
	}
	return got
}

func (m match) mergeDocuments(want, got bson.Raw, path string) bson.RawValue {
	merged := bson.D{}
	found, _ := got.Elements()
	for _, e := range found {
		value := e.Value()
		if wanted, err := want.LookupErr(e.Key()); err == nil {
			value = m.merge(wanted, value, run.Join(path, e.Key()))
		}
		merged = append(merged, bson.E{Key: e.Key(), Value: value})
	}
	return ejson.MustRaw(merged)
}

func (m match) mergeArrays(wanted, found []bson.RawValue, path string) bson.RawValue {
	merged := bson.A{}
	pairs := m.Pairs(wanted, found, path)
	if !m.IsUnordered(path) {
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

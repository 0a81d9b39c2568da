package verify

import (
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// place returns the path to the first value that differs from the expected one, with
// the indexes of arrays. It ends at an unordered array, whose elements have no
// certain place.
func (m match) place(want, got bson.RawValue, path string) []string {
	_, _, isMatcher := run.MatcherOf(want)
	switch {
	case isMatcher || want.Type != got.Type:
		return nil
	case want.Type == bson.TypeEmbeddedDocument:
		return m.placeOfKey(want.Document(), got.Document(), path)
	case want.Type == bson.TypeArray && !m.IsUnordered(path):
		wanted, found := ejson.Elements(want), ejson.Elements(got)
		i := slices.Index(m.Pairs(wanted, found, path), -1)
		switch {
		case i < 0:
			return nil
		case i >= len(found):
			return []string{strconv.Itoa(i)}
		}
		return append([]string{strconv.Itoa(i)}, m.place(wanted[i], found[i], path)...)
	}
	return nil
}

func (m match) placeOfKey(want, got bson.Raw, path string) []string {
	wanted, _ := want.Elements()
	for _, w := range wanted {
		found, err := got.LookupErr(w.Key())
		switch {
		case err != nil && run.MayBeAbsent(w.Value()):
		case err != nil:
			return []string{w.Key()}
		case !m.Equal(w.Value(), found, run.Join(path, w.Key())):
			return append([]string{w.Key()}, m.place(w.Value(), found, run.Join(path, w.Key()))...)
		}
	}
	return nil
}

// placeOfRule returns the path to the first field that breaks a rule, in a document
// that a validator refused.
func placeOfRule(d example.Document, f failure) []string {
	if d.Generated {
		return nil
	}
	rules, _ := f.brokenRules().DocumentOK()
	broken, err := rules.IndexErr(0)
	if err != nil {
		return nil
	}
	return strings.Split(broken.Key(), ".")
}

// firstHolder returns the document before d that has the same values of a unique
// index, which the server names in keys, and the path of the first of them. It is
// not ok if there is none.
func (r *verification) firstHolder(c *example.Collection, d example.Document, keys bson.Raw) (first example.Document, path []string, ok bool) {
	values, err := keys.Elements()
	if err != nil || len(values) == 0 {
		return example.Document{}, nil, false
	}
	path = strings.Split(values[0].Key(), ".")
	for other := range r.data.Documents(c.Name) {
		if other.Pos == d.Pos {
			return example.Document{}, path, false
		}
		same := func(e bson.RawElement) bool {
			return other.Raw.Lookup(strings.Split(e.Key(), ".")...).Equal(e.Value())
		}
		if !slices.ContainsFunc(values, func(e bson.RawElement) bool { return !same(e) }) {
			return other, path, true
		}
	}
	return example.Document{}, path, false
}

package migration

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// leeway says in which fields, named collection.path, two states may differ.
type leeway struct {
	chance    map[string]bool // only the types count
	unordered map[string]bool // the order of an array does not count
	// Of ranks, which are numbers, only the order counts, among documents that have the
	// same values in these fields.
	ranks map[string][]string
}

// leewayOf returns what a move leaves open.
func leewayOf(m *example.Move) leeway {
	l := leeway{chance: map[string]bool{}, unordered: map[string]bool{}, ranks: map[string][]string{}}
	for _, f := range m.Unordered {
		l.unordered[f.Field] = true
	}
	for _, f := range m.Ranks {
		collection, _, _ := strings.Cut(f.Field, ".")
		l.ranks[f.Field] = []string{}
		for _, r := range m.To.References {
			if r.FromCollection == collection {
				l.ranks[f.Field] = append(l.ranks[f.Field], r.FromPath)
			}
		}
	}
	return l
}

// without returns the leeway without that of a field that the move names.
func (l leeway) without(field string) leeway {
	l.unordered, l.ranks = maps.Clone(l.unordered), maps.Clone(l.ranks)
	delete(l.unordered, field)
	delete(l.ranks, field)
	return l
}

// ranked returns the documents of a collection with { rank: 1 } in place of the lowest
// number of a rank, and so on.
func (l leeway) ranked(c *Collection) []bson.Raw {
	documents := c.Documents
	for field, within := range l.ranks {
		if name, path, _ := strings.Cut(field, "."); name == c.Name {
			documents = rank(documents, path, within)
		}
	}
	return documents
}

func rank(documents []bson.Raw, path string, within []string) []bson.Raw {
	keys, numbers := make([]string, len(documents)), map[string][]float64{}
	for i, document := range documents {
		if number, ok := numberAt(document, path); ok {
			for _, field := range within {
				keys[i] += fmt.Sprintf("%q", keyOf(document.Lookup(strings.Split(field, ".")...)))
			}
			numbers[keys[i]] = append(numbers[keys[i]], number)
		}
	}
	for key, all := range numbers {
		slices.Sort(all)
		numbers[key] = slices.Compact(all)
	}
	ranked := slices.Clone(documents)
	for i, document := range documents {
		if number, ok := numberAt(document, path); ok {
			at, _ := slices.BinarySearch(numbers[keys[i]], number)
			ranked[i] = with(document, path, bson.D{{Key: "rank", Value: int32(at + 1)}})
		}
	}
	return ranked
}

func numberAt(document bson.Raw, path string) (float64, bool) {
	return document.Lookup(path).AsFloat64OK()
}

// with returns a document with another value of a field.
func with(document bson.Raw, field string, value any) bson.Raw {
	var all bson.D
	elements, _ := document.Elements()
	for _, e := range elements {
		if e.Key() == field {
			all = append(all, bson.E{Key: field, Value: value})
		} else {
			all = append(all, bson.E{Key: e.Key(), Value: e.Value()})
		}
	}
	return ejson.MustRaw(all).Document()
}

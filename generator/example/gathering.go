package example

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// gathering selects the other data that each document takes: the documents that
// have its _id at a path.
type gathering struct {
	from  source
	path  []string
	sort  []sortField
	limit int      // 0 for all
	field []string // of the values to take; nil for documents
	names []string // of the documents' fields to keep; nil for all
}

type sortField struct {
	path       []string
	descending bool
}

// need is a set of data that others are made of.
type need struct {
	name  string
	start int // offset in the file
}

// gathering reads an argument with "of"; nil if it has a mistake.
func (r *reader) gathering(v *ejson.Value, what, keys string) *gathering {
	if !r.object(v, what, keys) {
		return nil
	}
	of := v.Get("of")
	name, path, ok := strings.Cut(r.string(of, `"of"`), ".")
	if !ok || path == "" {
		r.errorf(of.Start, `write it like "of": "entries.hut"`, `"of" names no field`)
		return nil
	}
	r.needs = append(r.needs, need{name, of.Start})
	return &gathering{from: r.source(of, name, false), path: strings.Split(path, ".")}
}

// owned calls take for the documents of the gathering's data, with the _id that
// they have at its path, by keyOf. A document with an array there is taken for
// each of its elements.
func (d *Data) owned(g *gathering, take func(owner string, document bson.RawValue)) {
	found := false
	for document := range d.documents(g.from(), false) {
		whole := bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: document.Raw}
		for _, owner := range valuesAt(whole, g.path, true) {
			found = true
			take(keyOf(owner), whole)
		}
	}
	if !found {
		d.fail("no document of %q has the field %s", g.from().Name, strings.Join(g.path, "."))
	}
}

// gathered returns the documents or values that each _id takes, by keyOf.
func (d *Data) gathered(g *gathering) map[string][]bson.RawValue {
	if known := d.taken[g]; known != nil {
		return known
	}
	taken, kept := map[string][]bson.RawValue{}, 0 // bytes
	d.owned(g, func(owner string, document bson.RawValue) {
		d.checkSort(g, document)
		taken[owner] = append(taken[owner], document)
		if kept += len(document.Value); kept > MaxData {
			d.tooLarge()
		}
		if len(taken[owner]) == 2*g.limit { // more than that are not kept
			kept -= bytesOf(taken[owner])
			taken[owner] = slices.Clone(d.first(g, taken[owner])) // the rest is let go
			kept += bytesOf(taken[owner])
		}
	})
	for owner, documents := range taken {
		taken[owner] = g.take(d.first(g, documents))
	}
	d.taken[g] = taken
	return taken
}

func bytesOf(documents []bson.RawValue) int {
	bytes := 0
	for _, document := range documents {
		bytes += len(document.Value)
	}
	return bytes
}

// checkSort makes sure that documents can be sorted as they should.
func (d *Data) checkSort(g *gathering, document bson.RawValue) {
	for _, field := range g.sort {
		if v := firstAt(document, field.path); !slices.Contains(sortable, v.Type) {
			d.fail(`"$$subset" can't sort by %s, which is %s`, strings.Join(field.path, "."), printedOrNothing(v))
		}
	}
}

// looksEvery is after how many comparisons it is asked whether to go on.
const looksEvery = 1024

// first returns those of the documents that "sort" and "limit" leave.
func (d *Data) first(g *gathering, documents []bson.RawValue) []bson.RawValue {
	if len(g.sort) > 0 {
		documents = d.sorted(g, documents)
	}
	if g.limit > 0 && len(documents) > g.limit {
		documents = documents[:g.limit]
	}
	return documents
}

// keyed is a document by its place, and the values that it is sorted by, which are
// looked up once: there may be a million.
type keyed struct {
	at   int
	keys []bson.RawValue
}

func (d *Data) sorted(g *gathering, documents []bson.RawValue) []bson.RawValue {
	all := make([]keyed, len(documents))
	for i, document := range documents {
		all[i] = keyed{i, make([]bson.RawValue, len(g.sort))}
		for j, field := range g.sort {
			all[i].keys[j] = firstAt(document, field.path)
		}
	}
	compared, ended := 0, false
	slices.SortFunc(all, func(a, b keyed) int {
		if compared++; compared%looksEvery == 0 {
			ended = d.ended()
		}
		if ended {
			return 0
		}
		return g.compare(a, b)
	})
	sorted := make([]bson.RawValue, len(all))
	for i := range all {
		sorted[i] = documents[all[i].at]
	}
	return sorted
}

func (g *gathering) compare(a, b keyed) int {
	for i, field := range g.sort {
		order := compareScalars(a.keys[i], b.keys[i])
		if field.descending {
			order = -order
		}
		if order != 0 {
			return order
		}
	}
	return cmp.Compare(a.at, b.at)
}

func printedOrNothing(v bson.RawValue) string {
	if v.IsZero() {
		return "nothing"
	}
	return ejson.Print(v)
}

func firstAt(v bson.RawValue, path []string) bson.RawValue {
	found := valuesAt(v, path, true)
	if len(found) == 0 {
		return bson.RawValue{}
	}
	return found[0]
}

// take returns the values or the fields that are wanted of documents.
func (g *gathering) take(documents []bson.RawValue) []bson.RawValue {
	var taken []bson.RawValue
	for _, document := range documents {
		switch {
		case g.field != nil:
			taken = append(taken, valuesAt(document, g.field, true)...)
		case g.names != nil:
			taken = append(taken, onlyFields(document.Document(), g.names))
		default:
			taken = append(taken, document)
		}
	}
	return taken
}

func onlyFields(document bson.Raw, names []string) bson.RawValue {
	kept := begin(nil)
	elements, _ := document.Elements()
	for _, e := range elements {
		if slices.Contains(names, e.Key()) {
			kept.add(e.Key(), nil, fixed(e.Value()))
		}
	}
	kind, value := kept.end(bson.TypeEmbeddedDocument)
	return bson.RawValue{Type: kind, Value: value}
}

// sortable are the types that compareScalars compares.
var sortable = []bson.Type{bson.TypeInt32, bson.TypeInt64, bson.TypeDouble, bson.TypeString, bson.TypeDateTime, bson.TypeObjectID}

// compareScalars compares values of one sortable type as a server does, and
// those of two types by type.
func compareScalars(a, b bson.RawValue) int {
	if a.Type != b.Type {
		return cmp.Compare(a.Type, b.Type)
	}
	switch a.Type {
	case bson.TypeInt32:
		return cmp.Compare(a.Int32(), b.Int32())
	case bson.TypeInt64:
		return cmp.Compare(a.Int64(), b.Int64())
	case bson.TypeDateTime:
		return cmp.Compare(a.DateTime(), b.DateTime())
	case bson.TypeDouble:
		return cmp.Compare(a.Double(), b.Double())
	case bson.TypeString:
		return cmp.Compare(a.StringValue(), b.StringValue())
	}
	return bytes.Compare(a.Value, b.Value)
}

package example

import (
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// kept are the documents that an example has of a collection: those with one of the
// values in a field. Others are made, as data may be made of them, and left out.
type kept struct {
	field  string
	values []bson.RawValue
	pos    []diag.Pos // of the values
}

func (k kept) has(d Document) bool {
	return slices.ContainsFunc(fieldOf(d, k.field), k.holds)
}

func (k kept) holds(value bson.RawValue) bool {
	return slices.ContainsFunc(k.values, value.Equal)
}

// only reads which documents the example has.
func (r *reader) only(v *ejson.Value) {
	if v == nil || !r.kind(v, `"only"`, ejson.Object) {
		return
	}
	r.example.kept = map[string]kept{}
	for _, m := range v.Members {
		collection, field := r.field(&ejson.Value{Kind: ejson.String, Text: m.Key, Start: m.Start}, "the name")
		if field == "" {
			continue
		}
		if _, twice := r.example.kept[collection]; twice {
			r.errorf(m.Start, "", "%q is kept by two fields", collection)
		}
		k := kept{field: field}
		for _, item := range r.array(m.Value, fmt.Sprintf("%q", m.Key)) {
			k.values, k.pos = append(k.values, raw(r.value(item))), append(k.pos, r.text.Pos(item.Start))
		}
		r.example.kept[collection] = k
	}
}

// checkKept reports the values that no document of their collection has.
func (e *Example) checkKept(data *Data) diag.List {
	var list diag.List
	for _, name := range sortedKeys(e.kept) {
		k, found := e.kept[name], map[string]bool{}
		for d := range data.Documents(name) {
			for _, v := range fieldOf(d, k.field) {
				found[keyOf(v)] = true
			}
		}
		for i, v := range k.values {
			if !found[keyOf(v)] {
				list.Add(e.Message(k.pos[i], fmt.Sprintf("no document of %q has %s as %s", name, ejson.Print(v), k.field), ""))
			}
		}
	}
	return list
}

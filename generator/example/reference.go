package example

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// CheckReferences holds the initial data to the declared references: each
// value of the field that points must be a value of the field that it points
// at. null and a missing field point at nothing, but if the field is in no
// document of a collection, its name is taken to be wrong. Of a collection of which
// documents are kept, each of the values must be found.
func CheckReferences(ctx context.Context, e *Example) diag.List {
	var list diag.List
	data := e.Data(e.FirstSize()).Under(ctx)
	for _, reference := range e.References {
		targets := map[string]bool{}
		for d := range data.Documents(reference.ToCollection) {
			for _, v := range fieldOf(d, reference.ToPath) {
				targets[keyOf(v)] = true
			}
		}
		found := false
		for d := range data.Documents(reference.FromCollection) {
			for _, v := range fieldOf(d, reference.FromPath) {
				found = true
				if v.Type != bson.TypeNull && !targets[keyOf(v)] {
					list.Add(e.dangling(reference, d, v))
				}
			}
		}
		if wrong := data.Failure(); wrong != nil {
			return diag.List{*wrong}
		}
		if !found && data.Count(reference.FromCollection) > 0 {
			list.Add(e.Message(reference.Pos, fmt.Sprintf("no document of %q has the field %s", reference.FromCollection, reference.FromPath),
				"the reference would hold whatever it says; mend its name, or leave it out"))
		}
	}
	return append(list, e.checkKept(data)...).Sorted()
}

func fieldOf(d Document, path string) []bson.RawValue {
	whole := bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: d.Raw}
	return valuesAt(whole, strings.Split(path, "."), true)
}

// keyOf makes a value comparable by type and bytes.
func keyOf(v bson.RawValue) string { return string(v.Type) + string(v.Value) }

func (e *Example) dangling(r Reference, d Document, v bson.RawValue) diag.Message {
	text := fmt.Sprintf("%s.%s is %s, which no document has as %s.%s",
		r.FromCollection, r.FromPath, ejson.Print(v), r.ToCollection, r.ToPath)
	at := d.Pos
	if !d.Generated {
		at = e.Within(d.Pos, placeOf(bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: d.Raw}, strings.Split(r.FromPath, "."), v)...)
	}
	return e.Message(at, text, fmt.Sprintf("the reference is declared in line %d", r.Pos.Line))
}

// placeOf returns the path, with the indexes of arrays, to the first value like v
// at a path of fields; nil if there is none.
func placeOf(in bson.RawValue, path []string, v bson.RawValue) []string {
	if in.Type == bson.TypeArray {
		items, _ := in.Array().Values()
		for i, item := range items {
			if below := placeOf(item, path, v); below != nil {
				return append([]string{strconv.Itoa(i)}, below...)
			}
		}
		return nil
	}
	if len(path) == 0 {
		if keyOf(in) == keyOf(v) {
			return []string{}
		}
		return nil
	}
	document, ok := in.DocumentOK()
	if !ok {
		return nil
	}
	below := placeOf(document.Lookup(path[0]), path[1:], v)
	if below == nil {
		return nil
	}
	return append([]string{path[0]}, below...)
}

// Breaks returns the first of some documents with a value of the field that points
// which none of the targets has in the other field.
func (r Reference) Breaks(documents, targets []bson.Raw) (in bson.Raw, value bson.RawValue, breaks bool) {
	known := map[string]bool{}
	for _, target := range targets {
		for _, v := range fieldOf(Document{Raw: target}, r.ToPath) {
			known[keyOf(v)] = true
		}
	}
	for _, document := range documents {
		for _, v := range fieldOf(Document{Raw: document}, r.FromPath) {
			if v.Type != bson.TypeNull && !known[keyOf(v)] {
				return document, v, true
			}
		}
	}
	return nil, bson.RawValue{}, false
}

package run

import (
	"bytes"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// renamed replaces the database's name with the example's in every string of a
// value: each run has a database of another name, and must have the same result.
func (r *Runner) renamed(v bson.RawValue) bson.RawValue {
	if r.database == r.example.Name || !bytes.Contains(v.Value, []byte(r.database)) {
		return v
	}
	switch v.Type {
	case bson.TypeString:
		return ejson.MustRaw(strings.ReplaceAll(v.StringValue(), r.database, r.example.Name))
	case bson.TypeArray:
		array := bson.A{}
		for _, item := range ejson.Elements(v) {
			array = append(array, r.renamed(item))
		}
		return ejson.MustRaw(array)
	case bson.TypeEmbeddedDocument:
		document := bson.D{}
		fields, _ := v.Document().Elements()
		for _, e := range fields {
			document = append(document, bson.E{Key: e.Key(), Value: r.renamed(e.Value())})
		}
		return ejson.MustRaw(document)
	}
	return v
}

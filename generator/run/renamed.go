package run

import (
	"bytes"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// renamed puts the example's name in the place of the database in every
// string of a value, so that the same input gives the same result in each run.
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

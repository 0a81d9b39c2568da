package verify

import (
	"bytes"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// renamed puts the example's name in the place of the run's database in every
// string of a value, so that the same input gives the same result in each run.
func (r *run) renamed(v bson.RawValue) bson.RawValue {
	if !bytes.Contains(v.Value, []byte(r.db.Name())) {
		return v
	}
	switch v.Type {
	case bson.TypeString:
		return encode(strings.ReplaceAll(v.StringValue(), r.db.Name(), r.example.Name))
	case bson.TypeArray:
		array := bson.A{}
		for _, item := range ejson.Elements(v) {
			array = append(array, r.renamed(item))
		}
		return encode(array)
	case bson.TypeEmbeddedDocument:
		document := bson.D{}
		fields, _ := v.Document().Elements()
		for _, e := range fields {
			document = append(document, bson.E{Key: e.Key(), Value: r.renamed(e.Value())})
		}
		return encode(document)
	}
	return v
}

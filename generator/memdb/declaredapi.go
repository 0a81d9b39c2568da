package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// declaredAPI is the version of the stable API that a client says it keeps to,
// and how strictly (src/mongo/db/api_parameters.idl).
type declaredAPI struct {
	Version           *string `idl:"apiVersion"`
	Strict            *bool   `idl:"apiStrict"`
	DeprecationErrors *bool   `idl:"apiDeprecationErrors"`
}

func (a declaredAPI) strict() bool { return a.Strict != nil && *a.Strict }

// same reports whether two commands declare the same in the same fields.
func (a declaredAPI) same(other declaredAPI) bool {
	return value.Equal(a.document(), other.document())
}

func (a declaredAPI) document() bson.D {
	doc := bson.D{}
	if a.Version != nil {
		doc = append(doc, bson.E{Key: "apiVersion", Value: *a.Version})
	}
	if a.Strict != nil {
		doc = append(doc, bson.E{Key: "apiStrict", Value: *a.Strict})
	}
	if a.DeprecationErrors != nil {
		doc = append(doc, bson.E{Key: "apiDeprecationErrors", Value: *a.DeprecationErrors})
	}
	return doc
}

package engine

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// APIParameters is the version of the stable API that a client says it keeps to,
// and how strictly (src/mongo/db/api_parameters.idl).
type APIParameters struct {
	Version           *string `idl:"apiVersion"`
	Strict            *bool   `idl:"apiStrict"`
	DeprecationErrors *bool   `idl:"apiDeprecationErrors"`
}

// IsStrict reports whether the client keeps to the version.
func (a APIParameters) IsStrict() bool { return a.Strict != nil && *a.Strict }

// Same reports whether two commands declare the same in the same fields.
func (a APIParameters) Same(other APIParameters) bool {
	return value.Equal(a.Document(), other.Document())
}

// Document returns the declared fields.
func (a APIParameters) Document() bson.D {
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

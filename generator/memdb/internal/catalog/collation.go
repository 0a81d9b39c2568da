package catalog

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/collation"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/value"
)

var collationFields = idl.Of[collation.Spec]("")

// ParseCollation returns how values compare under a collation, nil for the simple
// one and for an empty document. It refuses collations whose order package
// collation can't prove to be the server's.
func ParseCollation(doc bson.D) (*value.Collation, error) {
	if len(doc) == 0 {
		return nil, nil
	}
	var spec collation.Spec
	if err := collationFields.Parse("collation", doc, &spec); err != nil {
		return nil, err
	}
	collator, err := spec.Collator(documentText(doc))
	if collator == nil || err != nil {
		return nil, err
	}
	return value.NewCollation(collator, spec.Document()), nil
}

// documentText is a document as messages show it.
type documentText bson.D

// String returns the document as messages show it.
func (d documentText) String() string { return value.String(bson.D(d)) }

// ParseDefaultCollation returns the collation of a collection or view that is made: an
// empty document lacks its locale there.
func ParseDefaultCollation(doc bson.D) (*value.Collation, error) {
	if doc != nil && len(doc) == 0 {
		return nil, collationFields.Parse("collation", doc, &collation.Spec{})
	}
	return ParseCollation(doc)
}

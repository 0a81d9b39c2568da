package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/collation"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/value"
)

var collationFields = idl.Of[collation.Spec]("")

// newCollation returns how values compare under a collation, nil for the simple
// one and for an empty document. It refuses collations whose order package
// collation can't prove to be the server's.
func newCollation(doc bson.D) (*value.Collation, error) {
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

func (d documentText) String() string { return value.String(bson.D(d)) }

// definedCollation returns the collation of a collection or view that is made: an
// empty document lacks its locale there.
func definedCollation(doc bson.D) (*value.Collation, error) {
	if doc != nil && len(doc) == 0 {
		return nil, collationFields.Parse("collation", doc, &collation.Spec{})
	}
	return newCollation(doc)
}

// collation returns how a command or a statement compares values: by the collation
// that it was given, else by the collection's own.
func (r *request) collation(c *collection, doc bson.D) (collation *value.Collation, err error) {
	if len(doc) > 0 {
		collation, err = newCollation(doc)
	} else if c != nil {
		collation = c.options.collation
	}
	return collation, err
}

// readCollation is collation for a command that reads a collection or a view. The
// collation of a view can't be overridden, only repeated.
func (r *request) readCollation(name string, doc bson.D) (*value.Collation, error) {
	d := r.store.database(r.database)
	v := d.views[name]
	if v == nil || v.series != nil {
		return r.collation(d.collections[name], doc)
	}
	if len(doc) == 0 {
		return v.collation, nil
	}
	collation, err := newCollation(doc)
	if err == nil && !collation.Same(v.collation) {
		err = d.otherCollation(name)
	}
	return collation, err
}

// shownCollation is the option in which the collation of an object is shown.
func shownCollation(collation *value.Collation) bson.D {
	if collation == nil {
		return nil
	}
	return bson.D{{Key: "collation", Value: collation.Spec()}}
}

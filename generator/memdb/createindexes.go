package memdb

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/idl"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

type createIndexesCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Indexes    []bson.D           `idl:"indexes,required"` // package storage reads them
	_          any                `idl:"commitQuorum,accepted,types=string|number"`
	_          idl.Refused        `idl:"ignoreUnknownIndexOptions isTimeseriesNamespace"`
}

var _ = register[createIndexesCommand](command{names: []string{"createIndexes"}, transaction: true, locks: locksWrite, api1: true, writeConcern: true})

const maxIndexes = 64

func (c *createIndexesCommand) run(r *request) (bson.D, error) {
	d := r.store.database(r.database)
	name, err := d.checkCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	existing, err := d.indexed(name)
	if err != nil {
		return nil, err
	}
	if err := existing.checkSeriesIndexes(c.Indexes); err != nil {
		return nil, err
	}
	specs, err := c.specs(r, existing)
	if err != nil {
		return nil, err
	}
	coll, err := r.ensure(r.database, name)
	if err != nil {
		return nil, err
	}
	before, hidden := len(coll.Indexes), len(coll.Indexes)-len(coll.shownIndexes())
	r.store.undo.Note(func() { coll.Indexes = coll.Indexes[:before] })
	if err := coll.addIndexes(specs, r.now); err != nil {
		return nil, err
	}
	if before < len(coll.Indexes) {
		if err := r.mayIndex(coll); err != nil {
			return nil, err
		}
		coll.version++
	}
	reply := bson.D{
		{Key: "numIndexesBefore", Value: int32(before - hidden)},
		{Key: "numIndexesAfter", Value: int32(len(coll.Indexes) - hidden)},
	}
	if existing == nil || before < len(coll.Indexes) {
		reply = append(reply, bson.E{Key: "createdCollectionAutomatically", Value: existing == nil})
	}
	if before == len(coll.Indexes) {
		reply = append(reply, bson.E{Key: "note", Value: "all indexes already exist"})
	}
	return reply, nil
}

// mayIndex gives the error of new indexes on a collection that a transaction uses,
// or that the command's own transaction did not make.
func (r *request) mayIndex(coll *collection) error {
	switch {
	case r.store.transaction == nil:
		database, name, _ := strings.Cut(coll.Name, ".")
		return r.alone(database, name)
	case coll.created && coll.Count() == 0:
		return nil
	case coll.Count() == 0:
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot create new indexes on existing collection %s in a multi-document transaction.", coll.Name)
	}
	return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot create new indexes on non-empty collection %s in a multi-document transaction.", coll.Name)
}

// specs reads the indexes; the collection gives the collation of those that have
// none of their own.
func (c *createIndexesCommand) specs(r *request, coll *collection) ([]storage.Spec, error) {
	if len(c.Indexes) == 0 {
		return nil, errcode.New(errcode.BadValue, "Must specify at least one index to create")
	}
	specs := make([]storage.Spec, len(c.Indexes))
	for i, doc := range c.Indexes {
		spec, err := storage.ParseSpec(doc)
		if err != nil {
			return nil, err
		}
		if err := collateIndex(r, coll, &spec, doc); err != nil {
			return nil, err
		}
		specs[i] = spec
	}
	return specs, nil
}

func collateIndex(r *request, coll *collection, spec *storage.Spec, doc bson.D) error {
	given, _ := value.Get(doc, "collation").(bson.D)
	collation, err := r.collation(coll, given)
	if err != nil {
		return err
	}
	if storage.IsID(spec.Key) {
		standard, _ := r.collation(coll, nil)
		if !collation.Same(standard) {
			return errcode.New(errcode.BadValue, "The _id index must have the same collation as the collection. Index collation: %s, collection collation: %s",
				value.String(shownSpec(collation)), value.String(shownSpec(standard)))
		}
	}
	return spec.SetCollation(collation)
}

func shownSpec(collation *value.Collation) bson.D {
	if collation == nil {
		return bson.D{{Key: "locale", Value: "simple"}}
	}
	return collation.Spec()
}

// addIndexes builds the indexes that are not there yet, all or none.
func (c *collection) addIndexes(specs []storage.Spec, now time.Time) error {
	before := len(c.Indexes)
	for _, spec := range specs {
		exists, err := c.compareIndexes(spec)
		if err == nil && !exists {
			if len(c.Indexes) == maxIndexes {
				err = errcode.New(errcode.CannotCreateIndex, "add index fails, too many indexes for %s key:%s", c.Name, value.String(spec.Key))
			} else {
				err = c.AddIndex(spec)
			}
		}
		if err != nil {
			c.Indexes = c.Indexes[:before]
			return err
		}
	}
	for _, x := range c.Indexes[before:] {
		x.Accesses.Restart(bson.DateTime(now.UnixMilli()))
	}
	return nil
}

// compareIndexes says whether an index is there already, or in the way.
func (c *collection) compareIndexes(spec storage.Spec) (exists bool, err error) {
	if storage.IsID(spec.Key) {
		return true, nil
	}
	for _, x := range c.Indexes {
		same := x.Spec.Same(&spec)
		equalOptions := equalExpiry(x.ExpireAfter, spec.ExpireAfter) && x.Hidden == spec.Hidden
		switch {
		case x.Name == spec.Name && same && equalOptions:
			return true, nil
		case same && !equalOptions:
			how := "a different name and options"
			if x.Name == spec.Name {
				how = "the same name but different options"
			}
			return false, errcode.New(85, "An equivalent index already exists with %s. Requested index: %s, existing index: %s",
				how, value.String(specRow(&spec)), value.String(indexRow(x)))
		case x.Name == spec.Name:
			return false, errcode.New(86, "An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: %s, existing index: %s",
				value.String(specRow(&spec)), value.String(indexRow(x)))
		case same:
			return false, errcode.New(85, "Index already exists with a different name: %s", x.Name)
		}
	}
	return false, nil
}

func equalExpiry(a, b *int32) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

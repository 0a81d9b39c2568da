package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

const maxIndexes = 64

func runCreateIndexes(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	specs, err := r.parseIndexes(r.db.collection(r.database, name))
	if err != nil {
		return nil, err
	}
	existed := r.db.collection(r.database, name) != nil
	c, err := r.ensure(name)
	if err != nil {
		return nil, err
	}
	before := len(c.Indexes)
	r.undo = append(r.undo, func() { c.Indexes = c.Indexes[:before] })
	if err := c.addIndexes(specs); err != nil {
		return nil, err
	}
	reply := bson.D{
		{Key: "numIndexesBefore", Value: int32(before)},
		{Key: "numIndexesAfter", Value: int32(len(c.Indexes))},
	}
	if !existed {
		reply = append(reply, bson.E{Key: "createdCollectionAutomatically", Value: true})
	}
	if before == len(c.Indexes) {
		reply = append(reply, bson.E{Key: "note", Value: "all indexes already exist"})
	}
	return reply, nil
}

// parseIndexes reads the indexes; c gives the collation of those that have none
// of their own.
func (r *request) parseIndexes(c *collection) ([]storage.Spec, error) {
	list := r.array("indexes")
	if len(list) == 0 {
		return nil, errcode.New(errcode.BadValue, "Must specify at least one index to create")
	}
	var specs []storage.Spec
	for _, v := range list {
		doc, ok := v.(bson.D)
		if !ok {
			return nil, errcode.New(errcode.TypeMismatch, "BSON field 'createIndexes.indexes' is the wrong type '%s', expected type 'object'", value.TypeName(v))
		}
		spec, err := storage.ParseSpec(doc)
		if err != nil {
			return nil, err
		}
		if err := r.collateIndex(c, &spec, doc); err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

func (r *request) collateIndex(c *collection, spec *storage.Spec, doc bson.D) error {
	given, _ := value.Get(doc, "collation").(bson.D)
	collation, err := r.collation(c, given)
	if err != nil {
		return err
	}
	if storage.IsID(spec.Key) {
		own, _ := r.collation(c, nil)
		if !collation.Same(own) {
			return errcode.New(errcode.BadValue, "The _id index must have the same collation as the collection. Index collation: %s, collection collation: %s",
				value.String(shownSpec(collation)), value.String(shownSpec(own)))
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
func (c *collection) addIndexes(specs []storage.Spec) error {
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

package command

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

type createIndexesCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Indexes    []bson.D           `idl:"indexes,required"` // package storage reads them
	KnownOnly  idl.Truth          `idl:"ignoreUnknownIndexOptions,unstable"`
	_          any                `idl:"commitQuorum,accepted,types=string|number"`
	_          idl.Refused        `idl:"isTimeseriesNamespace"`
}

var _ = register[createIndexesCommand](command{names: []string{"createIndexes"}, transaction: true, locks: locksWrite, api1: true, writeConcern: true})

const maxIndexes = 64

func (c *createIndexesCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.CheckCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	existing, err := d.Indexed(name)
	if err != nil {
		return nil, err
	}
	if err := c.leaveOutUnknown(); err != nil {
		return nil, err
	}
	if err := checkSeriesIndexes(existing, c.Indexes); err != nil {
		return nil, err
	}
	if op.IsAPIStrict {
		if err := checkStrictIndexes(c.Indexes); err != nil {
			return nil, err
		}
	}
	specs, err := c.specs(op, existing)
	if err != nil {
		return nil, err
	}
	coll, err := op.EnsureCollection(op.Database, name)
	if err != nil {
		return nil, err
	}
	before, hidden := len(coll.Indexes), len(coll.Indexes)-len(coll.ShownIndexes())
	if err := buildIndexes(op, coll, specs); err != nil {
		return nil, err
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

// checkMayIndex returns the error of new indexes on a collection that a transaction uses,
// or that the command's own transaction did not make.
func checkMayIndex(op *engine.Operation, coll *catalog.Collection) error {
	switch {
	case op.Store.Transaction == nil:
		database, name, _ := strings.Cut(coll.Name, ".")
		return op.CheckNotInUse(database, name)
	case coll.IsCreated && coll.Count() == 0:
		return nil
	case coll.Count() == 0:
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot create new indexes on existing collection %s in a multi-document transaction.", coll.Name)
	}
	return errcode.New(errcode.OperationNotSupportedInTransaction, "Cannot create new indexes on non-empty collection %s in a multi-document transaction.", coll.Name)
}

// leaveOutUnknown removes the options that the server does not know, if
// ignoreUnknownIndexOptions is set, as mongorestore sets it.
func (c *createIndexesCommand) leaveOutUnknown() (err error) {
	for i, doc := range c.Indexes {
		if !c.KnownOnly || err != nil {
			return err
		}
		c.Indexes[i], err = storage.KnownOptions(doc)
	}
	return err
}

// specs parses the indexes. An index without a collation of its own gets that of the
// collection.
func (c *createIndexesCommand) specs(op *engine.Operation, coll *catalog.Collection) ([]storage.Spec, error) {
	if len(c.Indexes) == 0 {
		return nil, errcode.New(errcode.BadValue, "Must specify at least one index to create")
	}
	specs := make([]storage.Spec, len(c.Indexes))
	for i, doc := range c.Indexes {
		spec, err := storage.ParseSpec(doc)
		if err != nil {
			return nil, err
		}
		if err := collateIndex(op, coll, &spec, doc); err != nil {
			return nil, err
		}
		specs[i] = spec
	}
	return specs, nil
}

func collateIndex(op *engine.Operation, coll *catalog.Collection, spec *storage.Spec, doc bson.D) error {
	given, _ := value.Get(doc, "collation").(bson.D)
	collation, err := op.Collation(coll, given)
	if err != nil {
		return err
	}
	if storage.IsID(spec.Key) {
		standard, _ := op.Collation(coll, nil)
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

// buildIndexes builds the indexes that do not exist yet, all or none; other commands
// may write meanwhile.
func buildIndexes(op *engine.Operation, coll *catalog.Collection, specs []storage.Spec) error {
	b := coll.StartBuild()
	defer b.End()
	op.MayYield = op.WritesMayYield(coll)
	for _, spec := range specs {
		exists, err := compareIndexes(coll, spec, b.Indexes)
		switch {
		case err != nil:
			return err
		case exists:
			continue
		case len(coll.Indexes)+len(b.Indexes) == maxIndexes:
			return errcode.New(errcode.CannotCreateIndex, "add index fails, too many indexes for %s key:%s", coll.Name, value.String(spec.Key))
		}
		op.MayYield = op.MayYield && spec.Collation == nil
		b.Add(spec)
	}
	if len(b.Indexes) == 0 {
		return nil
	}
	if err := checkMayIndex(op, coll); err != nil {
		return err
	}
	if err := runBuild(op, b, coll); err != nil {
		return err
	}
	return keepIndexes(op, b, coll)
}

// runBuild adds one document after the other to the indexes, and yields between
// them.
func runBuild(op *engine.Operation, b *storage.Build, coll *catalog.Collection) error {
	op.MayYieldInStatement = op.MayYield
	for {
		if err := op.CheckForInterrupt(); err != nil {
			return err
		}
		if op.YieldBetweenDocuments(coll.Collection) != nil {
			return errcode.New(276, "Index build failed: %s: collection dropped", coll.Name)
		}
		done, err := b.Step()
		if done || err != nil {
			return err
		}
	}
}

// keepIndexes adds the new indexes to the collection, except the ones that other
// commands have made meanwhile.
func keepIndexes(op *engine.Operation, b *storage.Build, coll *catalog.Collection) error {
	made := b.Indexes
	b.Indexes = nil
	for _, x := range made {
		exists, err := compareIndexes(coll, x.Spec, nil)
		if err != nil {
			return err
		}
		if !exists {
			b.Indexes = append(b.Indexes, x)
		}
	}
	if err := checkMayIndex(op, coll); err != nil {
		return err
	}
	op.Store.Undo.Note(func() {
		coll.Indexes = slices.DeleteFunc(coll.Indexes, func(x *storage.Index) bool { return slices.Contains(b.Indexes, x) })
	})
	b.Finish()
	coll.Restart(b.Indexes, op.Now)
	coll.Version++
	return nil
}

// compareIndexes reports whether an index exists already, in the collection or among
// others that are made with it, and returns the error of one that conflicts with it.
func compareIndexes(c *catalog.Collection, spec storage.Spec, others []*storage.Index) (exists bool, err error) {
	if storage.IsID(spec.Key) {
		return true, nil
	}
	for _, x := range slices.Concat(c.Indexes, others) {
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
				how, value.String(catalog.SpecRow(&spec)), value.String(catalog.IndexRow(x)))
		case x.Name == spec.Name && x.Clustered:
			return false, errcode.NotImplemented("an index of the name of that of a clustered collection")
		case x.Name == spec.Name:
			return false, errcode.New(86, "An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: %s, existing index: %s",
				value.String(catalog.SpecRow(&spec)), value.String(catalog.IndexRow(x)))
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

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
	"modelbook/generator/memdb/internal/value"
)

type createCommand struct {
	genericArguments
	validation
	Collection idl.CollectionName    `idl:",command"`
	Collation  bson.D                `idl:"collation"`
	ViewOn     *string               `idl:"viewOn"`
	Pipeline   []bson.D              `idl:"pipeline"`
	Capped     idl.Truth             `idl:"capped"`
	Size       *int64                `idl:"size,unstable,min=1,max=1125899906842624"`
	Max        *int64                `idl:"max,unstable,max=2147483647"`
	AutoID     *bool                 `idl:"autoIndexId,unstable"`
	IDIndex    bson.D                `idl:"idIndex"` // package storage reads it
	TimeSeries *timeseries.Given     `idl:"timeseries"`
	Expiry     *int64                `idl:"expireAfterSeconds"`
	Clustered  *clusteredIndexOption `idl:"clusteredIndex,types=bool|object"`
	_          idl.Refused           `idl:"storageEngine indexOptionDefaults"`
	Images     *imagesOption         `idl:"changeStreamPreAndPostImages"`
	_          idl.Refused           `idl:"encryptedFields recordIdsReplicated temp flags"`
}

var _ = register[createCommand](command{names: []string{"create"}, transaction: true, locks: locksWrite, api1: true, writeConcern: true})

func (c *createCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.CheckCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	if err := d.CheckSystemName(name); err != nil {
		return nil, err
	}
	if c.Clustered.given() {
		if err := c.checkClustered(); err != nil {
			return nil, err
		}
	}
	if c.TimeSeries != nil {
		return bson.D{}, c.createTimeSeries(op, d, name)
	}
	if c.Expiry != nil && !c.Clustered.given() {
		return nil, errcode.New(errcode.InvalidOptions, "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex' option is specified")
	}
	if err := c.checkIDIndex(op); err != nil {
		return nil, err
	}
	if c.ViewOn != nil {
		return bson.D{}, c.createView(op, d, name)
	}
	if c.Pipeline != nil {
		return nil, errcode.New(errcode.InvalidOptions, "'pipeline' requires 'viewOn' to also be specified")
	}
	options, err := c.options(op.Database)
	if err != nil {
		return nil, err
	}
	if existing := d.Collections[name]; existing != nil {
		if value.Equal(existing.Options.Shown, options.Shown) {
			return bson.D{}, nil
		}
		return nil, d.ExistsError(name)
	}
	if d.Views[name] != nil {
		return nil, d.ExistsError(name)
	}
	_, err = op.MakeCollection(op.Database, name, options)
	return bson.D{}, err
}

func (c *createCommand) options(database string) (o catalog.CollectionOptions, err error) {
	o.Shown = bson.D{}
	if o.Collation, err = catalog.ParseDefaultCollation(c.Collation); err != nil {
		return o, err
	}
	if err := c.parseCapped(&o); err != nil {
		return o, err
	}
	if err := c.Images.apply(&o, database); err != nil {
		return o, err
	}
	if o.Validator, err = c.apply(catalog.NewValidator(), database, string(c.Collection), o.Collation); err != nil {
		return o, err
	}
	o.Shown = append(o.Shown, c.shown(o.Validator)...)
	o.Shown = append(o.Shown, o.Collation.Option()...)
	return o, c.applyClustered(&o)
}

// checkIDIndex checks the index on _id that mongorestore passes: it must be the one
// that is made anyway (src/mongo/db/commands/create_command.cpp).
func (c *createCommand) checkIDIndex(op *engine.Operation) error {
	switch {
	case c.IDIndex == nil:
		return nil
	case c.ViewOn != nil:
		return errcode.New(errcode.InvalidOptions, "'idIndex' is not allowed with 'viewOn'")
	case c.AutoID != nil:
		return errcode.New(errcode.InvalidOptions, "'idIndex' is not allowed with 'autoIndexId'")
	}
	spec, err := storage.ParseSpec(c.IDIndex)
	if err != nil {
		return err
	}
	if !storage.IsID(spec.Key) {
		return errcode.New(errcode.BadValue, "The field 'key' for an _id index must be {_id: 1}, but got %s", value.String(spec.Key))
	}
	collation, err := catalog.ParseDefaultCollation(c.Collation)
	if err != nil {
		return err
	}
	return collateIndex(op, &catalog.Collection{Options: catalog.CollectionOptions{Collation: collation}}, &spec, c.IDIndex)
}

func (c *createCommand) parseCapped(o *catalog.CollectionOptions) error {
	if !c.Capped {
		if c.Size != nil || c.Max != nil {
			return errcode.New(errcode.InvalidOptions, "the 'size' and 'max' fields are only allowed with 'capped'")
		}
		return nil
	}
	if c.Size == nil {
		return errcode.New(errcode.InvalidOptions, "the 'size' field is required when 'capped' is true")
	}
	most := int64(0)
	if c.Max != nil {
		most = *c.Max
	}
	*o = cappedOptions(*o, *c.Size, most)
	return nil
}

// createView makes a view, and ignores most options that only a collection has.
func (c *createCommand) createView(op *engine.Operation, d *catalog.Database, name string) error {
	collation, err := catalog.ParseDefaultCollation(c.Collation)
	if err != nil {
		return err
	}
	if c.Images != nil {
		return errcode.New(errcode.InvalidOptions, "option not supported on a view: %s", imagesName)
	}
	if *c.ViewOn == "" {
		return errcode.New(errcode.BadValue, "'viewOn' cannot be empty")
	}
	made := &catalog.View{On: *c.ViewOn, Pipeline: catalog.StageList(c.Pipeline), Collation: collation}
	if v := d.Views[name]; v != nil && v.Same(made) {
		return nil
	}
	if d.Views[name] != nil || d.Collections[name] != nil {
		return d.ExistsError(name)
	}
	if err := d.DefineView(name, made, op.IsAPIStrict); err != nil {
		return err
	}
	return op.PutView(op.Database, name, made)
}

package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

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

func (c *createCommand) run(r *request) (bson.D, error) {
	d := r.store.database(r.database)
	name, err := d.checkCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	if err := d.checkSystemName(name); err != nil {
		return nil, err
	}
	if c.Clustered.given() {
		if err := c.checkClustered(); err != nil {
			return nil, err
		}
	}
	if c.TimeSeries != nil {
		return bson.D{}, c.createTimeSeries(r, d, name)
	}
	if c.Expiry != nil && !c.Clustered.given() {
		return nil, errcode.New(errcode.InvalidOptions, "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex' option is specified")
	}
	if err := c.checkIDIndex(r); err != nil {
		return nil, err
	}
	if c.ViewOn != nil {
		return bson.D{}, c.createView(r, d, name)
	}
	if c.Pipeline != nil {
		return nil, errcode.New(errcode.InvalidOptions, "'pipeline' requires 'viewOn' to also be specified")
	}
	options, err := c.options(r.database)
	if err != nil {
		return nil, err
	}
	if existing := d.collections[name]; existing != nil {
		if value.Equal(existing.options.shown, options.shown) {
			return bson.D{}, nil
		}
		return nil, d.exists(name)
	}
	if d.views[name] != nil {
		return nil, d.exists(name)
	}
	_, err = r.makeCollection(r.database, name, options)
	return bson.D{}, err
}

func (c *createCommand) options(database string) (o collectionOptions, err error) {
	o.shown = bson.D{}
	if o.collation, err = definedCollation(c.Collation); err != nil {
		return o, err
	}
	if err := c.parseCapped(&o); err != nil {
		return o, err
	}
	if err := c.Images.apply(&o, database); err != nil {
		return o, err
	}
	if o.validator, err = c.apply(newValidator(), database, string(c.Collection), o.collation); err != nil {
		return o, err
	}
	o.shown = append(o.shown, c.shown(o.validator)...)
	o.shown = append(o.shown, shownCollation(o.collation)...)
	return o, c.applyClustered(&o)
}

// checkIDIndex checks the index on _id that mongorestore passes: it must be the one
// that is made anyway (src/mongo/db/commands/create_command.cpp).
func (c *createCommand) checkIDIndex(r *request) error {
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
	collation, err := definedCollation(c.Collation)
	if err != nil {
		return err
	}
	return collateIndex(r, &collection{options: collectionOptions{collation: collation}}, &spec, c.IDIndex)
}

func (c *createCommand) parseCapped(o *collectionOptions) error {
	if !c.Capped {
		if c.Size != nil || c.Max != nil {
			return errcode.New(errcode.InvalidOptions, "the 'size' and 'max' fields are only allowed with 'capped'")
		}
		return nil
	}
	if c.Size == nil {
		return errcode.New(errcode.InvalidOptions, "the 'size' field is required when 'capped' is true")
	}
	o.cappedSize = *c.Size
	o.shown = append(o.shown, bson.E{Key: "capped", Value: true}, bson.E{Key: "size", Value: value.IntOrLong(o.cappedSize)})
	if c.Max != nil {
		o.cappedMax = *c.Max
	}
	if o.cappedMax > 0 {
		o.shown = append(o.shown, bson.E{Key: "max", Value: value.IntOrLong(o.cappedMax)})
	}
	return nil
}

// createView makes a view, and ignores most options that only a collection has.
func (c *createCommand) createView(r *request, d *database, name string) error {
	collation, err := definedCollation(c.Collation)
	if err != nil {
		return err
	}
	if c.Images != nil {
		return errcode.New(errcode.InvalidOptions, "option not supported on a view: %s", imagesName)
	}
	if *c.ViewOn == "" {
		return errcode.New(errcode.BadValue, "'viewOn' cannot be empty")
	}
	made := &view{on: *c.ViewOn, pipeline: stageList(c.Pipeline), collation: collation}
	if v := d.views[name]; v != nil && v.same(made) {
		return nil
	}
	if d.views[name] != nil || d.collections[name] != nil {
		return d.exists(name)
	}
	if err := d.define(name, made, r.strict); err != nil {
		return err
	}
	return r.putView(r.database, name, made)
}

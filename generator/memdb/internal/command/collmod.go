package command

import (
	"math"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
	"modelbook/generator/memdb/internal/value"
)

type collModCommand struct {
	genericArguments
	validation
	Collection idl.CollectionName    `idl:",command"`
	Index      *indexChange          `idl:"index"`
	ViewOn     *string               `idl:"viewOn"`
	Pipeline   []bson.D              `idl:"pipeline"`
	Images     *imagesOption         `idl:"changeStreamPreAndPostImages"`
	Expiry     any                   `idl:"expireAfterSeconds,types=string|number"`
	TimeSeries *timeseries.Bucketing `idl:"timeseries"`
	CappedSize *int64                `idl:"cappedSize,min=1,max=1125899906842624"`
	CappedMax  *int64                `idl:"cappedMax,max=2147483647"`
	_          idl.Refused           `idl:"dryRun recordPreImages encryptedFields isTimeseriesNamespace"`
}

// indexChange is the argument index of collMod (src/mongo/db/coll_mod.idl,
// CollModIndex).
type indexChange struct {
	Name          *string    `idl:"name"`
	KeyPattern    bson.D     `idl:"keyPattern"`
	ExpireAfter   *int64     `idl:"expireAfterSeconds"`
	Hidden        *idl.Truth `idl:"hidden"`
	Unique        *idl.Truth `idl:"unique"`
	PrepareUnique *idl.Truth `idl:"prepareUnique,unstable"`
}

var _ = register[collModCommand](command{names: []string{"collMod"}, locks: locksWrite, api1: true, writeConcern: true})

func (c *collModCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.CheckCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	if d.Measurements(name) != nil {
		return c.changeTimeSeries(op, d, name)
	}
	if v := d.Views[name]; v != nil {
		return bson.D{}, c.changeView(op, d, name, v)
	}
	coll := d.Collections[name]
	if coll == nil {
		return nil, d.NotFoundError(name)
	}
	switch {
	case c.ViewOn != nil || c.Pipeline != nil:
		return nil, errcode.New(errcode.InvalidOptions, "ns: %s is not a view", d.Namespace(name))
	case c.TimeSeries != nil:
		return nil, errcode.New(errcode.InvalidOptions, "option only supported on a time-series collection: timeseries")
	case coll.IsClustered() && c.Expiry != nil:
		return nil, errcode.NotImplemented("collMod.expireAfterSeconds of a clustered collection")
	case c.Expiry != nil:
		return nil, errcode.New(errcode.InvalidOptions, "'expireAfterSeconds' option is only supported on collections clustered by _id")
	}
	if err := c.checkCapped(coll); err != nil {
		return nil, err
	}
	if err := op.CheckNotInUse(op.Database, name); err != nil {
		return nil, err
	}
	coll.Version++
	old := coll.Validator
	if old == nil {
		old = catalog.NewValidator()
	}
	changed, err := c.apply(old, op.Database, name, coll.Options.Collation)
	if err != nil {
		return nil, err
	}
	reply := bson.D{}
	if c.Index != nil {
		if reply, err = c.Index.apply(coll, op.Now); err != nil {
			return nil, err
		}
	}
	if err := c.Images.apply(&coll.Options, op.Database); err != nil {
		return nil, err
	}
	if c.field() != "" {
		setValidator(coll, changed)
	}
	c.resize(coll)
	return reply, nil
}

// checkCapped returns the error of limits for a collection that has none.
func (c *collModCommand) checkCapped(coll *catalog.Collection) error {
	switch {
	case c.CappedSize == nil && c.CappedMax == nil:
		return nil
	case !coll.Capped():
		return errcode.New(errcode.InvalidOptions, "collection must be capped.")
	case c.CappedMax != nil && *c.CappedMax < 0: // which listCollections might show
		return errcode.NotImplemented("collMod.cappedMax below zero")
	}
	return nil
}

// resize changes the limits of a capped collection. Documents beyond them stay
// until the next insert.
func (c *collModCommand) resize(coll *catalog.Collection) {
	if c.CappedSize == nil && c.CappedMax == nil {
		return
	}
	size, most := coll.Options.CappedSize, coll.Options.CappedMax
	if c.CappedSize != nil {
		size = *c.CappedSize
	}
	if c.CappedMax != nil {
		most = *c.CappedMax
	}
	coll.Options = cappedOptions(coll.Options, size, most)
	coll.Limit(size, most)
}

// setValidator sets the validator, also in the options that listCollections shows.
func setValidator(c *catalog.Collection, v *catalog.Validator) {
	c.Validator = v
	shown := slices.DeleteFunc(slices.Clone(c.Options.Shown), func(f bson.E) bool {
		return f.Key == "validator" || f.Key == "validationLevel" || f.Key == "validationAction"
	})
	if v.Filter != nil {
		shown = append(shown, bson.E{Key: "validator", Value: v.Filter})
	}
	c.Options.Shown = append(shown, bson.E{Key: "validationLevel", Value: v.Level}, bson.E{Key: "validationAction", Value: v.Action})
}

func (c *collModCommand) changeView(op *engine.Operation, d *catalog.Database, name string, v *catalog.View) error {
	other := c.field()
	switch {
	case c.CappedSize != nil, c.CappedMax != nil: // this ends the server
		return errcode.NotImplemented("collMod.cappedSize and cappedMax on a view")
	case other != "":
	case c.Index != nil:
		other = "index"
	case c.Images != nil:
		other = imagesName
	case c.TimeSeries != nil:
		other = "timeseries"
	case c.Expiry != nil:
		other = "expireAfterSeconds"
	}
	if other != "" {
		return errcode.New(errcode.InvalidOptions, "option not supported on a view: %s", other)
	}
	changed := *v
	if c.ViewOn != nil {
		if strings.HasPrefix(*c.ViewOn, ".") {
			return errcode.New(errcode.InvalidNamespace, "Invalid namespace specified '%s.%s'", d.Name, *c.ViewOn)
		}
		changed.On = *c.ViewOn
	}
	if c.Pipeline != nil {
		changed.Pipeline = catalog.StageList(c.Pipeline)
	}
	if err := d.DefineView(name, &changed, op.IsAPIStrict); err != nil {
		return err
	}
	return op.PutView(op.Database, name, &changed)
}

// apply changes the expiry of an index, or hides it.
func (c *indexChange) apply(coll *catalog.Collection, now time.Time) (bson.D, error) {
	x, err := c.find(coll)
	if err != nil {
		return nil, err
	}
	reply := bson.D{}
	if c.ExpireAfter != nil {
		row, err := changeExpiry(x, *c.ExpireAfter)
		if err != nil {
			return nil, err
		}
		reply = append(reply, row...)
	}
	if c.Hidden != nil {
		row, err := hideIndex(coll, x, bool(*c.Hidden), now)
		if err != nil {
			return nil, err
		}
		reply = append(reply, row...)
	}
	return reply, nil
}

func (c *indexChange) find(coll *catalog.Collection) (*storage.Index, error) {
	switch {
	case (c.Name != nil) == (c.KeyPattern != nil):
		return nil, errcode.New(errcode.InvalidOptions, "must specify either index name or key pattern, and not both")
	case c.ExpireAfter == nil && c.Hidden == nil && c.Unique == nil && c.PrepareUnique == nil:
		return nil, errcode.New(errcode.InvalidOptions, "no expireAfterSeconds, hidden, unique, or prepareUnique field")
	}
	if c.Hidden != nil && (c.Name != nil && coll.NamesClustered(*c.Name) || c.KeyPattern != nil && coll.NamesClustered(c.KeyPattern)) {
		return nil, errcode.New(6011800, "The 'hidden' option is not supported for a clustered index")
	}
	var found []*storage.Index
	for _, x := range coll.ShownIndexes() {
		if (c.Name != nil && x.Name == *c.Name) || (c.KeyPattern != nil && x.HasKey(c.KeyPattern)) {
			found = append(found, x)
		}
	}
	switch {
	case len(found) == 0 && c.Name != nil:
		return nil, errcode.New(errcode.IndexNotFound, "cannot find index %s for ns %s", *c.Name, coll.Name)
	case len(found) == 0:
		return nil, errcode.New(errcode.IndexNotFound, "cannot find index %s for ns %s", value.String(c.KeyPattern), coll.Name)
	case len(found) > 1:
		return nil, errcode.New(181, "index keyPattern %s matches %d indexes, must use index name.", value.String(c.KeyPattern), len(found))
	case c.Unique != nil:
		return nil, errcode.NotImplemented("collMod.index.unique")
	case c.PrepareUnique != nil:
		return nil, errcode.NotImplemented("collMod.index.prepareUnique")
	}
	return found[0], nil
}

func changeExpiry(x *storage.Index, n int64) (bson.D, error) {
	if n < 0 {
		return nil, errcode.New(errcode.InvalidOptions, "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different number than %d", n)
	}
	seconds := int32(min(n, math.MaxInt32))
	if len(x.Key) != 1 || storage.IsID(x.Key) {
		return nil, errcode.New(errcode.InvalidOptions, "TTL indexes are single-field indexes, compound indexes do not support TTL")
	}
	var reply bson.D
	if x.ExpireAfter != nil {
		reply = append(reply, bson.E{Key: "expireAfterSeconds_old", Value: int64(*x.ExpireAfter)})
	}
	x.ExpireAfter = &seconds
	return append(reply, bson.E{Key: "expireAfterSeconds_new", Value: int64(seconds)}), nil
}

func hideIndex(c *catalog.Collection, x *storage.Index, hidden bool, now time.Time) (bson.D, error) {
	if x == c.Indexes[0] {
		return nil, errcode.New(errcode.BadValue, "can't hide _id index")
	}
	if x.Hidden == hidden {
		return nil, nil
	}
	x.Hidden = hidden
	x.Accesses.Restart(bson.DateTime(now.UnixMilli()))
	return bson.D{{Key: "hidden_old", Value: !hidden}, {Key: "hidden_new", Value: hidden}}, nil
}

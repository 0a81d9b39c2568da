package command

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/value"
)

// ClusteredIndexSpec is the object that create takes
// (src/mongo/db/catalog/clustered_collection_options.idl).
type ClusteredIndexSpec struct {
	Version any       `idl:"v,types=int"`
	Key     bson.D    `idl:"key,required"`
	Name    *string   `idl:"name"`
	Unique  idl.Truth `idl:"unique,required"`
}

// clusteredIndexOption is such an object, or the bool of the server's legacy
// format.
type clusteredIndexOption struct {
	spec *ClusteredIndexSpec // nil for a bool
	bare bool
}

// ReadValue reads a bool or an object.
func (o *clusteredIndexOption) ReadValue(p idl.Path, v any) error {
	doc, is := v.(bson.D)
	if !is {
		o.bare = v == true
		return nil
	}
	o.spec = new(ClusteredIndexSpec)
	return idl.Of[ClusteredIndexSpec]("").Parse(p.String(), doc, o.spec)
}

// given reports whether the collection is to be clustered.
func (o *clusteredIndexOption) given() bool { return o != nil && (o.spec != nil || o.bare) }

// checkClustered returns the errors of clusteredIndex and of options that can't go
// with it.
func (c *createCommand) checkClustered() error {
	switch {
	case c.Size != nil:
		return errcode.New(6049200, "'size' field for capped collections is not allowed on clustered collections. Did you mean 'capped: true' with 'expireAfterSeconds'?")
	case c.Max != nil:
		return errcode.New(6049204, "'max' field for capped collections is not allowed on clustered collections. Did you mean 'capped: true' with 'expireAfterSeconds'?")
	case bool(c.Capped):
		return errcode.New(6127800, "Clustered capped collection only available with 'enableTestCommands' server parameter")
	case c.ViewOn != nil:
		return errcode.New(6026500, "The 'clusteredIndex' option is not supported with views")
	case c.TimeSeries != nil, c.Pipeline != nil:
		return errcode.NotImplemented("create.clusteredIndex with timeseries or pipeline")
	case c.Clustered.spec == nil:
		return errcode.New(5979703, "The 'clusteredIndex' legacy format {clusteredIndex: <bool>} is only supported for specific internal collections and vice versa")
	case c.IDIndex != nil:
		return errcode.New(errcode.InvalidOptions, "The 'clusteredIndex' option is not supported with the 'idIndex' option")
	case c.AutoID != nil && !*c.AutoID:
		return errcode.New(6026501, "The 'clusteredIndex' option does not support {autoIndexId: false}")
	}
	return c.Clustered.spec.check()
}

func (s *ClusteredIndexSpec) check() error {
	switch {
	case !bool(s.Unique):
		return errcode.New(5979700, "The clusteredIndex option requires unique: true to be specified")
	case !value.Equal(s.Key, bson.D{{Key: "_id", Value: int32(1)}}):
		return errcode.New(197, "The clusteredIndex option is only supported for key: {_id: 1}")
	case s.Version != nil && s.Version != int32(2):
		return errcode.New(5979704, "The only supported version of 'clusteredIndex' is 2")
	case s.Name != nil && (*s.Name == "" || *s.Name == "*"):
		return errcode.NotImplemented("create.clusteredIndex.name of '' or '*'")
	}
	return nil
}

// applyClustered sets the options of a clustered collection.
func (c *createCommand) applyClustered(o *catalog.CollectionOptions) error {
	if !c.Clustered.given() {
		return nil
	}
	if o.Collation != nil {
		return errcode.NotImplemented("create.clusteredIndex with a collation")
	}
	name := "_id_"
	if c.Clustered.spec.Name != nil {
		name = *c.Clustered.spec.Name
	}
	o.ClusteredIndex = &catalog.ClusteredIndex{Name: name}
	o.Shown = append(o.Shown, bson.E{Key: "clusteredIndex", Value: o.ClusteredIndex.Shown()})
	if c.Expiry == nil {
		return nil
	}
	switch {
	case *c.Expiry < 0:
		return errcode.New(errcode.InvalidOptions, "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a lower number than %d", *c.Expiry)
	case *c.Expiry > math.MaxInt32:
		return errcode.NotImplemented("create.expireAfterSeconds of more than 2147483647 with clusteredIndex")
	}
	seconds := int32(*c.Expiry)
	o.ClusteredIndex.ExpireAfter = &seconds
	o.Shown = append(o.Shown, bson.E{Key: "expireAfterSeconds", Value: *c.Expiry})
	return nil
}

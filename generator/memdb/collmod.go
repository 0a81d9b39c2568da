package memdb

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

func runCollMod(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	if v := r.db.view(r.database, name); v != nil {
		return r.modifyView(name, v)
	}
	c := r.db.collection(r.database, name)
	if c == nil {
		return nil, notFound(r.database, name)
	}
	if r.has("viewOn") || r.has("pipeline") {
		return nil, errcode.New(errcode.InvalidOptions, "ns: %s.%s is not a view", r.database, name)
	}
	if c.validator == nil {
		c.validator = &validator{level: "strict", action: "error"}
	}
	v, err := r.parseValidator(c.validator, c.options.collation)
	if err != nil {
		return nil, err
	}
	reply := bson.D{}
	if spec := r.document("index"); spec != nil {
		if reply, err = c.modifyIndex(spec); err != nil {
			return nil, err
		}
	}
	c.setValidator(v, r.has("validator") || r.has("validationLevel") || r.has("validationAction"))
	return reply, nil
}

// setValidator also changes what listCollections shows.
func (c *collection) setValidator(v *validator, given bool) {
	if !given {
		return
	}
	c.validator = v
	var shown bson.D
	for _, f := range c.options.shown {
		if f.Key != "validator" && f.Key != "validationLevel" && f.Key != "validationAction" {
			shown = append(shown, f)
		}
	}
	if v.filter != nil {
		shown = append(shown, bson.E{Key: "validator", Value: v.filter})
	}
	c.options.shown = v.shown(shown)
}

func (r *request) modifyView(name string, v *view) (bson.D, error) {
	for _, field := range []string{"validator", "validationLevel", "validationAction", "index"} {
		if r.has(field) {
			return nil, errcode.New(errcode.InvalidOptions, "option not supported on a view: %s", field)
		}
	}
	changed := *v
	if r.has("viewOn") {
		changed.on = r.text("viewOn")
	}
	if r.has("pipeline") {
		stages, err := r.definedStages()
		if err != nil {
			return nil, err
		}
		changed.pipeline = stages
	}
	if err := r.checkView(name, changed.on, changed.pipeline, v.collation); err != nil {
		return nil, err
	}
	*v = changed
	return bson.D{}, r.recordView(name, v)
}

// modifyIndex changes the expiry of an index, or hides it.
func (c *collection) modifyIndex(spec bson.D) (bson.D, error) {
	spec, err := checkIndexChange(spec)
	if err != nil {
		return nil, err
	}
	x, err := c.indexToModify(spec)
	if err != nil {
		return nil, err
	}
	reply := bson.D{}
	for _, f := range spec {
		switch f.Key {
		case "name", "keyPattern":
		case "expireAfterSeconds":
			row, err := x.changeExpiry(f.Value)
			if err != nil {
				return nil, err
			}
			reply = append(reply, row...)
		case "hidden":
			row, err := c.hide(x.Index, f.Value)
			if err != nil {
				return nil, err
			}
			reply = append(reply, row...)
		case "unique", "prepareUnique":
			return nil, errcode.NotImplemented("collMod.index." + f.Key)
		}
	}
	return reply, nil
}

// indexChange are the types of what collMod may say of an index.
var indexChange = map[string][]string{
	"name": {"string"}, "keyPattern": {"object"}, "expireAfterSeconds": {"number"},
	"hidden": {"bool", "number"}, "unique": {"bool", "number"}, "prepareUnique": {"bool", "number"},
}

// checkIndexChange holds the fields to their types; null counts as not given.
func checkIndexChange(spec bson.D) (given bson.D, err error) {
	for _, f := range spec {
		types, known := indexChange[f.Key]
		switch {
		case !known:
			return nil, errcode.New(errcode.IDLUnknownField, "BSON field 'collMod.index.%s' is an unknown field.", f.Key)
		case value.IsNullish(f.Value):
			continue
		case !hasType(f.Value, types):
			return nil, errcode.New(errcode.TypeMismatch, "BSON field 'collMod.index.%s' is the wrong type '%s', %s", f.Key, value.TypeName(f.Value), expected(types))
		}
		given = append(given, f)
	}
	return given, nil
}

// index gives a stored index methods of this package.
type index struct{ *storage.Index }

func (c *collection) indexToModify(spec bson.D) (index, error) {
	name, byName := value.Get(spec, "name").(string)
	pattern, byKey := value.Get(spec, "keyPattern").(bson.D)
	if byName == byKey {
		return index{}, errcode.New(errcode.InvalidOptions, "must specify either index name or key pattern, and not both")
	}
	if value.IsMissing(value.Get(spec, "expireAfterSeconds")) && value.IsMissing(value.Get(spec, "hidden")) &&
		value.IsMissing(value.Get(spec, "unique")) && value.IsMissing(value.Get(spec, "prepareUnique")) {
		return index{}, errcode.New(errcode.InvalidOptions, "no expireAfterSeconds, hidden, unique, or prepareUnique field")
	}
	var found []*storage.Index
	for _, x := range c.Indexes {
		if (byName && x.Name == name) || (byKey && x.HasKey(pattern)) {
			found = append(found, x)
		}
	}
	switch len(found) {
	case 0:
		return index{}, errcode.New(27, "cannot find index %s for ns %s", value.String(spec), c.Name)
	case 1:
		return index{found[0]}, nil
	}
	return index{}, errcode.New(181, "index keyPattern %s matches %d indexes, must use index name.", value.String(pattern), len(found))
}

func (x index) changeExpiry(v any) (bson.D, error) {
	n := commandLong(v)
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

func (c *collection) hide(x *storage.Index, v any) (bson.D, error) {
	if x == c.Indexes[0] {
		return nil, errcode.New(errcode.BadValue, "can't hide _id index")
	}
	hidden := value.Truthy(v)
	if x.Hidden == hidden {
		return nil, nil
	}
	x.Hidden = hidden
	x.Accesses.Store(0)
	return bson.D{{Key: "hidden_old", Value: !hidden}, {Key: "hidden_new", Value: hidden}}, nil
}

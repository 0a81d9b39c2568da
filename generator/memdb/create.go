package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// collectionOptions are what create was given, as listCollections shows it.
type collectionOptions struct {
	shown      bson.D
	cappedSize int64
	cappedMax  int64
	validator  *validator
	collation  *value.Collation // of the default collation
}

func runCreate(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	if err := checkSystemName(r.database, name); err != nil {
		return nil, err
	}
	if r.has("viewOn") {
		return r.createView(name)
	}
	if r.has("pipeline") {
		return nil, errcode.New(errcode.InvalidOptions, "'pipeline' requires 'viewOn' to also be specified")
	}
	options, err := r.parseOptions()
	if err != nil {
		return nil, err
	}
	if c := r.db.collection(r.database, name); c != nil {
		if value.Equal(c.options.shown, options.shown) {
			return bson.D{}, nil
		}
		return nil, r.exists(name)
	}
	if r.db.view(r.database, name) != nil {
		return nil, r.exists(name)
	}
	_, err = r.makeCollection(name, options)
	return bson.D{}, err
}

func (r *request) exists(name string) error {
	return errcode.New(48, "namespace %s.%s already exists, but with different options", r.database, name)
}

func (r *request) parseOptions() (o collectionOptions, err error) {
	o.shown = bson.D{}
	if o.collation, err = r.createCollation(); err != nil {
		return o, err
	}
	if err := r.parseCapped(&o); err != nil {
		return o, err
	}
	if o.validator, err = r.parseValidator(&validator{level: "strict", action: "error"}, o.collation); err != nil {
		return o, err
	}
	for _, name := range []string{"validator", "validationLevel", "validationAction"} {
		if r.has(name) {
			o.shown = append(o.shown, bson.E{Key: name, Value: r.fields[name]})
		}
	}
	if r.has("validator") {
		o.shown = o.validator.shown(o.shown)
	}
	o.shown = append(o.shown, shownCollation(o.collation)...)
	return o, nil
}

func (r *request) parseCapped(o *collectionOptions) (err error) {
	if !r.flag("capped", false) {
		if r.has("size") || r.has("max") {
			return errcode.New(errcode.InvalidOptions, "the 'size' and 'max' fields are only allowed with 'capped'")
		}
		return nil
	}
	if !r.has("size") {
		return errcode.New(errcode.InvalidOptions, "the 'size' field is required when 'capped' is true")
	}
	if o.cappedSize, err = r.integer("size", 0); err != nil {
		return err
	}
	if o.cappedSize < 1 {
		return errcode.New(errcode.BadValue, "BSON field 'create.size' value must be >= 1, actual value '%d'", o.cappedSize)
	}
	if o.cappedMax, err = r.integer("max", 0); err != nil {
		return err
	}
	o.shown = append(o.shown, bson.E{Key: "capped", Value: true}, bson.E{Key: "size", Value: value.IntOrLong(o.cappedSize)})
	if o.cappedMax > 0 {
		o.shown = append(o.shown, bson.E{Key: "max", Value: value.IntOrLong(o.cappedMax)})
	}
	return nil
}

func (r *request) createView(name string) (bson.D, error) {
	for _, other := range []string{"validator", "validationLevel", "validationAction", "capped", "size", "max"} {
		if r.has(other) {
			return nil, errcode.New(errcode.InvalidOptions, "Cannot specify '%s' with 'viewOn'", other)
		}
	}
	collation, err := r.createCollation()
	if err != nil {
		return nil, err
	}
	stages, err := r.definedStages()
	if err != nil {
		return nil, err
	}
	on := r.text("viewOn")
	if on == "" {
		return nil, errcode.New(errcode.BadValue, "'viewOn' cannot be empty")
	}
	if v := r.db.view(r.database, name); v != nil && v.on == on && value.Equal(v.pipeline, stages) && v.collation.Same(collation) {
		return bson.D{}, nil
	}
	if r.db.view(r.database, name) != nil || r.db.collection(r.database, name) != nil {
		return nil, r.exists(name)
	}
	if err := r.checkView(name, on, stages, collation); err != nil {
		return nil, err
	}
	d, err := r.ensureDatabase()
	if err != nil {
		return nil, err
	}
	d.views[name] = &view{on: on, pipeline: stages, collation: collation}
	return bson.D{}, r.recordView(name, d.views[name])
}

// definedStages reads the stages of a view; as in every list of documents that a
// command has, null counts as nothing.
func (r *request) definedStages() (bson.A, error) {
	stages := bson.A{}
	for i, stage := range r.array("pipeline") {
		if value.IsNullish(stage) {
			continue
		}
		if _, ok := stage.(bson.D); !ok {
			return nil, errcode.New(errcode.TypeMismatch, "BSON field '%s.pipeline.%d' is the wrong type '%s', expected type 'object'", r.name, i, value.TypeName(stage))
		}
		stages = append(stages, stage)
	}
	return stages, nil
}

func nonNilArray(a bson.A) bson.A {
	if a == nil {
		return bson.A{}
	}
	return a
}

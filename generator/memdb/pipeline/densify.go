package pipeline

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/date"
	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/value"
)

// densify adds documents where a field's values are further apart than a step.
type densify struct {
	field      string
	partitions []string
	step       any
	unit       date.Unit // of dates; "" for numbers
	bounds     string    // "full", "partition", or "" for lower and upper
	lower      any
	upper      any
}

// maxDensified is how many documents the server lets $densify make.
const maxDensified = 500000

func isPlainName(name string) bool { return expr.CheckFieldName(name) == nil }

func parseDensify(_ *parsing, arg any) (stage, error) {
	spec, err := document(arg, 9, "$densify")
	if err != nil {
		return stage{}, err
	}
	if err := fieldsOf("$densify", spec, "field", "range", "partitionByFields"); err != nil {
		return stage{}, err
	}
	over, ok := value.Get(spec, "range").(bson.D)
	if !ok {
		return stage{}, wrongOrMissing("$densify.range", value.Get(spec, "range"), "object")
	}
	d := &densify{}
	if err := d.parseFields(spec); err != nil {
		return stage{}, err
	}
	if err := d.parseRange(over); err != nil {
		return stage{}, err
	}
	return stage{run: all(d.apply)}, nil
}

func (d *densify) parseFields(spec bson.D) error {
	var ok bool
	if d.field, ok = value.Get(spec, "field").(string); !ok {
		return wrongOrMissing("$densify.field", value.Get(spec, "field"), "string")
	}
	if !isPlainName(d.field) {
		return errcode.NotImplemented("$densify.field other than a plain field name")
	}
	by := value.Get(spec, "partitionByFields")
	if isMissing(by) {
		return nil
	}
	id, ok := fieldsAsDocument(by)
	if !ok {
		return errcode.NotImplemented("$densify.partitionByFields other than a list of plain field names")
	}
	for _, f := range id {
		d.partitions = append(d.partitions, f.Key)
	}
	return nil
}

func (d *densify) parseRange(over bson.D) error {
	if err := fieldsOf("$densify.range", over, "step", "bounds", "unit"); err != nil {
		return err
	}
	bounds := value.Get(over, "bounds")
	if d.step = value.Get(over, "step"); isMissing(d.step) || isMissing(bounds) {
		return missingField("$densify", "range.step and .bounds")
	}
	if !value.IsNumber(d.step) || value.IsNaN(d.step) || value.CompareNumbers(d.step, int32(0)) <= 0 {
		return errcode.New(5733401, "The step parameter in a range statement must be a strictly positive numeric value")
	}
	if value.IsInf(d.step) {
		return errcode.NotImplemented("$densify.range.step that is infinite")
	}
	if err := d.parseUnit(value.Get(over, "unit")); err != nil {
		return err
	}
	if err := d.parseBounds(bounds); err != nil {
		return err
	}
	if d.bounds == "partition" && len(d.partitions) == 0 {
		return errcode.New(5733408, "One cannot specify the bounds as 'partition' without specifying a non-empty array of partitionByFields.")
	}
	return nil
}

func (d *densify) parseUnit(unit any) error {
	if isMissing(unit) {
		return nil
	}
	name, ok := unit.(string)
	if !ok {
		return wrongType("$densify.range.unit", unit, "string")
	}
	if _, whole := value.Whole(d.step); !whole {
		return errcode.New(6586400, "The step parameter in a range statement must be a whole number when densifying a date range")
	}
	var err error
	d.unit, err = date.ParseUnit(name)
	return err
}

func (d *densify) parseBounds(v any) error {
	switch v := v.(type) {
	case string:
		if d.bounds = v; v != "full" && v != "partition" {
			return errcode.New(5946802, "Bounds string must either be 'full' or 'partition'")
		}
		return nil
	case bson.A:
		if len(v) != 2 {
			return errcode.New(5733403, "A bounding array in a range statement must have exactly two elements")
		}
		d.lower, d.upper = v[0], v[1]
		return d.checkBounds()
	}
	return errcode.New(5733404, "The bounds in a range statement must be the string 'full', 'partition', or an ascending array of two numbers or two dates")
}

func (d *densify) checkBounds() error {
	_, date := d.lower.(bson.DateTime)
	_, dates := d.upper.(bson.DateTime)
	lower, upper, step := value.TypeName(d.lower), value.TypeName(d.upper), value.TypeName(d.step)
	switch {
	case value.Compare(d.lower, d.upper) > 0:
		return errcode.New(5733402, "A bounding array must be an ascending array of either two dates or two numbers")
	case !date && !value.IsNumber(d.lower):
		return errcode.New(5946800, "Explicit bounds must be numeric or dates")
	case date && !dates:
		return errcode.New(5733405, "A bounding array must contain either both dates or both numeric types")
	case date && d.unit == "":
		return errcode.New(5733410, "A bounding array of dates must specify a unit")
	case date:
		return nil
	case d.unit != "":
		return errcode.New(5733409, "Numeric bounds may not have unit parameter")
	case !value.IsNumber(d.upper):
		return errcode.New(5733406, "A bounding array must contain either both dates or both numeric types")
	case lower != upper || lower != step:
		return errcode.New(5876900, "Upper bound, lower bound, and step must all have the same type")
	}
	return nil
}

// fits says whether a value is of the kind that is densified.
func (d *densify) fits(v any) bool {
	if d.unit != "" {
		_, ok := v.(bson.DateTime)
		return ok
	}
	return value.IsNumber(v)
}

func (d *densify) apply(_ *running, docs []bson.D) ([]bson.D, error) {
	var out []bson.D
	var parts []*partition
	byKey := map[string]*partition{}
	var everything []any
	for _, doc := range docs {
		v := value.Get(doc, d.field)
		if value.IsNullish(v) {
			out = append(out, doc)
			continue
		}
		if !d.fits(v) {
			return nil, errcode.New(5733201, "the field '%s' that $densify works on holds a value of type %s", d.field, value.TypeName(v))
		}
		everything = append(everything, v)
		id := d.partitionOf(doc)
		key := value.Key(id)
		if byKey[key] == nil {
			byKey[key] = &partition{id: id}
			parts = append(parts, byKey[key])
		}
		byKey[key].docs = append(byKey[key].docs, doc)
	}
	if len(parts) == 0 && len(d.partitions) == 0 && d.bounds == "" {
		parts = append(parts, &partition{id: bson.D{}}) // bounds of its own need no document
	}
	made := 0
	for _, part := range parts {
		dense, n, err := d.fillPartition(part, everything)
		if err != nil {
			return nil, err
		}
		if made += n; made > maxDensified {
			return nil, errcode.New(5897900, "Generated %d documents in $densify, which is over the limit of %d", made, maxDensified)
		}
		out = append(out, dense...)
	}
	return out, nil
}

func (d *densify) partitionOf(doc bson.D) bson.D {
	id := bson.D{}
	for _, name := range d.partitions {
		if v := value.Get(doc, name); !isMissing(v) {
			id = append(id, bson.E{Key: name, Value: v})
		}
	}
	return id
}

// fillPartition gives the documents of one partition in the order of the field,
// with those that were missing between, and how many it made.
func (d *densify) fillPartition(part *partition, everything []any) ([]bson.D, int, error) {
	at := func(doc bson.D) any { return value.Get(doc, d.field) }
	slices.SortStableFunc(part.docs, func(a, b bson.D) int { return value.Compare(at(a), at(b)) })
	lower, upper, inclusive := d.lower, d.upper, false
	switch d.bounds {
	case "full":
		lower, upper, inclusive = slices.MinFunc(everything, value.Compare), slices.MaxFunc(everything, value.Compare), true
	case "partition":
		lower, upper, inclusive = at(part.docs[0]), at(part.docs[len(part.docs)-1]), true
	}
	return d.between(part, lower, upper, inclusive)
}

// between goes from the lower bound in steps, each from the one before, and puts
// a document where there is none.
func (d *densify) between(part *partition, lower, upper any, inclusive bool) ([]bson.D, int, error) {
	var out []bson.D
	at := func(i int) any { return value.Get(part.docs[i], d.field) }
	made, next := 0, 0
	for next < len(part.docs) && value.Compare(at(next), lower) < 0 {
		out = append(out, part.docs[next])
		next++
	}
	v := lower
	for {
		c := value.Compare(v, upper)
		if c > 0 || c == 0 && !inclusive || made > maxDensified {
			return append(out, part.docs[next:]...), made, nil
		}
		there := false
		for ; next < len(part.docs) && value.Compare(at(next), v) <= 0; next++ {
			if out = append(out, part.docs[next]); value.Compare(at(next), v) == 0 {
				v, there = at(next), true
			}
		}
		if !there {
			out = append(out, append(slices.Clone(part.id.(bson.D)), bson.E{Key: d.field, Value: v}))
			made++
		}
		var err error
		if v, err = d.after(v); err != nil {
			return nil, 0, err
		}
	}
}

// after gives the value one step on.
func (d *densify) after(v any) (any, error) {
	if d.unit == "" {
		return value.Add(v, d.step), nil
	}
	step, _ := value.Whole(d.step) // checked when parsed
	moved, err := date.Zone{}.Add(int64(v.(bson.DateTime)), d.unit, step)
	return bson.DateTime(moved), err
}

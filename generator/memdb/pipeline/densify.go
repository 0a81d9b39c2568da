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
// The codes of what may be wrong in its specification were not measured, so that
// is refused.
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
	spec, _ := arg.(bson.D)
	d := &densify{}
	for _, f := range spec {
		switch f.Key {
		case "field", "partitionByFields", "range":
		default:
			return stage{}, unknownField("$densify", f.Key)
		}
	}
	var ok bool
	if d.field, ok = value.Get(spec, "field").(string); !ok || !isPlainName(d.field) {
		return stage{}, errcode.NotImplemented("$densify.field other than a plain field name")
	}
	if by := value.Get(spec, "partitionByFields"); !isMissing(by) {
		id, ok := fieldsAsDocument(by)
		if !ok {
			return stage{}, errcode.NotImplemented("$densify.partitionByFields other than a list of plain field names")
		}
		for _, f := range id {
			d.partitions = append(d.partitions, f.Key)
		}
	}
	over, _ := value.Get(spec, "range").(bson.D)
	if !d.parseStep(over) || !d.parseBounds(value.Get(over, "bounds")) {
		return stage{}, errcode.NotImplemented("$densify.range other than a positive step with its unit and bounds of one type")
	}
	return stage{run: all(d.apply)}, nil
}

func (d *densify) parseStep(over bson.D) bool {
	d.step = value.Get(over, "step")
	if !value.IsNumber(d.step) || value.CompareNumbers(d.step, int32(0)) <= 0 || value.IsInf(d.step) || value.IsNaN(d.step) {
		return false
	}
	unit := value.Get(over, "unit")
	if isMissing(unit) {
		return true
	}
	name, _ := unit.(string)
	var err error
	d.unit, err = date.ParseUnit(name)
	_, whole := value.Whole(d.step)
	return err == nil && whole
}

func (d *densify) parseBounds(v any) bool {
	if name, ok := v.(string); ok {
		d.bounds = name
		return name == "full" || name == "partition" && len(d.partitions) > 0
	}
	list, ok := v.(bson.A)
	if !ok || len(list) != 2 || !d.fits(list[0]) || !d.fits(list[1]) || value.Compare(list[0], list[1]) > 0 {
		return false
	}
	d.lower, d.upper = list[0], list[1]
	return true
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
	var out []bson.D
	made, next := 0, 0
	for k := int64(0); ; k++ {
		v, err := d.point(lower, k)
		if err != nil {
			return nil, 0, err
		}
		c := value.Compare(v, upper)
		if c > 0 || c == 0 && !inclusive || made > maxDensified {
			break
		}
		for next < len(part.docs) && value.Compare(at(part.docs[next]), v) < 0 {
			out = append(out, part.docs[next])
			next++
		}
		if next < len(part.docs) && value.Compare(at(part.docs[next]), v) == 0 {
			continue
		}
		doc := slices.Clone(part.id.(bson.D))
		out = append(out, append(doc, bson.E{Key: d.field, Value: v}))
		made++
	}
	return append(out, part.docs[next:]...), made, nil
}

// point gives the kth value after the lower bound.
func (d *densify) point(lower any, k int64) (any, error) {
	if d.unit == "" {
		return value.Add(lower, value.Multiply(d.step, intOrLong(k))), nil
	}
	step, _ := value.Whole(d.step) // checked when parsed
	moved, err := date.Zone{}.Add(int64(lower.(bson.DateTime)), d.unit, step*k)
	return bson.DateTime(moved), err
}

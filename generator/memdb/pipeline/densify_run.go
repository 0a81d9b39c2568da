package pipeline

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/date"
	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// densifyRun is one partition on its way: what came of its documents so far, and the
// last value that the steps reached, nil before the first.
type densifyRun struct {
	*densifySpec
	part     *partition
	min, max any // of all partitions, for the bounds "full"
	last     any
	out      []bson.D
	room     int // documents that may still be made
}

func (d *densifySpec) apply(r *execution, docs []bson.D) ([]bson.D, error) {
	out, parts, err := d.split(r, docs)
	if err != nil {
		return nil, err
	}
	var values []any
	for _, part := range parts {
		for _, doc := range part.docs {
			values = append(values, plainPath(doc, d.field))
		}
	}
	if len(parts) == 0 && len(d.partitions) == 0 && d.bounds == "" {
		parts = append(parts, &partition{id: bson.D{}}) // bounds of its own need no document
	}
	room := maxDensified
	for _, part := range parts {
		c := &densifyRun{densifySpec: d, part: part, room: room}
		if d.bounds == "full" {
			c.min, c.max = slices.MinFunc(values, value.Compare), slices.MaxFunc(values, value.Compare)
		}
		if err := c.run(r); err != nil {
			return nil, err
		}
		out, room = append(out, c.out...), c.room
	}
	return out, nil
}

// split gives the documents without the field, which pass, and the others by
// partition, sorted by the field.
func (d *densifySpec) split(r *execution, docs []bson.D) (passed []bson.D, parts []*partition, err error) {
	byKey := map[string]*partition{}
	for _, doc := range docs {
		v := plainPath(doc, d.field)
		if value.IsNullish(v) {
			passed = append(passed, doc)
			continue
		}
		if err := d.check(v); err != nil {
			return nil, nil, err
		}
		id, err := d.partitionOf(r, doc)
		if err != nil {
			return nil, nil, err
		}
		key := r.collation.Key(id)
		if byKey[key] == nil {
			byKey[key] = &partition{id: id}
			parts = append(parts, byKey[key])
		}
		byKey[key].docs = append(byKey[key].docs, doc)
	}
	for _, part := range parts {
		slices.SortStableFunc(part.docs, func(a, b bson.D) int {
			return value.Compare(plainPath(a, d.field), plainPath(b, d.field))
		})
	}
	return passed, parts, nil
}

func (d *densifySpec) check(v any) error {
	_, isDate := v.(bson.DateTime)
	switch {
	case !isDate && !value.IsNumber(v):
		return errcode.New(5733201, "Densify field type must be numeric or a date, but is %s", value.TypeName(v))
	case isDate && d.unit == "":
		return errcode.New(6053600, "Encountered date densify value in collection when step does not have a date unit.")
	case !isDate && d.unit != "":
		return errcode.New(6053600, "Encountered numeric densify value in collection when step has a date unit.")
	}
	return nil
}

// partitionOf gives what the documents of a partition share; where a path leads
// through documents, these are there even if they hold nothing.
func (d *densifySpec) partitionOf(r *execution, doc bson.D) (bson.D, error) {
	id := bson.D{}
	for i, path := range d.partitions {
		v, err := r.eval(d.by[i], doc)
		if err != nil {
			return nil, err
		}
		for n := 1; n < len(path); n++ {
			if value.IsMissing(plainPath(id, path[:n])) {
				id = setPath(id, path[:n], bson.D{})
			}
		}
		id = setPath(id, path, v)
	}
	return id, nil
}

func (c *densifyRun) run(r *execution) error {
	for _, doc := range c.part.docs {
		if err := c.pass(r, doc); err != nil {
			return err
		}
		c.out = append(c.out, doc)
	}
	return c.finish()
}

// pass makes what is missing before a document.
func (c *densifyRun) pass(r *execution, doc bson.D) error {
	v, last := plainPath(doc, c.field), c.last
	explicit := c.bounds == ""
	var err error
	switch {
	case last == nil && explicit && value.Compare(v, c.lower) > 0:
		c.last = c.lower
		last, err = c.step(c.lower, -1)
	case last == nil && c.bounds == "full" && value.Compare(v, c.min) > 0:
		last, err = c.beforeMinimum(v)
	case last == nil:
		c.last = v
		return nil
	case explicit && value.Compare(last, c.upper) >= 0:
		return nil
	case explicit && value.Compare(c.lower, last) > 0:
		last, err = c.step(c.lower, -1)
	}
	if err != nil || last == nil || value.Compare(last, v) > 0 {
		return err
	}
	return c.reach(r, doc, v, last)
}

// beforeMinimum gives where a partition starts that begins above the smallest
// value; nil if its first document comes before the second step, so that the first
// is made later.
func (c *densifyRun) beforeMinimum(v any) (any, error) {
	before, err := c.step(c.min, -1)
	if err != nil {
		return nil, err
	}
	second, err := c.step(c.min, 1)
	if err == nil && value.Compare(v, second) <= 0 {
		c.last = before
		return nil, nil
	}
	return before, err
}

// reach makes the documents between last and a document with the value v.
func (c *densifyRun) reach(r *execution, doc bson.D, v, last any) error {
	next, err := c.step(last, 1)
	if err != nil {
		return err
	}
	explicit := c.bounds == ""
	if explicit && value.Compare(next, c.lower) < 0 {
		next = c.lower // a month back and one on may end some days before
	}
	if value.Compare(v, next) > 0 && !(explicit && value.Compare(next, c.upper) >= 0) {
		upper := v
		if explicit && value.Compare(c.upper, v) <= 0 {
			upper = c.upper
		}
		id, err := c.partitionOf(r, doc)
		if err != nil {
			return err
		}
		if next, err = c.make(id, next, upper, false); err != nil {
			return err
		}
	}
	if value.Compare(v, next) == 0 {
		c.last = v
	}
	return nil
}

// finish makes what is missing after the last document.
func (c *densifyRun) finish() error {
	from, upper, inclusive := c.lower, c.upper, false
	switch c.bounds {
	case "partition":
		return nil
	case "full":
		from, upper, inclusive = c.min, c.max, true
		if c.last == nil {
			return nil
		}
	}
	if c.last != nil && value.Compare(from, c.last) <= 0 {
		var err error
		if from, err = c.step(c.last, 1); err != nil {
			return err
		}
	}
	if over := value.Compare(from, upper); over > 0 || over == 0 && !inclusive {
		return nil
	}
	_, err := c.make(c.part.id.(bson.D), from, upper, inclusive)
	return err
}

// make adds documents from a value on, up to another, and gives the step after.
func (c *densifyRun) make(id bson.D, from, upper any, inclusive bool) (next any, err error) {
	for {
		if c.room--; c.room < 0 {
			return nil, errcode.New(5897900, "Generated %d documents in $densify, which is over the limit of %d", maxDensified+1, maxDensified)
		}
		c.out = append(c.out, setPath(id, c.field, from))
		c.last = from
		if next, err = c.step(from, 1); err != nil {
			return nil, err
		}
		if over := value.Compare(next, upper); over > 0 || over == 0 && !inclusive {
			return next, nil
		}
		from = next
	}
}

// step gives the value one step on, or back.
func (d *densifySpec) step(v any, sign int64) (any, error) {
	switch {
	case d.unit == "" && sign > 0:
		return value.Add(v, d.width), nil
	case d.unit == "":
		return value.Subtract(v, d.width), nil
	}
	n, _ := value.Whole(d.width) // checked when parsed
	moved, err := date.Zone{}.Add(int64(v.(bson.DateTime)), d.unit, sign*n)
	return bson.DateTime(moved), err
}

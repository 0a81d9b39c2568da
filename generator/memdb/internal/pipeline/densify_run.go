package pipeline

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// densifyRun is the state of one partition.
type densifyRun struct {
	*densifySpec
	*densified
	id       bson.D
	min, max any // of all partitions, for the bounds "full"
	last     any // the last value that the steps reached, nil before the first
}

// densified holds the documents of all partitions so far.
type densified struct {
	docs      []bson.D
	remaining int // documents that may still be made
}

// apply goes through the documents by partition and field, or by field alone for the
// bounds "full", as the server sorts them. The order of the documents after the last
// one of a partition is open.
func (d *densifySpec) apply(r *execution, docs []bson.D) ([]bson.D, error) {
	docs, err := Sorted(docs, d.order, 0, r.env.Budget)
	if err != nil {
		return nil, err
	}
	out := &densified{remaining: maxDensified}
	byKey := map[string]*densifyRun{}
	var runs []*densifyRun
	for _, doc := range docs {
		v := plainPath(doc, d.field)
		if value.IsNullish(v) {
			out.docs = append(out.docs, doc)
			continue
		}
		if err := d.check(v); err != nil {
			return nil, err
		}
		id, err := d.partitionOf(r, doc)
		if err != nil {
			return nil, err
		}
		key := r.collation.Key(id)
		if byKey[key] == nil {
			byKey[key] = &densifyRun{densifySpec: d, densified: out, id: id}
			runs = append(runs, byKey[key])
			if d.bounds == "full" {
				byKey[key].min, byKey[key].max = d.extremes(docs)
			}
		}
		if err := byKey[key].pass(r, doc); err != nil {
			return nil, err
		}
		out.docs = append(out.docs, doc)
	}
	if len(runs) == 0 && len(d.partitions) == 0 && d.bounds == "" {
		runs = append(runs, &densifyRun{densifySpec: d, densified: out, id: bson.D{}}) // bounds of its own need no document
	}
	for _, run := range runs {
		if err := run.finish(); err != nil {
			return nil, err
		}
	}
	return out.docs, nil
}

// extremes returns the first and the last value of documents sorted by the field.
func (d *densifySpec) extremes(docs []bson.D) (smallest, largest any) {
	first := slices.IndexFunc(docs, func(doc bson.D) bool { return !value.IsNullish(plainPath(doc, d.field)) })
	return plainPath(docs[first], d.field), plainPath(docs[len(docs)-1], d.field)
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

// partitionOf returns the fields that the documents of a partition share; where a path
// leads through documents, these are there even if they hold nothing.
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

// pass makes the documents that are missing before one.
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

// beforeMinimum returns the first step of a partition that begins above the smallest
// value; nil if its first document comes before the second step, so that the first is
// made later.
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

// finish makes the documents that are missing after the last one.
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
	_, err := c.make(c.id, from, upper, inclusive)
	return err
}

// make adds documents from a value on, up to another, and returns the step after.
func (c *densifyRun) make(id bson.D, from, upper any, inclusive bool) (next any, err error) {
	for {
		if c.remaining--; c.remaining < 0 {
			return nil, errcode.New(5897900, "Generated %d documents in $densify, which is over the limit of %d", maxDensified+1, maxDensified)
		}
		c.docs = append(c.docs, setPath(id, c.field, from))
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

// step returns the value one step on, or back.
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

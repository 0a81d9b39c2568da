package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var densifyStage = &Stage{
	Name: "$densify", State: support.Done,
	Options: strings.Fields("field partitionByFields range"),
	Reach:   ReachDocuments, Order: OrderOpen, Documents: DocumentsMade,
	parse: parseDensify,
}

// densifySpec adds documents where a field's values are further apart than a step.
type densifySpec struct {
	field      []string
	partitions [][]string
	by         []*expr.Expr // the values of the partitions' fields
	width      any          // of a step
	unit       date.Unit    // of dates; "" for numbers
	bounds     string       // "full", "partition", or "" for lower and upper
	lower      any
	upper      any
	order      *expr.Sort // in which documents are gone through
}

// maxDensified is how many documents the server lets $densify make.
const maxDensified = 500000

func parseDensify(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 9, "$densify")
	if err != nil {
		return parsedStage{}, err
	}
	if err := fieldsOf("$densify", spec, p.of.Options...); err != nil {
		return parsedStage{}, err
	}
	over, ok := value.Get(spec, "range").(bson.D)
	if !ok {
		return parsedStage{}, wrongOrMissing("$densify.range", value.Get(spec, "range"), "object")
	}
	field, ok := value.Get(spec, "field").(string)
	if !ok {
		return parsedStage{}, wrongOrMissing("$densify.field", value.Get(spec, "field"), "string")
	}
	partitions, err := stringList("$densify.partitionByFields", value.Get(spec, "partitionByFields"))
	if err != nil {
		return parsedStage{}, err
	}
	d := &densifySpec{}
	if err := d.parseRange(over); err != nil {
		return parsedStage{}, err
	}
	if err := d.parsePaths(field, partitions); err != nil {
		return parsedStage{}, err
	}
	if d.order, err = expr.ParseSort(d.sortedBy(field, partitions), p.collation()); err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: all(d.apply)}, nil
}

func (d *densifySpec) sortedBy(field string, partitions []string) bson.D {
	if d.bounds == "full" {
		partitions = nil
	}
	var spec bson.D
	for _, path := range append(slices.Clone(partitions), field) {
		spec = append(spec, bson.E{Key: path, Value: int32(1)})
	}
	return spec
}

// stringList returns a list of strings, nil if it was left out.
func stringList(name string, v any) ([]string, error) {
	if value.IsMissing(v) {
		return nil, nil
	}
	list, ok := v.(bson.A)
	if !ok {
		return nil, wrongType(name, v, "array")
	}
	out := make([]string, len(list))
	for i, v := range list {
		if out[i], ok = v.(string); !ok {
			return nil, wrongType(fmt.Sprintf("%s.%d", name, i), v, "string")
		}
	}
	return out, nil
}

func (d *densifySpec) parsePaths(field string, partitions []string) error {
	for _, path := range partitions {
		parts, err := expr.SplitPath(path)
		if err != nil {
			return err
		}
		by, err := expr.Parse("$"+path, nil)
		if err != nil {
			return err
		}
		d.partitions, d.by = append(d.partitions, parts), append(d.by, by)
	}
	var err error
	if d.field, err = expr.SplitPath(field); err != nil {
		return err
	}
	if d.bounds == "partition" && len(d.partitions) == 0 {
		return errcode.New(5733408, "One cannot specify the bounds as 'partition' without specifying a non-empty array of partitionByFields.")
	}
	for i, path := range append(slices.Clone(d.partitions), d.field) {
		for _, other := range d.partitions[:min(i, len(d.partitions))] {
			if n := min(len(path), len(other)); slices.Equal(path[:n], other[:n]) {
				return errcode.NotImplemented("$densify.partitionByFields that hold each other, or the field")
			}
		}
	}
	return nil
}

func (d *densifySpec) parseRange(over bson.D) error {
	if err := fieldsOf("$densify.range", over, "step", "bounds", "unit"); err != nil {
		return err
	}
	bounds := value.Get(over, "bounds")
	if d.width = value.Get(over, "step"); value.IsMissing(d.width) || value.IsMissing(bounds) {
		return missingField("$densify", "range.step and .bounds")
	}
	if !value.IsNumber(d.width) || value.IsNaN(d.width) || value.CompareNumbers(d.width, int32(0)) <= 0 {
		return errcode.New(5733401, "The step parameter in a range statement must be a strictly positive numeric value")
	}
	if value.IsInf(d.width) {
		return errcode.NotImplemented("$densify.range.step that is infinite")
	}
	if err := d.parseUnit(value.Get(over, "unit")); err != nil {
		return err
	}
	return d.parseBounds(bounds)
}

func (d *densifySpec) parseUnit(unit any) error {
	if value.IsMissing(unit) {
		return nil
	}
	name, ok := unit.(string)
	if !ok {
		return wrongType("$densify.range.unit", unit, "string")
	}
	if _, whole := value.Whole(d.width); !whole {
		return errcode.New(6586400, "The step parameter in a range statement must be a whole number when densifying a date range")
	}
	var err error
	d.unit, err = date.ParseUnit(name)
	return err
}

func (d *densifySpec) parseBounds(v any) error {
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

func (d *densifySpec) checkBounds() error {
	_, date := d.lower.(bson.DateTime)
	_, dates := d.upper.(bson.DateTime)
	lower, upper, step := value.TypeName(d.lower), value.TypeName(d.upper), value.TypeName(d.width)
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

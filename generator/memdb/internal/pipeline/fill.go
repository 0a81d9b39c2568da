package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
	"modelbook/generator/memdb/internal/value"
)

var fillStage = &Stage{
	Name: "$fill", State: support.Done, isUnstable: true,
	Options: strings.Fields("partitionBy partitionByFields sortBy output"),
	Reach:   ReachDocuments, Order: OrderOpen, Documents: DocumentsReshaped,
	parse: parseFill,
}

// parseFill rewrites $fill: the methods as window functions, the values as computed
// fields that replace null and missing ones.
func parseFill(p *stageParser, arg any) (parsedStage, error) {
	spec, err := document(arg, 9, "$fill")
	if err != nil {
		return parsedStage{}, err
	}
	if err := fieldsOf("$fill", spec, p.of.Options...); err != nil {
		return parsedStage{}, err
	}
	output := value.Get(spec, "output")
	if value.IsMissing(output) {
		return parsedStage{}, missingField("$fill", "output")
	}
	methods, values, err := fillOutput(output)
	if err != nil {
		return parsedStage{}, err
	}
	window, err := fillWindow(spec, methods)
	if err != nil {
		return parsedStage{}, err
	}
	run := func(_ *execution, in Next) Next { return in }
	if len(values) > 0 {
		set, err := parseAddFields("$set")(p, values)
		if err != nil {
			return parsedStage{}, err
		}
		run = set.run
	}
	if len(methods) == 0 {
		return parsedStage{run: run}, nil
	}
	windows, err := parseSetWindowFields(p, window)
	if err != nil {
		return parsedStage{}, err
	}
	return parsedStage{run: func(r *execution, in Next) Next { return run(r, windows.run(r, in)) }}, nil
}

// fillOutput separates the fields to fill by a method from those filled by a value.
func fillOutput(v any) (methods, values bson.D, err error) {
	spec, ok := v.(bson.D)
	if !ok {
		return nil, nil, wrongType("$fill.output", v, "object")
	}
	if len(spec) == 0 {
		return nil, nil, errcode.New(6050203, "The output field in '$fill' must contain an object with at least one element")
	}
	for _, f := range spec {
		how, ok := f.Value.(bson.D)
		if !ok {
			return nil, nil, errcode.New(6050200, "Each fill output specification must be an object with exactly one field")
		}
		if err := fieldsOf("$fill", how, "value", "method"); err != nil {
			return nil, nil, err
		}
		method, err := fillMethod(how)
		if err != nil {
			return nil, nil, err
		}
		path := "$" + f.Key
		if method != "" {
			methods = append(methods, bson.E{Key: f.Key, Value: bson.D{{Key: method, Value: path}}})
		} else if by := value.Get(how, "value"); !value.IsMissing(by) {
			values = append(values, bson.E{Key: f.Key, Value: bson.D{{Key: "$ifNull", Value: bson.A{path, by}}}})
		}
	}
	return methods, values, nil
}

// fillMethod returns the window function of a method, "" if none is given.
func fillMethod(how bson.D) (string, error) {
	v := value.Get(how, "method")
	if value.IsMissing(v) {
		return "", nil
	}
	name, ok := v.(string)
	if !ok {
		return "", wrongType("$fill.method", v, "string")
	}
	if !value.IsMissing(value.Get(how, "value")) {
		return "", errcode.New(6050201, "Each fill output specification must have exactly one of 'method' or 'value' fields, not both")
	}
	method, ok := map[string]string{"locf": "$locf", "linear": "$linearFill"}[name]
	if !ok {
		return "", errcode.New(6050202, "Method must be either locf or linear")
	}
	return method, nil
}

// fillWindow returns the $setWindowFields that fills by methods.
func fillWindow(spec, methods bson.D) (bson.D, error) {
	window := bson.D{{Key: "output", Value: methods}}
	by, fields := value.Get(spec, "partitionBy"), value.Get(spec, "partitionByFields")
	switch {
	case !value.IsMissing(by) && !value.IsMissing(fields):
		return nil, errcode.New(6050204, "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'")
	case !value.IsMissing(by):
		window = append(window, bson.E{Key: "partitionBy", Value: by})
	case !value.IsMissing(fields):
		names, err := stringList("$fill.partitionByFields", fields)
		if err != nil {
			return nil, err
		}
		id := bson.D{}
		for _, name := range names {
			id = append(id, bson.E{Key: name, Value: "$" + name})
		}
		window = append(window, bson.E{Key: "partitionBy", Value: id})
	}
	if sortBy := value.Get(spec, "sortBy"); !value.IsMissing(sortBy) {
		window = append(window, bson.E{Key: "sortBy", Value: sortBy})
	}
	return window, nil
}

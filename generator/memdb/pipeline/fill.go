package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// parseFill rewrites $fill: the methods as window functions, the values as
// computed fields that stand for null and missing ones. The codes of what may be
// wrong in it were not measured, so that is refused.
func parseFill(p *parsing, arg any) (stage, error) {
	spec, err := document(arg, 238, "$fill")
	if err != nil {
		return stage{}, errcode.NotImplemented("$fill with a specification that is not an object")
	}
	for _, f := range spec {
		switch f.Key {
		case "partitionBy", "partitionByFields", "sortBy", "output":
		default:
			return stage{}, unknownField("$fill", f.Key)
		}
	}
	output := value.Get(spec, "output")
	if isMissing(output) {
		return stage{}, missingField("$fill", "output")
	}
	methods, values, err := fillOutput(output)
	if err != nil {
		return stage{}, err
	}
	window, err := fillWindow(spec, methods)
	if err != nil {
		return stage{}, err
	}
	run := func(_ *running, in Next) Next { return in }
	if len(values) > 0 {
		set, err := parseAddFields("$set")(p, values)
		if err != nil {
			return stage{}, err
		}
		run = set.run
	}
	if len(methods) == 0 {
		return stage{run: run}, nil
	}
	windows, err := parseSetWindowFields(p, window)
	if err != nil {
		return stage{}, err
	}
	return stage{run: func(r *running, in Next) Next { return run(r, windows.run(r, in)) }}, nil
}

// fillOutput tells the fields to fill by a method from those filled by a value.
func fillOutput(v any) (methods, values bson.D, err error) {
	spec, ok := v.(bson.D)
	if !ok {
		return nil, nil, wrongType("$fill.output", v, "object")
	}
	for _, f := range spec {
		how, ok := f.Value.(bson.D)
		if !ok || len(how) != 1 {
			return nil, nil, errcode.NotImplemented("$fill.output." + f.Key + " other than {value} or {method}")
		}
		path := "$" + f.Key
		switch {
		case how[0].Key == "value":
			values = append(values, bson.E{Key: f.Key, Value: bson.D{{Key: "$ifNull", Value: bson.A{path, how[0].Value}}}})
		case how[0].Key == "method" && how[0].Value == any("locf"):
			methods = append(methods, bson.E{Key: f.Key, Value: bson.D{{Key: "$locf", Value: path}}})
		case how[0].Key == "method" && how[0].Value == any("linear"):
			methods = append(methods, bson.E{Key: f.Key, Value: bson.D{{Key: "$linearFill", Value: path}}})
		default:
			return nil, nil, errcode.NotImplemented("$fill.output." + f.Key + " other than {value} or {method: locf or linear}")
		}
	}
	return methods, values, nil
}

// fillWindow gives the $setWindowFields that fills by methods.
func fillWindow(spec, methods bson.D) (bson.D, error) {
	window := bson.D{{Key: "output", Value: methods}}
	by, fields := value.Get(spec, "partitionBy"), value.Get(spec, "partitionByFields")
	switch {
	case !isMissing(by) && !isMissing(fields):
		return nil, errcode.NotImplemented("$fill with both partitionBy and partitionByFields")
	case !isMissing(by):
		window = append(window, bson.E{Key: "partitionBy", Value: by})
	case !isMissing(fields):
		id, ok := fieldsAsDocument(fields)
		if !ok {
			return nil, errcode.NotImplemented("$fill.partitionByFields other than a list of plain field names")
		}
		window = append(window, bson.E{Key: "partitionBy", Value: id})
	}
	sortBy := value.Get(spec, "sortBy")
	if isMissing(sortBy) && len(methods) > 0 {
		return nil, errcode.NotImplemented("$fill by a method without sortBy")
	}
	if !isMissing(sortBy) {
		window = append(window, bson.E{Key: "sortBy", Value: sortBy})
	}
	return window, nil
}

// fieldsAsDocument makes {a: "$a", …} of a list of names.
func fieldsAsDocument(v any) (bson.D, bool) {
	list, ok := v.(bson.A)
	if !ok {
		return nil, false
	}
	var id bson.D
	for _, v := range list {
		name, ok := v.(string)
		if !ok || !isPlainName(name) {
			return nil, false
		}
		id = append(id, bson.E{Key: name, Value: "$" + name})
	}
	return id, true
}

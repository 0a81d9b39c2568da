package render

import (
	"slices"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// updateInJava writes an update with the builders, or its pipeline.
func updateInJava(d *Dialect, n ejson.Node) (piece, error) {
	if n.Type == "array" {
		return pipelineInJava(d, n)
	}
	if !hasOperators(n) {
		return d.piece(n, false)
	}
	var changes []piece
	for _, operator := range n.Fields {
		of, err := changesInJava(d, operator)
		if err != nil {
			return piece{}, err
		}
		changes = append(changes, of...)
	}
	if len(changes) == 1 {
		return changes[0], nil
	}
	return static("Updates", "combine", changes...), nil
}

// changesInJava writes what an operator does to each field. One that has no builder
// for one of them is a Document.
func changesInJava(d *Dialect, operator ejson.Field) ([]piece, error) {
	var changes []piece
	for _, f := range operator.Value.Fields {
		change, ok, err := changeInJava(d, operator.Key, f)
		if err != nil {
			return nil, err
		}
		if !ok {
			changes = nil
			break
		}
		changes = append(changes, change)
	}
	if len(changes) > 0 {
		return changes, nil
	}
	value, err := d.piece(operator.Value, false)
	return []piece{documentOf(operator.Key, value)}, err
}

// changeInJava writes what an operator does to a field; false if it has no builder.
func changeInJava(d *Dialect, operator string, f ejson.Field) (piece, bool, error) {
	value, err := d.piece(f.Value, false)
	if err != nil {
		return piece{}, false, err
	}
	name := fieldInJava(f.Key)
	number := slices.Contains([]string{"int", "long", "double", "decimal"}, f.Value.Type)
	switch operator {
	case "$set", "$setOnInsert", "$max", "$min":
		return static("Updates", operator[1:], name, value), true, nil
	case "$inc", "$mul":
		return static("Updates", operator[1:], name, value), number, nil
	case "$rename":
		return static("Updates", "rename", name, value), f.Value.Type == "string", nil
	case "$unset":
		return static("Updates", "unset", name), true, nil
	case "$currentDate":
		return static("Updates", "currentDate", name), f.Value.Text == "true", nil
	case "$pop":
		end := map[string]string{"1": "popLast", "-1": "popFirst"}[f.Value.Text]
		return static("Updates", end, name), end != "", nil
	case "$push":
		return pushInJava(d, f, value)
	case "$addToSet":
		if list, ok := field(f.Value.Fields, "$each"); ok && f.Value.Type == "object" {
			values, err := d.piece(list, false)
			return static("Updates", "addEachToSet", name, values), list.Type == "array", err
		}
		return static("Updates", "addToSet", name, value), true, nil
	case "$pullAll":
		return static("Updates", "pullAll", name, value), f.Value.Type == "array", nil
	case "$pull":
		if !hasOperators(f.Value) && f.Value.Type != "regex" {
			return static("Updates", "pull", name, value), true, nil
		}
		filter, err := filterInJava(d, ejson.Node{Type: "object", Fields: []ejson.Field{f}})
		return static("Updates", "pullByFilter", filter), !several(f.Value), err
	}
	return piece{}, false, nil
}

// several reports whether a value has more than one operator, of which the builders
// would make several fields.
func several(n ejson.Node) bool { return len(n.Fields) > 1 }

func pushInJava(d *Dialect, f ejson.Field, value piece) (piece, bool, error) {
	list, ok := field(f.Value.Fields, "$each")
	if !ok || f.Value.Type != "object" {
		return static("Updates", "push", fieldInJava(f.Key), value), true, nil
	}
	values, err := d.piece(list, false)
	push := static("Updates", "pushEach", fieldInJava(f.Key), values)
	if err != nil || list.Type != "array" {
		return push, false, err
	}
	options := made("PushOptions")
	for _, o := range f.Value.Fields {
		var value piece
		switch {
		case o.Key == "$each":
			continue
		case o.Key == "$sort" && o.Value.Type == "object":
			value, err = keysInJava(d, o.Value, "sort")
			options = options.calls("sortDocument", value)
		case o.Value.Type == "int":
			options = options.calls(o.Key[1:], piece{scalar: one(figure.Number, o.Value.Text)})
		default:
			return push, false, nil
		}
	}
	if len(options.then) > 0 {
		push.items = append(push.items, options)
	}
	return push, true, err
}

// keysInJava writes the fields of an index ("keys") or of a sort with the builders.
// Those that follow each other in one direction are one call.
func keysInJava(d *Dialect, n ejson.Node, argument string) (piece, error) {
	class, joins := "Sorts", "orderBy"
	if argument == "keys" {
		class, joins = "Indexes", "compoundIndex"
	}
	var runs []piece
	last := ""
	for _, f := range n.Fields {
		direction := map[string]string{"1": "ascending", "-1": "descending"}[f.Value.Text]
		if class == "Indexes" && direction == "" {
			direction = map[string]string{"text": "text", "hashed": "hashed", "2dsphere": "geo2dsphere"}[f.Value.Text]
		}
		if direction == "" {
			return d.piece(n, false)
		}
		if direction == last && (direction == "ascending" || direction == "descending") {
			run := &runs[len(runs)-1]
			run.items = append(run.items, fieldInJava(f.Key))
			continue
		}
		runs, last = append(runs, static(class, direction, fieldInJava(f.Key))), direction
	}
	if len(runs) == 1 {
		return runs[0], nil
	}
	return static(class, joins, runs...), nil
}

// projectionInJava writes a projection with the builders, in its order.
func projectionInJava(d *Dialect, n ejson.Node) (piece, error) {
	var fields []piece
	last := ""
	for _, f := range n.Fields {
		kind := inclusion(f.Value)
		switch {
		case kind == "exclude" && f.Key == "_id":
			fields, last = append(fields, static("Projections", "excludeId")), ""
			continue
		case kind != "" && kind == last:
			run := &fields[len(fields)-1]
			run.items = append(run.items, fieldInJava(f.Key))
			continue
		case kind != "":
			fields, last = append(fields, static("Projections", kind, fieldInJava(f.Key))), kind
			continue
		}
		p, err := computedInJava(d, f)
		if err != nil {
			return piece{}, err
		}
		fields, last = append(fields, p), ""
	}
	if len(fields) == 1 {
		return fields[0], nil
	}
	return static("Projections", "fields", fields...), nil
}

// inclusion tells whether a value includes a field or leaves it out; "" if it is
// something else.
func inclusion(n ejson.Node) string {
	switch {
	case n.Type == "int" && n.Text == "1" || n.Type == "bool" && n.Text == "true":
		return "include"
	case n.Type == "int" && n.Text == "0" || n.Type == "bool" && n.Text == "false":
		return "exclude"
	}
	return ""
}

// computedInJava writes a field of a projection that is more than there or not.
func computedInJava(d *Dialect, f ejson.Field) (piece, error) {
	name := fieldInJava(f.Key)
	if len(f.Value.Fields) == 1 {
		switch operator := f.Value.Fields[0]; {
		case operator.Key == "$slice" && operator.Value.Type == "int":
			return static("Projections", "slice", name, piece{scalar: one(figure.Number, operator.Value.Text)}), nil
		case operator.Key == "$elemMatch":
			filter, err := filterInJava(d, operator.Value)
			return static("Projections", "elemMatch", name, filter), err
		}
	}
	value, err := d.piece(f.Value, false)
	return static("Projections", "computed", name, value), err
}

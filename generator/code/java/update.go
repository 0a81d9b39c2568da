package java

import (
	"slices"

	"modelbook/generator/code"
	"modelbook/generator/ejson"
)

// update writes an update with the builders, or its pipeline.
func update(n ejson.Node) code.Expr {
	switch {
	case n.Type == "array":
		return pipeline(n)
	case !hasOperators(n):
		return value(n)
	}
	var all []code.Expr
	for _, operator := range n.Fields {
		all = append(all, changes(operator)...)
	}
	if len(all) == 1 {
		return all[0]
	}
	return static("Updates", "combine", all...)
}

// changes writes an update operator with a builder for each field. An operator that has
// no builder for one of them is a Document.
func changes(operator ejson.Field) []code.Expr {
	var all []code.Expr
	for _, f := range operator.Value.Fields {
		one, ok := change(operator.Key, f)
		if !ok {
			all = nil
			break
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return []code.Expr{document(operator.Key, value(operator.Value))}
	}
	return all
}

// change writes an update operator on a field; false if it has no builder.
func change(operator string, f ejson.Field) (code.Expr, bool) {
	with := func(builder string, arguments ...code.Expr) code.Expr {
		return static("Updates", builder, append([]code.Expr{key(f.Key)}, arguments...)...)
	}
	list, hasEach := code.Field(f.Value.Fields, "$each")
	hasEach = hasEach && f.Value.Type == "object"
	switch operator {
	case "$set", "$setOnInsert", "$max", "$min":
		return with(operator[1:], value(f.Value)), true
	case "$inc", "$mul":
		return with(operator[1:], value(f.Value)), slices.Contains([]string{"int", "long", "double", "decimal"}, f.Value.Type)
	case "$rename":
		return with("rename", value(f.Value)), f.Value.Type == "string"
	case "$unset":
		return with("unset"), true
	case "$currentDate":
		return with("currentDate"), f.Value.Text == "true"
	case "$pop":
		end := map[string]string{"1": "popLast", "-1": "popFirst"}[f.Value.Text]
		return with(end), end != ""
	case "$push":
		if hasEach {
			options, ok := pushOptions(f.Value)
			return with("pushEach", append([]code.Expr{value(list)}, options...)...), ok && list.Type == "array"
		}
		return with("push", value(f.Value)), true
	case "$addToSet":
		if hasEach {
			return with("addEachToSet", value(list)), list.Type == "array"
		}
		return with("addToSet", value(f.Value)), true
	case "$pullAll":
		return with("pullAll", value(f.Value)), f.Value.Type == "array"
	case "$pull":
		if !hasOperators(f.Value) && f.Value.Type != "regex" {
			return with("pull", value(f.Value)), true
		}
		// The builders would write several operators as several fields.
		return static("Updates", "pullByFilter", filter(ejson.Node{Type: "object", Fields: []ejson.Field{f}})), len(f.Value.Fields) < 2
	}
	return code.Expr{}, false
}

// pushOptions returns the modifiers beside $each as one argument or none; false if one
// has no builder.
func pushOptions(n ejson.Node) ([]code.Expr, bool) {
	options := made("PushOptions")
	for _, o := range n.Fields {
		switch {
		case o.Key == "$each":
		case o.Key == "$sort" && o.Value.Type == "object":
			options = options.Then("sortDocument", keys(o.Value, "Sorts"))
		case o.Value.Type == "int":
			options = options.Then(o.Key[1:], number(o.Value.Text))
		default:
			return nil, false
		}
	}
	return given(options), true
}

// given returns options as an argument, or none if none is set.
func given(options code.Expr) []code.Expr {
	if len(options.Methods) == 0 {
		return nil
	}
	return []code.Expr{options}
}

// keys writes the fields of an index or of a sort with the builders of a class. Neighbours
// that all ascend or all descend are one call.
func keys(n ejson.Node, class string) code.Expr {
	var runs []code.Expr
	last := ""
	for _, f := range n.Fields {
		direction := map[string]string{"1": "ascending", "-1": "descending"}[f.Value.Text]
		if class == "Indexes" && direction == "" {
			direction = map[string]string{"text": "text", "hashed": "hashed", "2dsphere": "geo2dsphere"}[f.Value.Text]
		}
		if direction == "" {
			return value(n)
		}
		if direction == last && (direction == "ascending" || direction == "descending") {
			run := &runs[len(runs)-1]
			run.Items = append(run.Items, key(f.Key))
			continue
		}
		runs, last = append(runs, static(class, direction, key(f.Key))), direction
	}
	if len(runs) == 1 {
		return runs[0]
	}
	return static(class, map[string]string{"Sorts": "orderBy", "Indexes": "compoundIndex"}[class], runs...)
}

func sorts(n ejson.Node) code.Expr { return keys(n, "Sorts") }

// projection writes a projection with the builders, in its order.
func projection(n ejson.Node) code.Expr {
	var fields []code.Expr
	last := ""
	for _, f := range n.Fields {
		kind := inclusion(f.Value)
		switch {
		case kind == "exclude" && f.Key == "_id":
			fields, last = append(fields, static("Projections", "excludeId")), ""
		case kind == "":
			fields, last = append(fields, computed(f)), ""
		case kind == last:
			run := &fields[len(fields)-1]
			run.Items = append(run.Items, key(f.Key))
		default:
			fields, last = append(fields, static("Projections", kind, key(f.Key))), kind
		}
	}
	if len(fields) == 1 {
		return fields[0]
	}
	return static("Projections", "fields", fields...)
}

// inclusion returns include or exclude for a value of a projection that does so; "" for
// other values.
func inclusion(n ejson.Node) string {
	switch {
	case n.Type == "int" && n.Text == "1" || n.Type == "bool" && n.Text == "true":
		return "include"
	case n.Type == "int" && n.Text == "0" || n.Type == "bool" && n.Text == "false":
		return "exclude"
	}
	return ""
}

// computed writes a field of a projection that is neither just included nor excluded.
func computed(f ejson.Field) code.Expr {
	if len(f.Value.Fields) == 1 {
		switch operator := f.Value.Fields[0]; {
		case operator.Key == "$slice" && operator.Value.Type == "int":
			return static("Projections", "slice", key(f.Key), number(operator.Value.Text))
		case operator.Key == "$elemMatch":
			return static("Projections", "elemMatch", key(f.Key), filter(operator.Value))
		}
	}
	return static("Projections", "computed", key(f.Key), value(f.Value))
}

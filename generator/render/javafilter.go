package render

import (
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// stringInJava is a string, or the name of a field.
func stringInJava(text string) piece {
	return piece{scalar: one(figure.String, quoteInJava(text))}
}

func fieldInJava(name string) piece { return piece{scalar: []figure.Token{keyInJava(name)}} }

// filterInJava writes a filter with the builders: a condition for each field, and
// for each operator of one. What has no builder is a Document among them.
func filterInJava(d *Dialect, n ejson.Node) (piece, error) {
	if n.Type != "object" {
		return d.piece(n, false)
	}
	var conditions []piece
	for _, f := range n.Fields {
		of, err := conditionsInJava(d, f)
		if err != nil {
			return piece{}, err
		}
		conditions = append(conditions, of...)
	}
	switch len(conditions) {
	case 0:
		return static("Filters", "empty"), nil
	case 1:
		return conditions[0], nil
	}
	return static("Filters", "and", conditions...), nil
}

// conditionsInJava writes those of a field, or one operator's of the filter.
func conditionsInJava(d *Dialect, f ejson.Field) ([]piece, error) {
	value, err := d.piece(f.Value, false)
	if err != nil {
		return nil, err
	}
	switch f.Key {
	case "$and", "$or", "$nor":
		all, err := each(f.Value, func(n ejson.Node) (piece, error) { return filterInJava(d, n) })
		return []piece{static("Filters", f.Key[1:], all...)}, err
	case "$expr", "$jsonSchema":
		return []piece{static("Filters", f.Key[1:], value)}, nil
	}
	switch {
	case strings.HasPrefix(f.Key, "$"):
		return []piece{documentOf(f.Key, value)}, nil
	case f.Value.Type == "regex":
		return []piece{regexInJava(f.Key, f.Value.Text, f.Value.Options)}, nil
	case !hasOperators(f.Value):
		return []piece{static("Filters", "eq", fieldInJava(f.Key), value)}, nil
	}
	if pattern, ok := patternOf(f); ok {
		return []piece{pattern}, nil
	}
	var conditions []piece
	for _, operator := range f.Value.Fields {
		condition, ok, err := conditionInJava(d, f.Key, operator)
		if err != nil {
			return nil, err
		}
		if !ok { // some operators have others beside them
			return []piece{documentOf(f.Key, value)}, nil
		}
		conditions = append(conditions, condition)
	}
	return conditions, nil
}

func documentOf(key string, value piece) piece { return made("Document", fieldInJava(key), value) }

// hasOperators reports whether a value says what a field is compared with.
func hasOperators(n ejson.Node) bool {
	if n.Type != "object" || len(n.Fields) == 0 {
		return false
	}
	first := n.Fields[0].Key
	return strings.HasPrefix(first, "$") && first != example.PlaceSaved && first != example.PlaceIndex
}

// isPlaceholder reports whether a value is one that a program knows when it runs,
// of whatever class it then is.
func isPlaceholder(n ejson.Node) bool {
	return len(n.Fields) == 1 && (n.Fields[0].Key == example.PlaceSaved || n.Fields[0].Key == example.PlaceIndex)
}

// patternOf writes $regex with its options.
func patternOf(f ejson.Field) (piece, bool) {
	pattern, ok := field(f.Value.Fields, "$regex")
	options, other := field(f.Value.Fields, "$options")
	if alone := len(f.Value.Fields) == 1 || other && len(f.Value.Fields) == 2; !ok || pattern.Type != "string" || !alone {
		return piece{}, false
	}
	return regexInJava(f.Key, pattern.Text, options.Text), true
}

func regexInJava(field, pattern, options string) piece {
	p := static("Filters", "regex", fieldInJava(field), stringInJava(pattern))
	if options != "" {
		p.items = append(p.items, stringInJava(options))
	}
	return p
}

// conditionInJava writes an operator on a field; false if it has no builder.
func conditionInJava(d *Dialect, name string, operator ejson.Field) (piece, bool, error) {
	n := operator.Value
	value, err := d.piece(n, false)
	if err != nil {
		return piece{}, false, err
	}
	p := static("Filters", operator.Key[1:], fieldInJava(name))
	switch operator.Key {
	case "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$size", "$type":
		p.items = append(p.items, value)
		return p, n.Type != "regex" && n.Type != "array" && (operator.Key != "$size" || n.Type == "int"), nil
	case "$exists":
		if n.Text != "true" {
			p.items = append(p.items, value)
		}
		return p, n.Type == "bool", nil
	case "$in", "$nin", "$all":
		saved, _ := field(n.Fields, example.PlaceSaved)
		if list, ok := listInJava(saved.Text); ok {
			p.items = append(p.items, piece{scalar: one(figure.Plain, list)})
			return p, true, nil
		}
		p.items = append(p.items, elements(n, value)...)
		return p, n.Type == "array", nil
	case "$not":
		if len(n.Fields) != 1 || !hasOperators(n) {
			return p, false, nil
		}
		inner, ok, err := conditionInJava(d, name, n.Fields[0])
		return static("Filters", "not", inner), ok, err
	case "$elemMatch":
		if hasOperators(n) {
			p.items = append(p.items, value)
			return p, true, nil
		}
		inner, err := filterInJava(d, n)
		p.items = append(p.items, inner)
		return p, true, err
	}
	return p, false, nil
}

// elements gives those of an array as arguments, or the list, where one alone could
// be taken for all of them.
func elements(n ejson.Node, list piece) []piece {
	lists := func(f ejson.Field) bool {
		return f.Value.Type == "array" || isPlaceholder(f.Value) || f.Value.Type == "null"
	}
	if len(n.Fields) == 0 || slices.ContainsFunc(n.Fields, lists) {
		return []piece{list}
	}
	return list.items
}

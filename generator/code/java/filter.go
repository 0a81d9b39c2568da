package java

import (
	"slices"
	"strings"

	"modelbook/generator/code"
	"modelbook/generator/ejson"
)

// filter writes a filter with the builders: a condition for each field, and for each
// operator of one. Conditions without a builder are Documents.
func filter(n ejson.Node) code.Expr {
	if n.Type != "object" || isPlaceholder(n) {
		return value(n)
	}
	var all []code.Expr
	for _, f := range n.Fields {
		all = append(all, conditions(f)...)
	}
	switch len(all) {
	case 0:
		return static("Filters", "empty")
	case 1:
		return all[0]
	}
	return static("Filters", "and", all...)
}

// conditions returns the conditions of a field, or of an operator of the filter.
func conditions(f ejson.Field) []code.Expr {
	switch f.Key {
	case "$and", "$or", "$nor":
		return []code.Expr{static("Filters", f.Key[1:], code.Each(f.Value, filter)...)}
	case "$expr", "$jsonSchema":
		return []code.Expr{static("Filters", f.Key[1:], value(f.Value))}
	}
	switch {
	case strings.HasPrefix(f.Key, "$"):
		return []code.Expr{document(f.Key, value(f.Value))}
	case f.Value.Type == "regex":
		return []code.Expr{regex(f.Key, f.Value.Text, f.Value.Options)}
	case !hasOperators(f.Value):
		return []code.Expr{static("Filters", "eq", key(f.Key), value(f.Value))}
	}
	pattern, options := part(f.Value, "$regex"), part(f.Value, "$options")
	if pattern.Type == "string" && has(f.Value, "$regex", "$options") {
		return []code.Expr{regex(f.Key, pattern.Text, options.Text)}
	}
	var all []code.Expr
	for _, operator := range f.Value.Fields {
		one, ok := condition(f.Key, operator)
		if !ok { // some operators depend on others beside them
			return []code.Expr{document(f.Key, value(f.Value))}
		}
		all = append(all, one)
	}
	return all
}

// hasOperators reports whether a value is a document of operators.
func hasOperators(n ejson.Node) bool {
	return n.Type == "object" && len(n.Fields) > 0 && strings.HasPrefix(n.Fields[0].Key, "$") && !isPlaceholder(n)
}

// isPlaceholder reports whether a value is known only when the program runs, as is its
// class.
func isPlaceholder(n ejson.Node) bool {
	_, isSaved := code.Saved(n)
	_, isIndex := code.Index(n)
	return isSaved || isIndex
}

func regex(field, pattern, options string) code.Expr {
	if options == "" {
		return static("Filters", "regex", key(field), text(pattern))
	}
	return static("Filters", "regex", key(field), text(pattern), text(options))
}

// condition writes an operator on a field; false if it has no builder.
func condition(name string, operator ejson.Field) (code.Expr, bool) {
	n := operator.Value
	with := func(arguments ...code.Expr) code.Expr {
		return static("Filters", operator.Key[1:], append([]code.Expr{key(name)}, arguments...)...)
	}
	switch operator.Key {
	case "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$size", "$type":
		return with(value(n)), n.Type != "regex" && n.Type != "array" && (operator.Key != "$size" || n.Type == "int")
	case "$exists":
		if n.Text == "true" {
			return with(), n.Type == "bool"
		}
		return with(value(n)), n.Type == "bool"
	case "$in", "$nin", "$all":
		if list, ok := savedList(n); ok {
			return with(list), true
		}
		return with(elements(n)...), n.Type == "array"
	case "$not":
		if len(n.Fields) != 1 || !hasOperators(n) {
			return code.Expr{}, false
		}
		inner, ok := condition(name, n.Fields[0])
		return static("Filters", "not", inner), ok
	case "$elemMatch":
		if hasOperators(n) {
			return with(value(n)), true
		}
		return with(filter(n)), true
	}
	return code.Expr{}, false
}

// elements returns the elements of an array as arguments, or a list of them if a single
// argument could be taken for the list.
func elements(n ejson.Node) []code.Expr {
	isList := func(f ejson.Field) bool {
		return f.Value.Type == "array" || isPlaceholder(f.Value) || f.Value.Type == "null"
	}
	if len(n.Fields) == 0 || slices.ContainsFunc(n.Fields, isList) {
		return []code.Expr{value(n)}
	}
	return notation.Values(n)
}

package java

import (
	"slices"
	"strings"

	"modelbook/generator/code"
	"modelbook/generator/ejson"
)

// pipeline writes stages with the builders.
func pipeline(n ejson.Node) code.Expr {
	return static("List", "of", code.Each(n, func(s ejson.Node) code.Expr {
		if len(s.Fields) == 1 {
			if written, ok := stage(s.Fields[0].Key, s.Fields[0].Value); ok {
				return written
			}
		}
		return value(s)
	})...)
}

// stage writes a stage with its builder; false if none can write it.
func stage(name string, n ejson.Node) (code.Expr, bool) {
	with := func(arguments ...code.Expr) code.Expr { return static("Aggregates", name[1:], arguments...) }
	switch name {
	case "$match":
		return with(filter(n)), true
	case "$project":
		return with(projection(n)), true
	case "$sort":
		return with(sorts(n)), true
	case "$limit", "$skip":
		return with(value(n)), n.Type == "int"
	case "$count", "$replaceWith", "$sortByCount":
		return with(value(n)), true
	case "$out":
		return with(text(n.Text)), n.Type == "string"
	case "$set", "$addFields":
		return with(pairs("Field", n)...), true
	case "$unset":
		if n.Type == "string" {
			return with(key(n.Text)), true
		}
		return with(code.Each(n, func(n ejson.Node) code.Expr { return key(n.Text) })...), true
	case "$unwind":
		if n.Type == "string" {
			return with(text(n.Text)), true
		}
	case "$group":
		return with(append([]code.Expr{value(part(n, "_id"))}, accumulators(n)...)...), true
	case "$bucket":
		if part(n, "boundaries").Type != "array" {
			return code.Expr{}, false
		}
	case "$setWindowFields":
		return windowFields(n)
	case "$lookup":
		if has(n, "pipeline", "from localField foreignField as let") {
			return lookup(n), true
		}
	case "$merge":
		return merge(n)
	}
	f, ok := stageBuilders[name]
	return with(f.arguments(n)...), ok && has(n, f.positional, f.optional)
}

// builder is how a builder takes the fields of a document: some by position, and the
// others, which may be left out, by methods of a class.
type builder struct{ positional, class, optional string }

// stageBuilders are those of the builders of stages.
var stageBuilders = map[string]builder{
	"$bucket":      {"groupBy boundaries", "BucketOptions", "default output"},
	"$graphLookup": {"from startWith connectFromField connectToField as", "GraphLookupOptions", "maxDepth depthField restrictSearchWithMatch"},
	"$lookup":      {positional: "from localField foreignField as"},
	"$replaceRoot": {positional: "newRoot"},
	"$unionWith":   {positional: "coll pipeline"},
	"$unwind":      {"path", "UnwindOptions", "includeArrayIndex preserveNullAndEmptyArrays"},
}

func (f builder) arguments(n ejson.Node) []code.Expr {
	var all []code.Expr
	for name := range strings.FieldsSeq(f.positional) {
		switch n := part(n, name); name {
		case "pipeline":
			all = append(all, pipeline(n))
		case "sortBy":
			all = append(all, sorts(n))
		default:
			all = append(all, value(n))
		}
	}
	options, optional := made(f.class), code.WordsOf(f.optional)
	for _, o := range n.Fields {
		switch {
		case !optional[o.Key]:
		case o.Key == "default":
			options = options.Then("defaultBucket", value(o.Value))
		case o.Key == "output":
			options = options.Then(o.Key, accumulators(o.Value)...)
		case o.Key == "restrictSearchWithMatch":
			options = options.Then(o.Key, filter(o.Value))
		default:
			options = options.Then(o.Key, value(o.Value))
		}
	}
	return append(all, given(options)...)
}

// pairs writes the fields of a document in a stage, each as an object of a class.
func pairs(class string, n ejson.Node) []code.Expr {
	var all []code.Expr
	for _, f := range n.Fields {
		all = append(all, made(class+"<>", key(f.Key), value(f.Value)))
	}
	return all
}

// accumulators returns the accumulators of a stage, which may have its _id beside them.
func accumulators(n ejson.Node) []code.Expr {
	var all []code.Expr
	for _, f := range n.Fields {
		if f.Key != "_id" {
			all = append(all, accumulator(f))
		}
	}
	return all
}

// accumulating are the operators whose builder takes an expression.
var accumulating = code.WordsOf("$addToSet $avg $first $last $max $mergeObjects $min $push $stdDevPop $stdDevSamp $sum")

// accumulatorBuilders are those of the builders of other accumulators.
var accumulatorBuilders = map[string]builder{
	"$top": {positional: "sortBy output"}, "$bottom": {positional: "sortBy output"},
	"$topN": {positional: "sortBy output n"}, "$bottomN": {positional: "sortBy output n"},
	"$firstN": {positional: "input n"}, "$lastN": {positional: "input n"},
	"$maxN": {positional: "input n"}, "$minN": {positional: "input n"},
}

// accumulator writes an accumulator with its builder, or as a document.
func accumulator(f ejson.Field) code.Expr {
	if len(f.Value.Fields) == 1 {
		operator := f.Value.Fields[0]
		builder, hasFields := accumulatorBuilders[operator.Key]
		switch {
		case hasFields:
			return static("Accumulators", operator.Key[1:], append([]code.Expr{key(f.Key)}, builder.arguments(operator.Value)...)...)
		case accumulating[operator.Key]:
			return static("Accumulators", operator.Key[1:], key(f.Key), value(operator.Value))
		}
	}
	return made("BsonField", key(f.Key), value(f.Value))
}

// windowFields writes a stage that ranks or numbers documents with its builder; false if
// it computes anything else, as over windows.
func windowFields(n ejson.Node) (code.Expr, bool) {
	by, order := number("null"), number("null")
	if partition, ok := code.Field(n.Fields, "partitionBy"); ok {
		by = value(partition)
	}
	if sort, ok := code.Field(n.Fields, "sortBy"); ok {
		order = sorts(sort)
	}
	arguments := []code.Expr{by, order}
	output := part(n, "output")
	for _, f := range output.Fields {
		if len(f.Value.Fields) != 1 || !slices.Contains([]string{"$denseRank", "$documentNumber", "$rank"}, f.Value.Fields[0].Key) {
			return code.Expr{}, false
		}
		arguments = append(arguments, static("WindowOutputFields", f.Value.Fields[0].Key[1:], key(f.Key)))
	}
	return static("Aggregates", "setWindowFields", arguments...), len(output.Fields) > 0 && has(n, "output", "partitionBy sortBy")
}

// lookup writes a $lookup with a pipeline. With fields as well it has no builder, but the
// stages of the pipeline have.
func lookup(n ejson.Node) code.Expr {
	of := func(name string) code.Expr { return value(part(n, name)) }
	if !has(n, "from pipeline as", "let") {
		all := notation.Values(n)
		for i, f := range n.Fields {
			if f.Key == "pipeline" {
				all[i] = pipeline(f.Value)
			}
		}
		return document("$lookup", composed(n, all))
	}
	arguments := []code.Expr{of("from")}
	if let, ok := code.Field(n.Fields, "let"); ok {
		arguments = append(arguments, static("List", "of", pairs("Variable", let)...))
	}
	return static("Aggregates", "lookup", append(arguments, pipeline(part(n, "pipeline")), of("as"))...)
}

// merge writes $merge with its options.
func merge(n ejson.Node) (code.Expr, bool) {
	if n.Type == "string" {
		return static("Aggregates", "merge", text(n.Text)), true
	}
	into, options := part(n, "into"), made("MergeOptions")
	for _, f := range n.Fields {
		choice := func(name string) code.Expr {
			return notation.Source("MergeOptions." + code.Capitalized(f.Key) + "." + strings.ToUpper(code.SnakeCase(name)))
		}
		switch {
		case f.Key == "into":
		case f.Key == "on":
			options = options.Then("uniqueIdentifier", value(f.Value))
		case f.Key == "let":
			options = options.Then("variables", static("List", "of", pairs("Variable", f.Value)...))
		case f.Key == "whenMatched" && f.Value.Type == "array":
			options = options.Then(f.Key, choice("pipeline")).Then("whenMatchedPipeline", pipeline(f.Value))
		default:
			options = options.Then(f.Key, choice(f.Value.Text))
		}
	}
	return static("Aggregates", "merge", append([]code.Expr{text(into.Text)}, given(options)...)...),
		into.Type == "string" && has(n, "into", "on whenMatched whenNotMatched let")
}

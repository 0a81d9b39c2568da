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
	case "$replaceRoot":
		return with(value(part(n, "newRoot"))), true
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
		return unwind(n), true
	case "$group":
		return with(append([]code.Expr{value(part(n, "_id"))}, accumulators(n)...)...), true
	case "$bucket":
		return bucket(n)
	case "$setWindowFields":
		return windowFields(n)
	case "$lookup":
		return lookup(n), true
	case "$graphLookup":
		return graphLookup(n)
	case "$unionWith":
		return with(text(part(n, "coll").Text), pipeline(part(n, "pipeline"))), has(n, "coll pipeline", "")
	case "$merge":
		return merge(n)
	}
	return code.Expr{}, false
}

// pairs writes the fields of a document in a stage, each as an object of a class.
func pairs(class string, n ejson.Node) []code.Expr {
	var all []code.Expr
	for _, f := range n.Fields {
		all = append(all, made(class+"<>", key(f.Key), value(f.Value)))
	}
	return all
}

func unwind(n ejson.Node) code.Expr {
	if n.Type == "string" {
		return static("Aggregates", "unwind", text(n.Text))
	}
	options := made("UnwindOptions")
	for _, f := range n.Fields {
		if f.Key != "path" {
			options = options.Then(f.Key, value(f.Value))
		}
	}
	return static("Aggregates", "unwind", append([]code.Expr{text(part(n, "path").Text)}, given(options)...)...)
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

// partsOf are the fields of other accumulators, in the order of their builders' arguments.
var partsOf = map[string]string{
	"$top": "sortBy output", "$bottom": "sortBy output", "$topN": "sortBy output n", "$bottomN": "sortBy output n",
	"$firstN": "input n", "$lastN": "input n", "$maxN": "input n", "$minN": "input n",
}

func accumulator(f ejson.Field) code.Expr {
	if len(f.Value.Fields) != 1 {
		return made("BsonField<>", key(f.Key), value(f.Value))
	}
	operator := f.Value.Fields[0]
	arguments := []code.Expr{key(f.Key)}
	switch {
	case accumulating[operator.Key]:
		arguments = append(arguments, value(operator.Value))
	case partsOf[operator.Key] == "":
		return made("BsonField", key(f.Key), value(f.Value))
	}
	for name := range strings.FieldsSeq(partsOf[operator.Key]) {
		if n := part(operator.Value, name); name == "sortBy" {
			arguments = append(arguments, sorts(n))
		} else {
			arguments = append(arguments, value(n))
		}
	}
	return static("Accumulators", operator.Key[1:], arguments...)
}

func bucket(n ejson.Node) (code.Expr, bool) {
	options := made("BucketOptions")
	if other, ok := code.Field(n.Fields, "default"); ok {
		options = options.Then("defaultBucket", value(other))
	}
	if output, ok := code.Field(n.Fields, "output"); ok {
		options = options.Then("output", accumulators(output)...)
	}
	boundaries := part(n, "boundaries")
	arguments := append([]code.Expr{value(part(n, "groupBy")), value(boundaries)}, given(options)...)
	return static("Aggregates", "bucket", arguments...), has(n, "groupBy boundaries", "default output") && boundaries.Type == "array"
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

func lookup(n ejson.Node) code.Expr {
	of := func(name string) code.Expr { return text(part(n, name).Text) }
	switch {
	case has(n, "from localField foreignField as", ""):
		return static("Aggregates", "lookup", of("from"), of("localField"), of("foreignField"), of("as"))
	case has(n, "from pipeline as", "let"):
		arguments := []code.Expr{of("from")}
		if let, ok := code.Field(n.Fields, "let"); ok {
			arguments = append(arguments, static("List", "of", pairs("Variable", let)...))
		}
		return static("Aggregates", "lookup", append(arguments, pipeline(part(n, "pipeline")), of("as"))...)
	}
	// With fields and a pipeline it has no builder, but the stages of the pipeline have.
	all := notation.Values(n)
	for i, f := range n.Fields {
		if f.Key == "pipeline" {
			all[i] = pipeline(f.Value)
		}
	}
	return document("$lookup", composed(n, all))
}

func graphLookup(n ejson.Node) (code.Expr, bool) {
	of := func(name string) code.Expr { return text(part(n, name).Text) }
	options := made("GraphLookupOptions")
	for _, f := range n.Fields {
		switch f.Key {
		case "maxDepth", "depthField":
			options = options.Then(f.Key, value(f.Value))
		case "restrictSearchWithMatch":
			options = options.Then(f.Key, filter(f.Value))
		}
	}
	arguments := []code.Expr{of("from"), value(part(n, "startWith")), of("connectFromField"), of("connectToField"), of("as")}
	return static("Aggregates", "graphLookup", append(arguments, given(options)...)...),
		has(n, "from startWith connectFromField connectToField as", "maxDepth depthField restrictSearchWithMatch")
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

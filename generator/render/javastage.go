package render

import (
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// pipelineInJava writes stages with the builders.
func pipelineInJava(d *Dialect, n ejson.Node) (piece, error) {
	stages, err := each(n, func(stage ejson.Node) (piece, error) {
		if len(stage.Fields) == 1 {
			if write := stageFor(stage.Fields[0].Key); write != nil {
				if p, ok, err := write(d, stage.Fields[0].Value); ok || err != nil {
					return p, err
				}
			}
		}
		return d.piece(stage, false)
	})
	return static("List", "of", stages...), err
}

// stageFor gives what writes a stage with its builder, nil if it has none.
func stageFor(name string) stageInJava {
	switch name {
	case "$match":
		return built("match", filterInJava)
	case "$project":
		return built("project", projectionInJava)
	case "$sort":
		return built("sort", func(d *Dialect, n ejson.Node) (piece, error) { return keysInJava(d, n, "sort") })
	case "$limit":
		return ofInt("limit")
	case "$skip":
		return ofInt("skip")
	case "$count":
		return ofValue("count")
	case "$out":
		return ofText("out")
	case "$replaceWith":
		return ofValue("replaceWith")
	case "$replaceRoot":
		return func(d *Dialect, n ejson.Node) (piece, bool, error) {
			root, _ := field(n.Fields, "newRoot")
			return ofValue("replaceRoot")(d, root)
		}
	case "$sortByCount":
		return ofValue("sortByCount")
	case "$set":
		return fieldsOf("set")
	case "$addFields":
		return fieldsOf("addFields")
	case "$unset":
		return unsetInJava
	case "$unwind":
		return unwindInJava
	case "$group":
		return groupInJava
	case "$bucket":
		return bucketInJava
	case "$setWindowFields":
		return windowFieldsInJava
	case "$lookup":
		return lookupInJava
	case "$graphLookup":
		return graphLookupInJava
	case "$unionWith":
		return unionInJava
	case "$merge":
		return mergeInJava
	}
	return nil
}

// stageInJava writes a stage; false if its builder can't.
type stageInJava = func(d *Dialect, n ejson.Node) (piece, bool, error)

// built is a stage that other builders write the argument of.
func built(name string, write func(d *Dialect, n ejson.Node) (piece, error)) stageInJava {
	return func(d *Dialect, n ejson.Node) (piece, bool, error) {
		p, err := write(d, n)
		return static("Aggregates", name, p), true, err
	}
}

func ofValue(name string) stageInJava {
	return func(d *Dialect, n ejson.Node) (piece, bool, error) {
		p, err := d.piece(n, false)
		return static("Aggregates", name, p), true, err
	}
}

func ofInt(name string) stageInJava {
	return func(d *Dialect, n ejson.Node) (piece, bool, error) {
		p, err := d.piece(n, false)
		return static("Aggregates", name, p), n.Type == "int", err
	}
}

func ofText(name string) stageInJava {
	return func(_ *Dialect, n ejson.Node) (piece, bool, error) {
		return static("Aggregates", name, stringInJava(n.Text)), n.Type == "string", nil
	}
}

// pairs writes named values of a stage, each as an object of a class.
func pairs(d *Dialect, class string, n ejson.Node) ([]piece, error) {
	var all []piece
	for _, f := range n.Fields {
		value, err := d.piece(f.Value, false)
		if err != nil {
			return nil, err
		}
		all = append(all, generic(class, fieldInJava(f.Key), value))
	}
	return all, nil
}

func fieldsOf(name string) stageInJava {
	return func(d *Dialect, n ejson.Node) (piece, bool, error) {
		all, err := pairs(d, "Field", n)
		return static("Aggregates", name, all...), true, err
	}
}

func unsetInJava(_ *Dialect, n ejson.Node) (piece, bool, error) {
	if n.Type == "string" {
		return static("Aggregates", "unset", fieldInJava(n.Text)), true, nil
	}
	names, err := each(n, func(n ejson.Node) (piece, error) { return fieldInJava(n.Text), nil })
	return static("Aggregates", "unset", names...), true, err
}

func unwindInJava(d *Dialect, n ejson.Node) (piece, bool, error) {
	if n.Type == "string" {
		return ofText("unwind")(d, n)
	}
	path, _ := field(n.Fields, "path")
	options := made("UnwindOptions")
	for _, f := range n.Fields {
		value, err := d.piece(f.Value, false)
		if err != nil {
			return piece{}, false, err
		}
		if f.Key != "path" {
			options = options.calls(f.Key, value)
		}
	}
	p := static("Aggregates", "unwind", stringInJava(path.Text))
	if len(options.then) > 0 {
		p.items = append(p.items, options)
	}
	return p, true, nil
}

// accumulators are those whose builder takes an expression.
var accumulators = []string{"$addToSet", "$avg", "$first", "$last", "$max", "$mergeObjects", "$min", "$push", "$stdDevPop", "$stdDevSamp", "$sum"}

func groupInJava(d *Dialect, n ejson.Node) (piece, bool, error) {
	id, _ := field(n.Fields, "_id")
	by, err := d.piece(id, false)
	if err != nil {
		return piece{}, false, err
	}
	accumulated, err := accumulatorsInJava(d, n)
	return static("Aggregates", "group", append([]piece{by}, accumulated...)...), true, err
}

// accumulatorsInJava writes those of a stage, which has its _id beside them.
func accumulatorsInJava(d *Dialect, n ejson.Node) ([]piece, error) {
	var all []piece
	for _, f := range n.Fields {
		if f.Key == "_id" {
			continue
		}
		p, err := accumulatorInJava(d, f)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func bucketInJava(d *Dialect, n ejson.Node) (piece, bool, error) {
	p, options := static("Aggregates", "bucket"), made("BucketOptions")
	for _, name := range []string{"groupBy", "boundaries", "default", "output"} {
		part, ok := field(n.Fields, name)
		if !ok {
			continue
		}
		value, err := d.piece(part, false)
		if err != nil {
			return p, false, err
		}
		switch name {
		case "default":
			options = options.calls("defaultBucket", value)
		case "output":
			accumulated, err := accumulatorsInJava(d, part)
			if err != nil {
				return p, false, err
			}
			options = options.calls("output", accumulated...)
		default:
			p.items = append(p.items, value)
		}
	}
	if len(options.then) > 0 {
		p.items = append(p.items, options)
	}
	boundaries, _ := field(n.Fields, "boundaries")
	return p, has(n, "groupBy boundaries", "default output") && boundaries.Type == "array", nil
}

// windowFieldsInJava writes the places of documents in an order. What is computed over
// windows is a Document.
func windowFieldsInJava(d *Dialect, n ejson.Node) (piece, bool, error) {
	p := static("Aggregates", "setWindowFields")
	null := piece{scalar: one(figure.Number, "null")}
	by, sort := null, null
	var err error
	if partition, ok := field(n.Fields, "partitionBy"); ok {
		if by, err = d.piece(partition, false); err != nil {
			return p, false, err
		}
	}
	if order, ok := field(n.Fields, "sortBy"); ok {
		if sort, err = keysInJava(d, order, "sort"); err != nil {
			return p, false, err
		}
	}
	p.items = []piece{by, sort}
	output, _ := field(n.Fields, "output")
	for _, f := range output.Fields {
		if len(f.Value.Fields) != 1 || !slices.Contains([]string{"$denseRank", "$documentNumber", "$rank"}, f.Value.Fields[0].Key) {
			return p, false, nil
		}
		p.items = append(p.items, static("WindowOutputFields", f.Value.Fields[0].Key[1:], fieldInJava(f.Key)))
	}
	return p, len(output.Fields) > 0 && has(n, "output", "partitionBy sortBy"), nil
}

func accumulatorInJava(d *Dialect, f ejson.Field) (piece, error) {
	value, err := d.piece(f.Value, false)
	if err != nil || len(f.Value.Fields) != 1 {
		return generic("BsonField", fieldInJava(f.Key), value), err
	}
	operator := f.Value.Fields[0]
	if slices.Contains(accumulators, operator.Key) {
		expression, err := d.piece(operator.Value, false)
		return static("Accumulators", operator.Key[1:], fieldInJava(f.Key), expression), err
	}
	var parts []string // of the operator, in the builder's order
	switch operator.Key {
	case "$top", "$bottom":
		parts = []string{"sortBy", "output"}
	case "$topN", "$bottomN":
		parts = []string{"sortBy", "output", "n"}
	case "$firstN", "$lastN", "$maxN", "$minN":
		parts = []string{"input", "n"}
	default:
		return made("BsonField", fieldInJava(f.Key), value), nil
	}
	p := static("Accumulators", operator.Key[1:], fieldInJava(f.Key))
	for _, part := range parts {
		n, _ := field(operator.Value.Fields, part)
		write := func(d *Dialect, n ejson.Node) (piece, error) { return d.piece(n, false) }
		if part == "sortBy" {
			write = func(d *Dialect, n ejson.Node) (piece, error) { return keysInJava(d, n, "sort") }
		}
		value, err := write(d, n)
		if err != nil {
			return p, err
		}
		p.items = append(p.items, value)
	}
	return p, nil
}

// has reports whether a document has these fields, and no others but those in may.
func has(n ejson.Node, must, may string) bool {
	required, allowed := strings.Fields(must), strings.Fields(must+" "+may)
	for _, name := range required {
		if _, ok := field(n.Fields, name); !ok {
			return false
		}
	}
	return !slices.ContainsFunc(n.Fields, func(f ejson.Field) bool { return !slices.Contains(allowed, f.Key) })
}

func textOf(n ejson.Node, key string) piece {
	value, _ := field(n.Fields, key)
	return stringInJava(value.Text)
}

func unionInJava(d *Dialect, n ejson.Node) (piece, bool, error) {
	if !has(n, "coll pipeline", "") {
		return piece{}, false, nil
	}
	stages, _ := field(n.Fields, "pipeline")
	pipeline, err := pipelineInJava(d, stages)
	return static("Aggregates", "unionWith", textOf(n, "coll"), pipeline), true, err
}

// mergeInJava writes $merge with its options.
func mergeInJava(d *Dialect, n ejson.Node) (piece, bool, error) {
	if n.Type == "string" {
		return ofText("merge")(d, n)
	}
	into, _ := field(n.Fields, "into")
	if into.Type != "string" || !has(n, "into", "on whenMatched whenNotMatched let") {
		return piece{}, false, nil
	}
	p := static("Aggregates", "merge", stringInJava(into.Text))
	options := made("MergeOptions")
	for _, f := range n.Fields {
		var err error
		if options, err = mergeOption(d, options, f); err != nil {
			return p, false, err
		}
	}
	if len(options.then) > 0 {
		p.items = append(p.items, options)
	}
	return p, true, nil
}

func mergeOption(d *Dialect, options piece, f ejson.Field) (piece, error) {
	choice := func(name string) piece {
		class := capitalized(f.Key)
		return piece{scalar: slices.Concat(one(figure.Type, "MergeOptions"), punctuation("."), one(figure.Plain, class+"."+strings.ToUpper(snakeCase(name))))}
	}
	switch {
	case f.Key == "on":
		value, err := d.piece(f.Value, false)
		return options.calls("uniqueIdentifier", value), err
	case f.Key == "let":
		variables, err := pairs(d, "Variable", f.Value)
		return options.calls("variables", static("List", "of", variables...)), err
	case f.Key == "whenMatched" && f.Value.Type == "array":
		stages, err := pipelineInJava(d, f.Value)
		return options.calls(f.Key, choice("pipeline")).calls("whenMatchedPipeline", stages), err
	case f.Key == "into":
		return options, nil
	}
	return options.calls(f.Key, choice(f.Value.Text)), nil
}
